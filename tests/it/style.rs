//! `pprepl check --style`: the rules of puppet-lint, their fixes, and what changes them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use pprepl_session::style_reports;

/// Returns `RULE LINE:COLUMN` for each finding.
fn found(text: &str) -> Vec<String> {
    let reports = style_reports("x.pp", text);
    let row = |report: &pprepl_session::Report| {
        let (line, column) = report.place().unwrap();
        format!("{} {line}:{column}", report.code)
    };
    reports.iter().map(row).collect()
}

/// Rows: a manifest, and its findings. `documentation` is left out.
const CASES: &[(&str, &[&str])] = &[
    ("$a = 'x' \n", &["trailing_whitespace 1:9"]),
    ("$a = 'x'  # b \n$b = \"a \n b \n\"\n", &["trailing_whitespace 1:14"]),
    ("\t$a = 1\n", &["hard_tabs 1:1"]),
    ("$a = '\t' # \t\n", &["trailing_whitespace 1:11"]),
    ("if true {\n   $a = 1\n}\n", &["2sp_soft_tabs 2:1"]),
    ("$a = 1", &["trailing_newline 1:7"]),
    ("// a\n$b = 1 / 2 // c\n", &["slash_comments 1:1", "slash_comments 2:12"]),
    ("/* a\n * b */\n$b = 'http://x /* y */'\n", &["star_comments 1:1"]),
    ("$a = \"x\"\n$b = \"it's\"\n$c = \"a\\n\"\n", &["double_quoted_strings 1:6"]),
    (
        "$a = \"${b}\"\n$c = \"${b['x'][0]}\"\n$d = \"${b}${c}\"\n$e = { \"${b}\" => 1 }\n$f = \"${b.x}\"\n",
        &["only_variable_string 1:6", "only_variable_string 2:6"],
    ),
    ("$a = \"x $b\"\n$c = \"${b} x\"\n", &["variables_not_enclosed 1:9"]),
    ("$a = 'true'\n", &["quoted_booleans 1:6"]),
    ("$a = 'x ${b}'\n$c = '$5'\n", &["single_quote_string_with_variables 1:6"]),
    ("$aB = 1\n", &["variable_is_lowercase 1:1"]),
    ("file { a: }\nfile { 'b': }\n", &["unquoted_resource_title 1:8"]),
    ("file { 'b':\n  mode   => '644',\n  ensure => file,\n}\n", &["file_mode 2:13", "ensure_first_param 3:3"]),
    (
        "file { 'b':\n  mode => 0644,\n}\nfile { 'c': mode => 'u=rw,g=r' }\nfile { 'd': mode => $m }\n",
        &["unquoted_file_mode 2:11"],
    ),
    ("file { 'b': ensure => '/x' }\n", &["ensure_not_symlink_target 1:23"]),
    // Neither a parameter of a class nor an arrow without another is out of place.
    ("class { 'b':\n  mode   => 1,\n  ensure => present,\n}\nfile { 'c':\n  ensure    => file,\n}\n", &[]),
    ("file { 'b':\n  ensure => file,\n  mode  => '0644',\n}\n", &["arrow_alignment 3:9"]),
    ("file { 'b':\n  a => 1;\n  'c':\n  abc => 1,\n}\n$h = {\n  a => 1,\n  bcd => 2,\n}\n", &[]),
    ("x { 'b':\n  a => {\n    b => 1,\n    cd  => 2,\n  },\n}\n", &["arrow_alignment 3:7", "arrow_alignment 4:9"]),
    ("case $a {\n  1: { }\n}\ncase $b {\n  default: { }\n}\n", &["case_without_default 1:1"]),
    ("node web { }\nnode 'db' { }\nnode default { }\n", &["unquoted_node_name 1:6"]),
    ("File['a'] <- File['b']\n", &["right_to_left_relationship 1:11"]),
    ("File['a'] ->\nFile['b']\nFile['c']\n-> File['d']\n", &["arrow_on_right_operand_line 1:11"]),
    ("$a = 'puppet:///x/y'\n$b = 'puppet:///modules/x/y'\n", &["puppet_url_without_modules 1:6"]),
    ("$a = @(X)\n  \"x\" \t \n  // y\n  X\n$b = @(\"Y\")\n  $c\n  Y\n", &["variables_not_enclosed 6:3"]),
];

#[test]
fn each_rule_finds_its_mistakes_only() {
    for (text, expected) in CASES {
        assert_eq!(found(text), *expected, "{text}");
    }
    let long = format!("$a = '{}'\n", "x".repeat(140));
    assert_eq!(found(&long), ["140chars 1:141"]);
    assert_eq!(found(&long.replace("xx", "://")), [""; 0]);
    assert_eq!(found("class a { }\n# b\nclass b { }\n"), ["documentation 1:1"]);
    let rules: Vec<String> = pprepl_session::STYLE_RULES.iter().map(|rule| rule.code.to_string()).collect();
    let shown: String = CASES.iter().flat_map(|(_, found)| found.iter()).map(|row| format!("{row}\n")).collect();
    for rule in rules.iter().filter(|rule| !["140chars", "documentation"].contains(&&***rule)) {
        assert!(shown.contains(&format!("{rule} ")), "no case shows {rule}");
    }
}

fn check(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
    command.arg("check").args(arguments).current_dir(folder).env("XDG_CONFIG_HOME", folder).stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn style_is_checked_on_request_and_fixed_where_it_is_safe() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("a.pp");
    let text = "file { a:\n  ensure => file,\n  mode => '644', \n  x => \"${y}\",\n\tz => \"b\",\n}\n";
    fs::write(&path, text).unwrap();
    assert!(!check(root.path(), &["a.pp"]).2.contains("arrow_alignment"));
    let (_, _, err) = check(root.path(), &["--style", "a.pp"]);
    for rule in ["arrow_alignment", "file_mode", "trailing_whitespace", "unquoted_resource_title", "hard_tabs"] {
        assert!(err.contains(&format!("warning[{rule}]")), "{rule}: {err}");
    }
    let (_, _, err) = check(root.path(), &["--style", "--allow", "file_mode", "--deny", "hard_tabs", "a.pp"]);
    assert!(!err.contains("[file_mode]") && err.contains("error[hard_tabs]"), "{err}");
    fs::write(root.path().join(".pprepl.toml"), "[check]\nstyle = true\nallow = [\"hard_tabs\"]\n").unwrap();
    let (_, _, err) = check(root.path(), &["a.pp"]);
    assert!(err.contains("[file_mode]") && !err.contains("[hard_tabs]"), "{err}");
    fs::remove_file(root.path().join(".pprepl.toml")).unwrap();
    check(root.path(), &["--style", "--fix", "a.pp"]);
    check(root.path(), &["--style", "--fix", "a.pp"]);
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "file { 'a':\n  ensure => file,\n  mode   => '0644',\n  x      => \"${y}\",\n  z      => 'b',\n}\n"
    );
}

#[test]
fn comments_of_puppet_lint_suppress_rules_of_style() {
    let root = tempfile::tempdir().unwrap();
    let text = "$a = \"x\" # lint:ignore:double_quoted_strings\n# lint:ignore:140chars lint:ignore:quoted_booleans\n$b = 'true'\n\
                # lint:endignore\n$c = 'x' # pprepl:ignore trailing_whitespace \n";
    fs::write(root.path().join("a.pp"), text).unwrap();
    let (status, _, err) = check(root.path(), &["--style", "--deny", "quoted_booleans", "a.pp"]);
    assert_eq!((status, &*err), (0, ""));
    let (_, out, _) = check(root.path(), &["--rules"]);
    assert!(out.contains("double_quoted_strings") && out.contains("style"), "{out}");
}

#[test]
fn a_suppressed_finding_is_not_fixed() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("a.pp");
    fs::write(&path, "class c(\n  Integer $n = '43', # pprepl:ignore\n  Integer $m = '44',\n) {\n}\n").unwrap();
    check(root.path(), &["--fix", "a.pp"]);
    let expected = "class c(\n  Integer $n = '43', # pprepl:ignore\n  Integer $m = 44,\n) {\n}\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
}

#[test]
fn each_rule_has_a_page_whose_examples_are_right() {
    let session = pprepl_session::Session::new(
        pprepl_session::Settings::default(),
        Box::new(pprepl_session::SystemHost::silent()),
    );
    for rule in pprepl_session::STYLE_RULES {
        let name = rule.code.to_string();
        let (page, _) = pprepl_session::commands::explanation(&session, &name).unwrap();
        assert!(page.starts_with(&format!("{name} (a rule of style: {})", rule.summary)), "{page}");
        assert!(page.split_whitespace().collect::<Vec<_>>().join(" ").contains(rule.reason), "{page}");
        let has = |text: &str| found(text).iter().any(|row| row.starts_with(&format!("{name} ")));
        let end = if rule.right.ends_with('\n') { "" } else { "\n" };
        assert!(rule.wrong.is_empty() || has(&format!("{}\n", rule.wrong)), "{name}: {:?}", found(rule.wrong));
        assert!(!has(&format!("{}{end}", rule.right)), "{name}: {}", rule.right);
    }
}
