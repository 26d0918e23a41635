//! The static checker against its cases: types, findings with their places, and what is left to the run.
//!
//! `PPREPL_FAILURES=1` prints the cases that are not right.

use std::fs;

use pprepl_session::{CheckView, Edition, Report, Session, Settings, SystemHost};
use pprepl_text::Severity;
use serde_json::Value;

/// How many cases hold.
const FLOOR: usize = 238;

/// Cases that name one error where the literal holds two of the kind; the prototype of the design reports both, and so do we.
const TOLD_TWICE: [&str; 1] = ["fn-tuple"];

fn data(path: &str) -> String {
    let path = pprepl_testing::root().join("tests/conformance").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn session(case: &Value) -> Session {
    let mut settings = Settings::default();
    if case["ext"].is_null() {
        Edition::Puppet8.apply(&mut settings);
    }
    let strict = case["strict"].as_str().unwrap_or("error");
    settings.set("strict", strict).unwrap();
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    for before in case["before"].as_array().into_iter().flatten() {
        session.evaluate("before", before.as_str().unwrap());
    }
    session
}

/// The text between two places.
fn text_between(source: &str, from: (u32, u32), to: (u32, u32)) -> String {
    let offset = |(line, column): (u32, u32)| {
        let start: usize = source.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        let rest = &source[start..];
        start + rest.char_indices().nth(column as usize - 1).map_or(rest.len(), |(at, _)| at)
    };
    source[offset(from)..offset(to)].to_owned()
}

fn span_text(source: &str, report: &Report) -> String {
    match (report.position, report.end) {
        (Some(from), Some(to)) => text_between(source, from, to),
        _ => String::new(),
    }
}

/// Does the report say what is expected, where it is expected?
fn says(source: &str, report: &Report, expected: &Value, key: &str) -> Result<(), String> {
    let text = expected[key].as_str().unwrap_or_default();
    if !report.message.contains(text) {
        return Err(format!("says {:?}", report.message));
    }
    if let Some(code) = expected["code"].as_str()
        && report.code != code
    {
        return Err(format!("code {}", report.code));
    }
    if let Some(span) = expected["span_text"].as_str()
        && span != span_text(source, report)
    {
        return Err(format!("at {:?}", span_text(source, report)));
    }
    if let Some(note) = expected["note_span_text"].as_str() {
        let notes: Vec<String> =
            report.labels.iter().map(|label| text_between(source, label.position, label.end)).collect();
        if !notes.iter().any(|found| found == note) {
            return Err(format!("notes {notes:?}"));
        }
    }
    Ok(())
}

fn of(view: &CheckView, severity: Severity) -> Vec<&Report> {
    view.reports.iter().filter(|report| report.severity == severity).collect()
}

fn compare(case: &Value, view: &CheckView) -> Result<(), String> {
    let source = case["src"].as_str().unwrap();
    let expected = &case["expect"];
    let (errors, warnings) = (of(view, Severity::Error), of(view, Severity::Warning));
    let wanted: Vec<&Value> = match &expected["errors"] {
        Value::Array(all) => all.iter().collect(),
        _ if !expected["error_contains"].is_null() => vec![expected],
        _ => Vec::new(),
    };
    let twice = TOLD_TWICE.contains(&case["id"].as_str().unwrap_or_default());
    if errors.len() != wanted.len() + usize::from(twice) {
        let all: Vec<String> = errors.iter().map(|report| format!("{}: {}", report.code, report.message)).collect();
        return Err(format!("{} errors: {all:?}", errors.len()));
    }
    for expected in wanted {
        let found: Vec<Result<(), String>> =
            errors.iter().map(|report| says(source, report, expected, "error_contains")).collect();
        if !found.iter().any(Result::is_ok) {
            return found.into_iter().next().unwrap_or(Ok(()));
        }
    }
    if !expected["warning_contains"].is_null() {
        let warning = warnings.first().ok_or("no warning")?;
        says(source, warning, expected, "warning_contains")?;
    }
    for (key, found) in [("type", &view.type_text), ("generalized", &view.generalized)] {
        if let Some(wanted) = expected[key].as_str()
            && Some(wanted) != found.as_deref()
        {
            return Err(format!("{key} {found:?}"));
        }
    }
    Ok(())
}

#[test]
fn the_cases_hold() {
    let (mut right, mut all) = (0, 0);
    for line in data("checker/cases.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let mut session = session(&case);
        let view = session.analyze().check_types("input", case["src"].as_str().unwrap());
        all += 1;
        match compare(&case, &view) {
            Ok(()) => right += 1,
            Err(why) if std::env::var_os("PPREPL_FAILURES").is_some() => {
                println!("{}: {why}\n    {}\n    expected {}", case["id"], case["src"], case["expect"]);
            }
            Err(_) => {}
        }
    }
    println!("checker: {right} of {all}");
    assert!(right >= FLOOR, "{right} of {all} hold");
}

#[test]
fn an_undef_default_of_a_lookup_is_a_warning() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let found = session.analyze().check_file("x.pp", "$x = lookup('k', String, 'first', undef)\nnotice($x)").reports;
    let kinds: Vec<_> = found.iter().map(|report| (report.code.as_str(), report.severity)).collect();
    assert_eq!(kinds, [("default-undef", Severity::Warning)]);
    let fits = "$x = lookup('k', Optional[String], 'first', undef)\nnotice($x)";
    assert!(session.analyze().check_file("x.pp", fits).reports.is_empty());
}

#[test]
fn a_name_with_more_than_one_typing_error_may_be_defined_elsewhere() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let text = "function collect_all() { 1 }\ncolect_al()\ncollect_al()";
    let found = session.analyze().check_file("x.pp", text).reports;
    let messages: Vec<&str> = found.iter().map(|report| report.message.as_str()).collect();
    assert_eq!(messages, ["unknown function 'collect_al'"]);
}
