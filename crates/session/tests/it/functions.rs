//! The built-in functions: every row is found, documented, and its example gives what the row says.

use pprepl_session::{Edition, Session, Settings, SystemHost};
use puppet_functions::loader::facts;
use puppet_functions::{builtins, documentation, find};
use puppet_pcore::{Hash, Value};

#[test]
fn rows_are_sorted_and_named_once() {
    let names: Vec<&str> = builtins().map(|row| row.name).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(names, sorted);
    for row in builtins() {
        assert!(std::ptr::eq(find(row.name).unwrap(), row), "{}", row.name);
    }
    assert!(find("no_such_function").is_none());
    assert!(find("").is_none());
}

#[test]
fn every_row_says_what_it_does_in_a_sentence() {
    for row in builtins() {
        assert!(!row.signatures.is_empty(), "{}", row.name);
        assert!(row.summary.ends_with(['.', '?']) && row.summary.len() >= 15, "{}: {}", row.name, row.summary);
    }
}

#[test]
fn only_puppets_statement_functions_go_without_parentheses() {
    let statements: Vec<&str> = builtins().filter(|row| row.statement).map(|row| row.name).collect();
    let expected = "break contain debug err fail import include info next notice realize require return tag warning";
    assert_eq!(statements.join(" "), expected);
}

#[test]
fn documentation_shows_signatures_summary_and_example() {
    let text = documentation(find("slice").unwrap());
    assert_eq!(
        text,
        "slice(Hash $hash, Integer[1, default] $size, Optional[Callable] &$block) >> Collection
slice(Iterable $list, Integer[1, default] $size, Optional[Callable] &$block) >> Iterable

Splits into arrays of a given size; a lambda gets each slice as one array or as separate arguments.

  [1, 2, 3, 4, 5].slice(2)
  => [[1, 2], [3, 4], [5]]
"
    );
}

/// What an input gives in a session of its own, in Puppet source form; the error's text when it fails.
fn value_of(input: &str) -> String {
    let mut settings = Settings::default();
    // What is no function of Puppet 8 is shown where it is one.
    let ours = ["type_of(", "breakpoint("].iter().any(|name| input.starts_with(name));
    let edition = if ours { Edition::Eight } else { Edition::Puppet8 };
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let got = session.evaluate("example", input);
    match got.value {
        Some(value) => value,
        None => got.reports.iter().map(|report| format!("{}: {}", report.code, report.message)).collect(),
    }
}

#[test]
fn every_example_gives_what_its_row_says() {
    let wrong: Vec<String> = builtins()
        .filter(|row| !row.example.is_empty())
        .map(|row| (row, value_of(row.example)))
        .filter(|(row, got)| got != row.gives)
        .map(|(row, got)| format!("{}\n  gives {got}\n  not   {}", row.example, row.gives))
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Calls and what the reference answers to them.
#[test]
fn the_reference_answers_alike() {
    let text = include_str!("../../../../tests/functions/reference.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let mut wrong = Vec::new();
    for pair in lines.chunks(2) {
        let (input, expected) = (pair[0], pair[1].strip_prefix("=> ").unwrap());
        let got = value_of(input);
        let right = match expected.strip_prefix("refused ") {
            Some(code) => got.starts_with(&format!("{code}: ")),
            None if expected == "fails" => got.starts_with("RUNTIME_ERROR"),
            None => got == expected,
        };
        if !right {
            wrong.push(format!("{input}\n  gives {got}\n  not   {expected}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Values of every kind, and some at the edge.
const VALUES: &[&str] = &[
    "undef",
    "default",
    "true",
    "0",
    "-1",
    "9223372036854775807",
    "2.5",
    "1e300",
    "''",
    "'é a\\n'",
    "'%d %s'",
    "'a.0'",
    "'['",
    "[]",
    "[1, 'a', [undef]]",
    "{}",
    "{'a' => [1]}",
    "{1 => {2 => 3}}",
    "/(a)?b/",
    "Integer[1, 3]",
    "Integer",
    "Enum['a', 'b']",
    "Variant[Integer, Pattern[/a/]]",
    "Sensitive('x')",
    "Binary('YWJj')",
    "SemVer('1.2.3')",
    "SemVerRange('1.x')",
    "Timespan(90)",
    "Timestamp(0)",
    "[1, 2].reverse_each",
    "Integer[1, 9].step(2)",
    "Error('x')",
    "Integer('9223372036854775808')",
    "Integer[1, 9223372036854775807]",
    "Hash",
];

/// Lambdas of each arity, one that breaks, and none.
const LAMBDAS: &[&str] =
    &["", " || { 1 }", " |$a| { $a }", " |$a, $b| { 1 }", " |*$a| { break() }", " |$a, $b = 1| { next(0) }"];

/// Iterating over all numbers is for ever, unless the lambda ends it.
fn endless(first: &str, lambda: &str) -> bool {
    first.contains("9223372036854775807") && !lambda.is_empty() && !lambda.contains("break")
}

#[test]
fn no_call_panics() {
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    settings.execution.elements = 500;
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    for row in builtins() {
        for first in VALUES {
            for lambda in LAMBDAS.iter().filter(|lambda| !endless(first, lambda)) {
                session.evaluate("call", &format!("{}({first}){lambda}", row.name));
            }
            for second in ["2", "[3, 1]"].iter().filter(|_| row.name != "index" || !endless(first, "search")) {
                session.evaluate("call", &format!("{}({first}, {second})", row.name));
            }
            session.evaluate("call", &format!("{}('%d', {first}, {{'a' => 1}})", row.name));
        }
    }
}

/// What reads a variable by its name follows the settings: each row has `strict_variables`, an input and its answer.
#[test]
fn unknown_names_follow_the_settings() {
    let unknown = "RUNTIME_ERROR: the template, line 1: the variable ";
    for (strict_variables, input, expected) in [
        ("true", "call(Deferred('$nosuch'))", "RUNTIME_ERROR: unknown variable `$nosuch`".to_owned()),
        ("false", "call(Deferred('$nosuch'))", "undef".to_owned()),
        (
            "true",
            "inline_template('<%= scope[\"nosuch\"].inspect %>')",
            format!("{unknown}`$nosuch` has no value here"),
        ),
        ("false", "inline_template('<%= scope[\"nosuch\"].inspect %>')", "'nil'".to_owned()),
        ("false", "inline_template('<%= scope[\"::nosuch\"].inspect %>')", "'nil'".to_owned()),
        ("false", "inline_template('<%= scope[\"a::b\"].inspect %>')", format!("{unknown}`$a::b` has no value here")),
    ] {
        let mut settings = Settings::default();
        Edition::Puppet8.apply(&mut settings);
        settings.set("strict_variables", strict_variables).expect("a setting");
        let got = Session::new(settings, Box::new(SystemHost::silent())).evaluate("input", input);
        let report = || got.reports.iter().map(|report| format!("{}: {}", report.code, report.message)).collect();
        assert_eq!(got.value.clone().unwrap_or_else(report), expected, "{strict_variables}: {input}");
    }
}

/// Methods that a template lacks are functions of the stand-ins, whose names have no signs.
#[test]
fn a_stand_in_replaces_a_method_with_a_plain_name_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stand_ins.pp");
    let functions = "function erb::dir::home_of($name) { \"/home/${name}\" }\n\
                     function erb::shout_2($text) { \"${text}!\" }\n\
                     function erb::is_odd($text) { true }\n";
    std::fs::write(&file, functions).expect("a file");
    let mut settings = Settings::default();
    settings.set("stand_ins", &file.display().to_string()).expect("a setting");
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    for (template, expected) in [
        ("Dir.home_of(\"ada\")", "'/home/ada'"),
        ("\"a\".shout_2", "'a!'"),
        ("\"a\".is_odd?", "'true'"),
        ("Dir.nosuch", "the template, line 1: `Dir.nosuch`, for which pprepl would need Ruby"),
        ("ENV[\"x\"]", "the template, line 1: `ENV.[]`, for which pprepl would need Ruby"),
        ("\"a\".nosuch_2", "the template, line 1: the method `nosuch_2` of a string, for which pprepl would need Ruby"),
    ] {
        let got = session.evaluate("input", &format!("inline_template('<%= {template} %>')"));
        let found = got.value.clone().unwrap_or_else(|| got.reports[0].message.clone());
        assert_eq!(found, expected, "{template}");
    }
    let refused = session.evaluate("input", "generate('/bin/date')");
    assert_eq!(refused.reports[0].code, "PROGRAM_NOT_RUN");
}

fn hash<const N: usize>(entries: [(&str, Value); N]) -> Hash {
    entries.into_iter().map(|(key, value)| (Value::str(key), value)).collect()
}

#[test]
fn a_path_to_a_fact_is_suggested_up_to_the_first_unknown_name() {
    let inner = |key: &str| Value::hash(hash([(key, Value::str("x"))]));
    let facts = hash([("os", inner("family")), ("a.b", inner("inner"))]);
    for (path, expected) in [
        ("oss", Some("os")),
        ("oss.family", Some("os")),
        ("os.famly", Some("os.family")),
        ("os.famly.x.y", Some("os.family")),
        ("os.entirely_other", None),
        ("os.family.x", None),
        ("'a.b'.iner", Some("\"a.b\".inner")),
        ("'a.c'", Some("\"a.b\"")),
    ] {
        assert_eq!(facts::near(&facts, &facts::steps(path)).as_deref(), expected, "{path}");
    }
}

/// Facts of old names come from the structured ones. Those that the node has already keep their values.
#[test]
fn legacy_facts_are_made_from_structured_ones() {
    let interface = |ip: &str| Value::hash(hash([("ip", Value::str(ip))]));
    let interfaces = hash([("eth0:1", interface("10.0.0.1")), ("br_0", interface("10.0.0.2"))]);
    let all = facts::legacy(&hash([
        ("osfamily", Value::str("Mine")),
        ("os", Value::hash(hash([("family", Value::str("Debian")), ("name", Value::str("Ubuntu"))]))),
        ("networking", Value::hash(hash([("interfaces", Value::hash(interfaces))]))),
    ]));
    let shown = |name: &str| all.get_str(name).map(puppet_pcore::display);
    for (name, expected) in [
        ("osfamily", Some("'Mine'")),
        ("operatingsystem", Some("'Ubuntu'")),
        ("interfaces", Some("'eth0_1,br_0'")),
        ("ipaddress_eth0_1", Some("'10.0.0.1'")),
        ("ipaddress_br_0", Some("'10.0.0.2'")),
        ("ipaddress_br_1", None),
    ] {
        assert_eq!(shown(name).as_deref(), expected, "{name}");
    }
}
