//! `pprepl check` on files, folders and the standard input: what it tells, what it puts right, its exit status.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::{self, Ran, tree};

fn pprepl(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = program::pprepl(folder, &[&["check"], arguments].concat());
    command.env_remove("NO_COLOR");
    command
}

fn check(folder: &Path, arguments: &[&str]) -> Ran {
    Ran::from(&mut pprepl(folder, arguments))
}

fn check_input(folder: &Path, arguments: &[&str], input: &str) -> Ran {
    let mut command = pprepl(folder, arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Ran::of(&child.wait_with_output().unwrap())
}

const WRONG: &str = "class web(Integer $port = '80') { }\n";
const GOOD: &str = "class db { }\n";

#[test]
fn the_status_says_how_bad_it_is() {
    let root = tree(&[
        ("good.pp", GOOD),
        ("warned.pp", "class c(String $s = undef) { }\n"),
        ("wrong.pp", WRONG),
        ("broken.pp", "$x = = 2\n"),
    ]);
    let status = |name: &str| check(root.path(), &[name]).status;
    assert_eq!([status("good.pp"), status("warned.pp"), status("wrong.pp"), status("broken.pp")], [0, 0, 1, 2]);
    assert_eq!(check(root.path(), &["good.pp", "wrong.pp", "warned.pp"]).status, 1, "the worst counts");
    assert_eq!(status("nosuch.pp"), 64);
    assert!(check(root.path(), &["warned.pp"]).err.contains("default-undef"));
}

#[test]
fn folders_are_gone_through() {
    let root = tree(&[
        ("m/manifests/init.pp", WRONG),
        ("m/manifests/deep/er.pp", WRONG),
        ("m/templates/t.epp", "<% if true { %>a<%= 1 =~ /x/ %><% } %>\n"),
        ("m/README.md", "not Puppet"),
        ("m/.git/hidden.pp", "= = ="),
    ]);
    let found = check(root.path(), &["--json", "m"]);
    let files: Vec<String> = found
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["file"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(files, ["m/manifests/deep/er.pp", "m/manifests/init.pp", "m/templates/t.epp"]);
    assert_eq!(found.status, 1);
    assert!(found.out.contains("\"operand\""), "templates are checked, too: {}", found.out);
}

#[test]
fn templates_are_bodies_of_their_own() {
    let root = tree(&[
        ("declared.epp", "<%- | Integer $n, String $s = 5 | -%>\nn: <%= $n =~ /x/ %>\n"),
        ("free.epp", "<% if $port { %><%= $port + 1 %><% } %><%= $title %>\n"),
        ("broken.epp", "<% if $port { %>"),
    ]);
    let found = check(root.path(), &["declared.epp"]);
    let codes = |text: &str| text.lines().filter(|line| line.starts_with("error[")).count();
    assert_eq!((codes(&found.err), found.status), (2, 1), "{}", found.err);
    assert_eq!(check(root.path(), &["free.epp"]).status, 0);
    assert_eq!(check(root.path(), &["broken.epp"]).status, 2);
}

#[test]
fn a_folder_that_links_to_itself_ends() {
    let root = tree(&[("m/a.pp", GOOD)]);
    #[cfg(unix)]
    std::os::unix::fs::symlink(root.path().join("m"), root.path().join("m/again")).unwrap();
    let found = check(root.path(), &["--json", "m"]);
    assert_eq!((found.status, found.out.lines().count()), (0, 1));
}

#[test]
fn the_standard_input_is_checked() {
    let root = tree(&[]);
    let found = check_input(root.path(), &["-"], WRONG);
    assert_eq!(found.status, 1);
    assert!(found.err.contains("stdin:1:"), "{}", found.err);
}

#[test]
fn fix_writes_what_leaves_no_doubt() {
    let root = tree(&[
        ("a.pp", "class web(Integer $port = '80') {\n  file { '/a': ensure: file }\n  upcas('x')\n}\n"),
        ("b.pp", GOOD),
    ]);
    let before = fs::metadata(root.path().join("b.pp")).unwrap().modified().unwrap();
    let found = check(root.path(), &["--fix", "a.pp", "b.pp"]);
    assert_eq!(
        fs::read_to_string(root.path().join("a.pp")).unwrap(),
        "class web(Integer $port = 80) {\n  file { '/a': ensure => file }\n  upcas('x')\n}\n"
    );
    assert!(found.err.contains("a.pp: fixed: write 80; write =>"), "{}", found.err);
    assert_eq!(found.status, 0);
    assert_eq!(fs::metadata(root.path().join("b.pp")).unwrap().modified().unwrap(), before, "not touched");
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 2, "nothing is left behind");
}

#[cfg(unix)]
#[test]
fn fix_keeps_permissions_and_links() {
    use std::os::unix::fs::PermissionsExt;
    let root = tree(&[("real.pp", WRONG)]);
    let real = root.path().join("real.pp");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("real.pp", root.path().join("link.pp")).unwrap();
    check(root.path(), &["--fix", "link.pp"]);
    assert!(fs::read_to_string(&real).unwrap().contains("= 80"));
    assert!(fs::symlink_metadata(root.path().join("link.pp")).unwrap().is_symlink());
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn diff_shows_and_writes_nothing() {
    let root = tree(&[("a.pp", WRONG)]);
    let found = check(root.path(), &["--fix", "--diff", "a.pp"]);
    assert!(
        found.out.contains("-class web(Integer $port = '80') { }\n+class web(Integer $port = 80) { }\n"),
        "{}",
        found.out
    );
    assert_eq!(fs::read_to_string(root.path().join("a.pp")).unwrap(), WRONG);
    assert_eq!(found.status, 1, "what is wrong is wrong still");
}

#[test]
fn the_standard_input_is_put_right_to_the_standard_output() {
    let root = tree(&[]);
    let found = check_input(root.path(), &["--fix", "-"], WRONG);
    assert_eq!((found.out.as_str(), found.status), ("class web(Integer $port = 80) { }\n", 0));
    assert_eq!(check_input(root.path(), &["--fix", "-"], GOOD).out, GOOD);
}

#[test]
fn rules_are_allowed_and_denied() {
    let root = tree(&[("a.pp", WRONG), ("c.pp", "class c(String $s = undef) { }\n")]);
    let allowed = check(root.path(), &["--allow", "type-mismatch", "a.pp"]);
    assert_eq!((allowed.status, allowed.err.as_str()), (0, ""));
    let denied = check(root.path(), &["--deny", "default-undef", "c.pp"]);
    assert!(denied.status == 1 && denied.err.contains("error[default-undef]"), "{}", denied.err);
    let warned = check(root.path(), &["--warn", "type-mismatch", "a.pp"]);
    assert!(warned.status == 0 && warned.err.contains("warning[type-mismatch]"), "{}", warned.err);
    let unknown = check(root.path(), &["--deny", "type-mismach", "a.pp"]);
    assert!(unknown.status == 64 && unknown.err.contains("type-mismatch"), "{}", unknown.err);
}

#[test]
fn the_rules_are_listed() {
    let listed = check(Path::new("."), &["--rules"]);
    for rule in puppet_check::RULES {
        assert!(listed.out.lines().any(|line| line.starts_with(rule.code.as_str())), "{}", rule.code);
    }
    assert_eq!(listed.status, 0);
}

#[test]
fn hints_are_told_when_they_are_wanted() {
    let root = tree(&[("a.pp", "function f(Integer $n) {\n  notice(nosuch($n))\n  $n\n}\n")]);
    assert_eq!(check(root.path(), &["a.pp"]).err, "");
    let hinted = check(root.path(), &["--hints", "a.pp"]);
    assert!(hinted.status == 0 && hinted.err.contains("note[unresolved]"), "{}", hinted.err);
}

#[test]
fn sarif_has_the_fixes() {
    let root = tree(&[("a.pp", WRONG)]);
    let found: Value = serde_json::from_str(&check(root.path(), &["--sarif", "a.pp"]).out).unwrap();
    let change = &found["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "a.pp");
    assert_eq!(
        change["replacements"][0],
        serde_json::json!({
            "deletedRegion": { "startLine": 1, "startColumn": 27, "endLine": 1, "endColumn": 31 },
            "insertedContent": { "text": "80" },
        })
    );
}

#[test]
fn a_variable_that_nothing_in_sight_sets_is_a_hint() {
    let root = tree(&[
        ("a.pp", "$port = 80\nnotice($level)\nclass a { notice($osfamily, $title, $port, $servername) }\n"),
        ("b.pp", "class b inherits b::params { notice($set_by_the_parent) }\n"),
    ]);
    assert_eq!(check(root.path(), &["a.pp", "b.pp"]).err, "");
    let hinted = check(root.path(), &["--hints", "a.pp", "b.pp"]);
    let found: Vec<&str> = hinted.err.lines().filter(|line| line.contains("unresolved")).collect();
    let expected = ["unknown variable 'level'", "unknown variable 'osfamily'", "unknown class 'b::params'"];
    assert_eq!(found, expected.map(|text| format!("note[unresolved]: {text}")));
    assert_eq!(check(root.path(), &["--deny", "unresolved", "a.pp"]).status, 1);
}

#[test]
fn a_variable_that_is_nearly_a_local_one_is_a_warning() {
    let root =
        tree(&[("a.pp", "$port = 80\nnotice($prot)\n"), ("b.pp", "class b($host_name) { notice($hostname) }\n")]);
    let found = check(root.path(), &["a.pp", "b.pp"]);
    assert!(
        found.err.contains("unknown variable 'prot'") && found.err.contains("did you mean '$port'?"),
        "{}",
        found.err
    );
    // `hostname` is a fact.
    assert!(found.status == 0 && !found.err.contains("'hostname'"), "{}", found.err);
}
