//! The messages of the checker say what those of a run say, and point at the definitions.

use pprepl_session::{Report, Session, Settings, SystemHost};

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent()))
}

/// The first finding of the checker.
fn found(text: &str) -> Report {
    let view = session().analyze().check_types("input", text);
    view.reports.into_iter().next().unwrap_or_else(|| panic!("no finding in {text}"))
}

/// The error of a run.
fn failure(text: &str) -> Report {
    let reports = session().evaluate("input", text).reports;
    reports.into_iter().find(|report| report.severity.as_str() == "error").unwrap_or_else(|| panic!("{text} runs"))
}

fn labels(report: &Report) -> Vec<String> {
    let lines = report.labels.iter();
    lines.map(|label| format!("{}:{} {}", label.position.0, label.position.1, label.message)).collect()
}

#[test]
fn sums_of_strings_have_the_same_help_in_both() {
    for (text, code) in
        [("$base = '/srv'\n$base + '/app'", "\"${base}/app\""), ("$a = 'x'\n$b = 'y'\n$a + ' ' + $b", "\"${a} ${b}\"")]
    {
        let help = found(text).help.unwrap_or_default();
        assert_eq!(help, format!("`+` adds numbers; join strings by interpolation: {code}"), "{text}");
        assert!(failure(text).help.unwrap_or_default().contains(code), "{text}");
    }
}

#[test]
fn a_bare_name_in_an_interpolation_means_the_variable() {
    let text = "$p = 80\n$url = \"http://h:${p + 1}\"";
    assert!(found(text).help.unwrap_or_default().contains("$p"), "{:?}", found(text));
    assert!(failure(text).help.unwrap_or_default().contains("$p"), "{:?}", failure(text));
}

#[test]
fn keys_point_at_the_definition_of_the_alias() {
    let program = "type Backend = Struct[{host => String, port => Integer}]\n\
                   function use(Backend $b) { $b }\n";
    let unrecognized = found(&format!("{program}use({{host => 'a', port => 1, prt => 2}})"));
    assert_eq!(labels(&unrecognized), ["1:16 Backend has no such key"]);
    let missing = found(&format!("{program}use({{host => 'a'}})"));
    assert_eq!(labels(&missing), ["1:48 required here"]);
}

#[test]
fn a_parameter_of_a_callable_has_no_elements() {
    let text =
        "function apply(Integer $n, Callable[[Integer], String] $f) { $f($n) }\napply(1) |$x| { $x =~ /a/; 'x' }";
    let told = labels(&found(text));
    assert!(told.iter().any(|label| label.ends_with("declared here")), "{told:?}");
    let with = labels(&found("5.with |$x| { $x =~ /a/ }"));
    assert!(with.iter().all(|label| !label.contains("elements")), "{with:?}");
    let each = labels(&found("[5].each |$x| { $x =~ /a/ }"));
    assert!(each.iter().any(|label| label.ends_with("the elements come from here")), "{each:?}");
}

#[test]
fn elements_are_numbered_in_the_same_way() {
    let text = "function f(Array[Numeric] $xs) { $xs }\n$list = [42, '43']\nf($list)";
    assert!(
        labels(&found(text)).iter().any(|label| label.contains("element 1: expected Numeric")),
        "{:?}",
        found(text)
    );
    assert!(failure(text).message.contains("element 1"), "{:?}", failure(text));
}

#[test]
fn a_fault_has_one_topic_in_both() {
    for (text, topic, rule) in [
        ("$port = 80\n$prot + 1", "unset-variable", "unknown-variable"),
        ("uppercase('a')", "undefined-function", "unknown-function"),
        ("1 =~ Int", "undefined-type", "unknown-type"),
        ("1 / 0", "divided-by-zero", "division-by-zero"),
        ("7 ? { 1 => 2 }", "no-matching-option", "unmatched-selector"),
    ] {
        let (before, after) = (found(text), failure(text));
        assert_eq!((before.topic, after.topic), (topic, topic), "{text}");
        assert_eq!(before.code, rule);
        for name in [topic, rule] {
            assert!(pprepl_session::commands::explanation(&session(), name).is_some(), "{name}");
        }
    }
}
