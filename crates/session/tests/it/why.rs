//! `:why`: each overload of a call, each parameter, and what runs; nothing is run.

use pprepl_session::commands;
use pprepl_session::{CommandAnswer, Outcome, Session, Settings, SystemHost};

fn session(before: &[&str]) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    for input in before {
        assert!(!session.evaluate("before", input).failed(), "{input} fails");
    }
    session
}

fn answer(session: &mut Session, call: &str) -> CommandAnswer {
    match commands::submit(session, &format!(":why {call}")) {
        Outcome::Command(answer) => *answer,
        other => panic!("{other:?}"),
    }
}

fn why(before: &[&str], call: &str) -> String {
    answer(&mut session(before), call).text
}

fn refused(before: &[&str], call: &str) -> String {
    let answer = answer(&mut session(before), call);
    let reports = answer.reports.iter().map(|report| format!("{}: {}", report.code, report.message));
    reports.collect::<Vec<_>>().join("\n")
}

/// The line of an answer that starts with this, blanks apart.
fn line<'a>(text: &'a str, start: &str) -> &'a str {
    text.lines().find(|line| line.trim_start().starts_with(start)).unwrap_or_else(|| panic!("no {start} in\n{text}"))
}

#[test]
fn each_overload_of_a_built_in_says_why_not() {
    let text = why(&[], "[1, 2].slice('2')");
    assert!(
        line(&text, "slice(Hash").ends_with("rejected") && line(&text, "slice(Iterable").ends_with("rejected"),
        "{text}"
    );
    assert!(line(&text, "$size").ends_with("String '2'           rejected: write 2, or Integer('2')"), "{text}");
    let text = why(&[], "[1, 2].slice(2)");
    assert!(line(&text, "slice(Iterable").ends_with("runs"), "{text}");
}

#[test]
fn the_block_has_a_row_of_its_own() {
    let text = why(&[], "{a => 1}.each |$k, $v| { 1 }");
    assert!(line(&text, "each(Hash").ends_with("runs"), "{text}");
    assert!(line(&text, "&$block").ends_with("a lambda with 2 parameters  accepted"), "{text}");
    let text = why(&[], "[1].filter");
    assert!(line(&text, "&$block").ends_with("rejected: missing lambda"), "{text}");
    let text = why(&["function f(Callable[1, 1] $b) { }"], "f() |$x, $y| { }");
    assert!(line(&text, "&$b").ends_with("rejected: it cannot call a lambda with 2 parameters"), "{text}");
}

#[test]
fn a_function_of_the_session_shows_places_inside() {
    let f = "function f(Array[Integer] $list, Optional[String] $s = 'x', Integer *$more) >> Integer { 1 }";
    insta::assert_snapshot!(why(&[f], "f([1, 'x'], undef, 1, 'b')"));
    insta::assert_snapshot!(why(&[f], "f()"));
    insta::assert_snapshot!(why(&["function g($a) { }"], "g(1, 2)"));
}

#[test]
fn a_callable_in_a_variable() {
    insta::assert_snapshot!(why(&["function f(Integer $n) { $n }", "$f = &f"], "$f('1')"));
}

#[test]
fn a_type_is_called_by_its_forms() {
    insta::assert_snapshot!(why(&[], "Integer('18', 3)"));
    let o = "type O = Object[{attributes => {a => Integer, b => {type => String, value => 'x'}}}]";
    insta::assert_snapshot!(why(&[o], "O('1')"));
}

#[test]
fn a_define_and_a_class_take_by_name() {
    let d = "define d(Integer[1, 65535] $port, String $label = 'x') { }";
    insta::assert_snapshot!(why(&[d], "d { 'x': port => '80', lable => 'y' }"));
    insta::assert_snapshot!(why(&["class c(Array[String] $list) { }"], "class { 'c': }"));
}

#[test]
fn what_is_sensitive_stays_hidden() {
    let shown = why(&["$s = Sensitive('hush')"], "join([1], $s)");
    assert!(shown.contains("Sensitive") && !shown.contains("hush"), "{shown}");
}

#[test]
fn what_cannot_be_looked_at_is_refused() {
    assert!(refused(&[], "1 + 1").starts_with("COMMAND_ARGUMENT: expected a call"));
    assert!(refused(&[], "with(notice('x')) |$x| { }").starts_with("COMMAND_ARGUMENT: the arguments do something"));
    assert!(refused(&[], "nofun(1)").starts_with("UNKNOWN_FUNCTION: "));
    assert!(refused(&[], "upcase($nope)").starts_with("UNKNOWN_VARIABLE: "));
    assert!(refused(&[], "upcase(1 2)").starts_with("SYNTAX_ERROR: "));
    assert!(refused(&[], "nothing { 'x': }").starts_with("RUNTIME_ERROR: unknown class or define `nothing`"));
}

#[test]
fn nothing_is_run() {
    let mut session = session(&["function f($x) { notice('ran') $x }"]);
    answer(&mut session, "f(1)");
    answer(&mut session, "notice('x')");
    assert!(session.names().variables().is_empty());
    assert_eq!(session.inputs().len(), 1);
    assert_eq!(session.evaluate("next", "f(2)").value.as_deref(), Some("2"));
}

#[test]
fn the_same_is_given_as_data() {
    let answer = answer(&mut session(&[]), "max(1, 'a')");
    let data = answer.data.unwrap();
    assert_eq!(data["callee"], "max");
    let overloads = data["overloads"].as_array().unwrap();
    assert_eq!(overloads[0]["accepted"], false);
    assert_eq!(overloads[0]["parameters"][1]["actual"], "String 'a'");
    assert_eq!(overloads[0]["parameters"][1]["mismatch"][0]["expected"], "Numeric");
    let runs = data["runs"].as_u64().unwrap() as usize;
    assert_eq!(overloads[runs]["accepted"], true);
    assert_eq!(answer.value.as_deref(), overloads[runs]["signature"].as_str());
}
