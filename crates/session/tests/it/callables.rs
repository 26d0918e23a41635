//! Function values: what the checker says of each case, and what its run gives. Both hold, or the case fails.

use std::fs;

use pprepl_session::{Edition, Evaluation, Report, Session, Settings, SystemHost};
use pprepl_text::Severity;
use serde_json::Value;

fn session(case: &Value) -> Session {
    let mut settings = Settings::default();
    match case["edition"].as_str() {
        Some("puppet8") => Edition::Puppet8.apply(&mut settings),
        _ => settings.set("strict", "error").unwrap(),
    }
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// The text between two places.
fn between(source: &str, from: (u32, u32), to: (u32, u32)) -> String {
    let offset = |(line, column): (u32, u32)| {
        let start: usize = source.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        let rest = &source[start..];
        start + rest.char_indices().nth(column as usize - 1).map_or(rest.len(), |(at, _)| at)
    };
    source[offset(from)..offset(to)].to_owned()
}

fn compare(source: &str, report: &Report, wanted: &Value) -> Result<(), String> {
    let text = wanted["error_contains"].as_str().unwrap_or_default();
    if !report.message.contains(text) {
        return Err(format!("says {:?}", report.message));
    }
    if wanted["code"].as_str().is_some_and(|code| report.code != code) {
        return Err(format!("code {}", report.code));
    }
    let at = report.position.zip(report.end).map(|(from, to)| between(source, from, to)).unwrap_or_default();
    // A span starts where the report is; Puppet's place of a call is inside it.
    if wanted["span_text"].as_str().is_some_and(|span| span != at && !span.ends_with(&at)) {
        return Err(format!("at {at:?}"));
    }
    let notes: Vec<String> = report.labels.iter().map(|one| between(source, one.position, one.end)).collect();
    match wanted["note_span_text"].as_str() {
        Some(note) if !notes.iter().any(|found| found == note) => Err(format!("notes {notes:?}")),
        _ => Ok(()),
    }
}

fn foreseen(case: &Value, source: &str) -> Result<(), String> {
    let view = session(case).analyze().check_types("input", source);
    let errors: Vec<&Report> = view.reports.iter().filter(|one| one.severity == Severity::Error).collect();
    let expected = &case["expect"];
    if expected["error_contains"].is_null() {
        let all: Vec<&str> = errors.iter().map(|one| &*one.message).collect();
        let ty = view.type_text.as_deref();
        return match expected["type"].as_str() {
            _ if !all.is_empty() => Err(format!("errors {all:?}")),
            Some(wanted) if ty != Some(wanted) => Err(format!("type {ty:?}")),
            _ => Ok(()),
        };
    }
    match &errors[..] {
        [one] => compare(source, one, expected),
        others => {
            Err(format!("{} errors {:?}", others.len(), others.iter().map(|one| &one.message).collect::<Vec<_>>()))
        }
    }
}

fn ran(case: &Value, source: &str) -> Result<(), String> {
    let result: Evaluation = session(case).evaluate("input", source);
    let wanted = &case["runtime"];
    let error = result.reports.iter().find(|one| one.severity == Severity::Error);
    match (wanted["value"].as_str(), error) {
        (Some(_), Some(error)) => Err(format!("fails: {}", error.message)),
        (Some(value), None) => {
            let shown = result.value.clone().or(result.shown).unwrap_or_default();
            if shown == value { Ok(()) } else { Err(format!("gives {shown}")) }
        }
        (None, None) => Err(format!("runs: {:?}", result.value)),
        (None, Some(error)) => compare(source, error, wanted),
    }
}

#[test]
fn the_cases_of_function_values_hold() {
    let path = pprepl_testing::root().join("tests/conformance/checker/callables.jsonl");
    let text = fs::read_to_string(path).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let source = case["src"].as_str().unwrap();
        count += 1;
        for (half, result) in [("check", foreseen(&case, source)), ("run", ran(&case, source))] {
            if let Err(why) = result {
                wrong.push(format!("{} {half}: {why}\n    {source}\n", case["id"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong\n{}", wrong.len(), 2 * count, wrong.concat());
    assert!(count >= 200, "{count} cases");
}
