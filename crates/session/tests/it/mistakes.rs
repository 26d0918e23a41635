//! Mistakes of people who come from other languages, judged as `score.py` of the shared data does: severity, place,
//! words, and the fix. Each line of `tests/mistakes/*.jsonl` is a case:
//!
//! - `before`: inputs that run first; one that starts with `:` is a command.
//! - `kind`: `error` (the first error of the run is judged) or `silent` (the best note or warning).
//! - `want`: `severity`; `at`, the source that the place overlaps (with `label_ok` a label may); `says`, lists of
//!   alternatives; `not_says`; `fix`, the whole input after the first fix, null for none; `fix_runs`.

use std::fs;

use pprepl_session::{Evaluation, Outcome, Report, Session, Settings, SystemHost, commands};
use pprepl_text::{Severity, applied};
use serde_json::Value;

fn session(before: &Value) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    for input in before.as_array().into_iter().flatten().filter_map(Value::as_str) {
        commands::submit(&mut session, input);
    }
    session
}

fn evaluate(case: &Value, source: &str) -> (Evaluation, Vec<Report>) {
    let mut session = session(&case["before"]);
    let checked =
        if case["kind"] == "silent" { session.analyze().check_types("input", source).reports } else { Vec::new() };
    let evaluation = match commands::submit(&mut session, source) {
        Outcome::Evaluated(evaluation) => *evaluation,
        other => panic!("{source}: {other:?}"),
    };
    let mut reports = evaluation.reports.clone();
    reports.extend(checked);
    (evaluation, reports)
}

/// Returns the byte offset of a line and column, counted from 1.
fn offset(source: &str, position: Option<(u32, u32)>) -> usize {
    let Some((line, column)) = position else { return source.len() };
    let start: usize = source.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
    let rest = source.get(start..).unwrap_or("");
    start + rest.chars().take(column as usize - 1).map(char::len_utf8).sum::<usize>()
}

/// Returns whether a range overlaps an occurrence of `at`.
fn covers(source: &str, start: usize, end: usize, at: &str) -> bool {
    source.match_indices(at).any(|(from, _)| {
        let to = from + at.len();
        if end <= start { from <= start && start <= to } else { start < to && from < end }
    })
}

fn words(report: &Report) -> String {
    let labels = report.labels.iter().map(|label| label.message.as_str());
    let parts = [Some(report.message.as_str()), report.help.as_deref()].into_iter().flatten();
    let notes = report.notes.iter().map(String::as_str);
    parts.chain(labels).chain(notes).collect::<Vec<_>>().join("\n").to_lowercase()
}

fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn place_fault(want: &Value, source: &str, report: &Report) -> Option<String> {
    let at = want["at"].as_str()?;
    let own = covers(source, offset(source, report.position), offset(source, report.end.or(report.position)), at);
    let by_label = want["label_ok"] == true
        && report
            .labels
            .iter()
            .any(|label| covers(source, offset(source, Some(label.position)), offset(source, Some(label.end)), at));
    (!own && !by_label).then(|| format!("is at {:?}, not at {at:?}", report.position))
}

fn fix_fault(case: &Value, source: &str, report: &Report) -> Option<String> {
    let want = &case["want"];
    let fixed = report.fixes.first().map(|fix| applied(source, [&fix.fix]).0);
    match (want.get("fix"), fixed) {
        (Some(Value::Null), Some(fixed)) => Some(format!("offers {fixed:?}")),
        (Some(Value::Null) | None, None) => None,
        (Some(_), None) => Some("offers no fix".to_owned()),
        (wanted, Some(fixed)) => {
            let known: Vec<String> = wanted.map(strings).unwrap_or_default().into_iter().map(spaces).collect();
            if !known.is_empty() && !known.contains(&spaces(&fixed)) {
                return Some(format!("gives {fixed:?}"));
            }
            let fails = want["fix_runs"] == true && evaluate(case, &fixed).0.failed();
            fails.then(|| format!("gives {fixed:?}, which fails"))
        }
    }
}

/// Returns what is wrong with a report for a case.
fn faults(case: &Value, report: Option<&Report>) -> Vec<String> {
    let want = &case["want"];
    let source = case["input"].as_str().expect("an input");
    let Some(report) = report else { return vec!["no report".to_owned()] };
    let severity = want["severity"].as_str().expect("a severity");
    let accepted = severity.split('|').any(|one| one == report.severity.as_str())
        || severity.contains("note") && report.severity == Severity::Warning;
    let mut out = Vec::new();
    if !accepted {
        out.push(format!("is {}", report.severity.as_str()));
    }
    let said = words(report);
    let lacks = |alternatives: &&Value| !strings(alternatives).iter().any(|one| said.contains(&one.to_lowercase()));
    let missing = want["says"].as_array().into_iter().flatten().filter(lacks);
    out.extend(missing.map(|alternatives| format!("does not say {alternatives}")));
    let banned = strings(&want["not_says"]).into_iter().filter(|one| said.contains(&one.to_lowercase()));
    out.extend(banned.map(|one| format!("says {one:?}")));
    out.extend(place_fault(want, source, report));
    out.extend(fix_fault(case, source, report));
    out
}

fn judge(case: &Value) -> Vec<String> {
    let source = case["input"].as_str().expect("an input");
    let (_, reports) = evaluate(case, source);
    if case["kind"] == "error" {
        return faults(case, reports.iter().find(|report| report.severity == Severity::Error).or(reports.first()));
    }
    let all = reports.iter().map(|report| faults(case, Some(report)));
    all.min_by_key(Vec::len).unwrap_or_else(|| faults(case, None))
}

#[test]
fn every_mistake_has_a_good_answer() {
    let directory = pprepl_testing::root().join("tests/mistakes");
    let mut bad = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(&directory).expect("the directory of mistakes").flatten() {
        for line in fs::read_to_string(entry.path()).expect("a file of mistakes").lines() {
            let case: Value = serde_json::from_str(line).expect("a case");
            count += 1;
            let faults = judge(&case);
            if !faults.is_empty() {
                bad.push(format!("{} {}: {}", case["id"], case["input"], faults.join("; ")));
            }
        }
    }
    assert!(count > 0, "no cases in {}", directory.display());
    assert!(bad.is_empty(), "{} of {count}:\n{}", bad.len(), bad.join("\n"));
}
