//! The checker where one meets it: inputs, `:check`, `:type`, `:set check`, files on the command line, SARIF.

use std::process::{Command, Output};

use pprepl_session::commands;
use pprepl_session::{CommandAnswer, Evaluation, Outcome, Session, Settings, SystemHost};
use pprepl_text::Severity;
use serde_json::Value;

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent()))
}

fn input(session: &mut Session, text: &str) -> Evaluation {
    match commands::submit(session, text) {
        Outcome::Evaluated(evaluation) => *evaluation,
        other => panic!("{text}: {other:?}"),
    }
}

fn say(session: &mut Session, line: &str) -> CommandAnswer {
    match commands::submit(session, line) {
        Outcome::Command(answer) => *answer,
        other => panic!("{line}: {other:?}"),
    }
}

const UNREACHED: &str = "if false { 1 =~ /x/ } else { 'ok' }";

#[test]
fn an_input_is_warned_of_and_runs() {
    let mut s = session();
    let found = input(&mut s, UNREACHED);
    assert_eq!(found.value.as_deref(), Some("'ok'"));
    let codes: Vec<(&str, Severity)> = found.reports.iter().map(|r| (r.code.as_str(), r.severity)).collect();
    assert_eq!(codes, [("operand", Severity::Warning)]);
}

#[test]
fn what_fails_tells_itself_once() {
    let mut s = session();
    let found = input(&mut s, "[1] * 2");
    let codes: Vec<&str> = found.reports.iter().map(|r| r.code.as_str()).collect();
    assert_eq!(codes, ["NOT_NUMERIC"]);
}

#[test]
fn set_check_error_refuses() {
    let mut s = session();
    say(&mut s, ":set check error");
    let found = input(&mut s, &format!("$x = 5\n{UNREACHED}"));
    assert!(found.failed());
    assert_eq!(found.reports[0].code, "operand");
    // Nothing of it ran.
    assert_eq!(input(&mut s, "$x = 6").value.as_deref(), Some("6"));
}

#[test]
fn set_check_off_is_silent() {
    let mut s = session();
    say(&mut s, ":set check off");
    assert!(input(&mut s, UNREACHED).reports.is_empty());
}

#[test]
fn check_tells_all_findings_at_once() {
    let mut s = session();
    let answer = say(&mut s, ":check (1 + 'a') * ([2] - true)");
    assert_eq!(answer.text, "2 findings");
    assert_eq!(answer.reports.iter().filter(|r| r.code == "operand").count(), 2);
    assert!(input(&mut s, "1").reports.is_empty(), "nothing of it stays");
}

#[test]
fn type_is_static_where_running_would_do_something() {
    let mut s = session();
    input(&mut s, "function f(Array[Integer] $xs) { notice($xs) $xs[0] }");
    let answer = say(&mut s, ":type f([1, 2])");
    assert!(answer.text.contains("static") && answer.text.contains("Optional[Integer]"), "{}", answer.text);
    let wrong = say(&mut s, ":type f(['a'])");
    assert_eq!(wrong.reports[0].code, "type-mismatch");
}

#[test]
fn definitions_of_a_checked_text_do_not_stay() {
    let mut s = session();
    say(&mut s, ":check function g() { 1 }");
    assert_eq!(input(&mut s, "function g() { 2 }\ng()").value.as_deref(), Some("2"));
}

#[test]
fn a_finding_points_at_the_literal_and_at_the_annotation() {
    let mut s = session();
    input(&mut s, "function f(Array[Numeric] $xs) { $xs }");
    let answer = say(&mut s, ":check f([42, '43'])");
    let report = &answer.reports[0];
    assert!(report.frame().contains("f([42, '43'])"), "{}", report.frame());
    assert!(report.frame().contains("f declares $xs as Array[Numeric]"), "{}", report.frame());
    assert_eq!(report.help.as_deref(), Some("write 43 without quotes, or convert it: Numeric('43')"));
}

#[test]
fn only_who_can_declare_is_told_to() {
    let help = |text: &str| {
        let answer = say(&mut session(), &format!(":check {text}"));
        answer.reports[0].help.clone().unwrap_or_default()
    };
    assert_eq!(help("function f(String $x) { $x } f(undef)"), "to accept undef, declare Optional[String]");
    let missing = "test for undef first: `.then |$value| { .. }` runs only for a value";
    assert_eq!(help("downcase(undef)"), missing);
    assert_eq!(help("$x = 1 + undef"), missing);
    let whole = "Float does not include integers: write 5.0 for 5";
    assert_eq!(help("function f(Float $x) { $x } f(5)"), format!("{whole}, or declare Numeric"));
}

fn pprepl(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pprepl")).args(arguments).output().expect("it runs")
}

fn manifest(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("site.pp");
    std::fs::write(&path, text).unwrap();
    let shown = path.display().to_string();
    (folder, shown)
}

const MANIFEST: &str = "class web(Integer $port = 'http') { }\nnosuch::function(1)\ninclude web\n";

#[test]
fn a_file_with_a_static_error_fails_the_check() {
    let (_folder, path) = manifest(MANIFEST);
    let output = pprepl(&["check", &path]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("expected Integer, found String"), "{told}");
    assert!(!told.contains("nosuch"), "what other files may define is no error: {told}");
}

#[test]
fn a_file_without_findings_passes() {
    let (_folder, path) = manifest("class web(Integer $port = 80) { }\ninclude web\n");
    let output = pprepl(&["check", &path]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn sarif_names_file_place_and_rule() {
    let (_folder, path) = manifest(MANIFEST);
    let output = pprepl(&["check", "--sarif", &path]);
    assert_eq!(output.status.code(), Some(1));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let result = &document["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "type-mismatch");
    assert_eq!(result["level"], "error");
    let place = &result["locations"][0]["physicalLocation"];
    let root = if cfg!(windows) { "/" } else { "" };
    let uri = format!("file://{root}{}", pprepl_files::slashed(path.as_ref()));
    assert_eq!(place["artifactLocation"]["uri"], Value::from(uri));
    assert_eq!(place["region"]["startLine"], 1);
    assert_eq!(place["region"]["startColumn"], 27);
    assert_eq!(document["runs"][0]["tool"]["driver"]["rules"][0]["id"], "type-mismatch");
}

#[test]
fn a_wrong_entry_points_into_the_definition_of_the_alias() {
    let mut s = session();
    let text = "type Account = Struct[{name => String, uid => Integer}]\n\
                function users(Array[Account] $users) { $users }\nusers([{name => 'a', uid => '1'}])";
    let view = s.analyze().check_types("input", text);
    let report = &view.reports[0];
    assert_eq!(report.position, Some((3, 29)), "the value");
    let label = &report.labels[0];
    assert_eq!((label.position, &*label.message), ((1, 47), "Account requires it"));
}
