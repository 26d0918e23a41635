//! JSON for the RPC interface and `--json`; the shapes are stable.

use serde_json::{Map, Value, json};

use pprepl_text::{Edit, MismatchRow};

use super::{
    CommandAnswer, Evaluation, ExpressionTypes, Report, ReportFix, ReportLabel, ReportPlace, StatementValue, TypeAt,
};

/// The maximum number of log lines of an answer: a loop that logs could fill the memory of both sides.
const MAX_LOGS: usize = 20_000;

/// Converts an evaluation. `value` and the types are absent without a value.
pub fn evaluation(evaluation: &Evaluation) -> Value {
    let mut object = Map::new();
    let mut put = |key: &str, text: &Option<String>| {
        if let Some(text) = text {
            object.insert(key.to_owned(), json!(text));
        }
    };
    put("code", &evaluation.fixed.as_ref().map(|fixed| fixed.after.clone()));
    put("value", &evaluation.value);
    put("display", &evaluation.shown);
    put("type", &evaluation.detailed);
    put("reduced", &evaluation.reduced);
    put("generalized", &evaluation.generalized);
    object.insert("logs".to_owned(), logs(evaluation));
    let all: Vec<Report> = evaluation.reports.iter().chain(&evaluation.notes).cloned().collect();
    object.insert("diagnostics".to_owned(), all.iter().map(|one| report(one, &evaluation.source_name)).collect());
    object.insert("elapsed_us".to_owned(), json!(evaluation.elapsed.as_micros() as u64));
    if !evaluation.display.statements.is_empty() {
        let statement = |one: &StatementValue| json!({ "line": one.line, "value": one.value });
        object.insert("statements".to_owned(), evaluation.display.statements.iter().map(statement).collect());
    }
    Value::Object(object)
}

/// Converts the log lines: the first ones, and a line that says how many are omitted.
fn logs(evaluation: &Evaluation) -> Value {
    let rows = evaluation.logs.iter().take(MAX_LOGS).map(|(level, text)| json!([level.as_str(), text]));
    let omitted = evaluation.logs.len().saturating_sub(MAX_LOGS);
    let last = (omitted > 0).then(|| json!(["warning", format!("{omitted} more lines were logged and are omitted")]));
    rows.chain(last).collect()
}

/// Converts a meta-command's answer.
pub fn answer(answer: &CommandAnswer) -> Value {
    json!({
        "value": answer.value,
        "text": answer.text,
        "data": answer.data,
        "diagnostics": reports(&answer.reports),
    })
}

/// Converts the types of an expression.
pub fn types(types: &ExpressionTypes) -> Value {
    json!({
        "static": types.static_type,
        "generalized": types.generalized,
        "type": types.known(),
        "diagnostics": reports(&types.reports),
    })
}

/// Converts the type information of an expression in `text`; offsets count characters.
pub fn type_at(found: &TypeAt, text: &str) -> Value {
    let characters = |at: usize| text.get(..at).unwrap_or(text).chars().count();
    let value = found.value.as_ref();
    json!({
        "static": found.static_type,
        "generalized": found.generalized.as_ref().unwrap_or(&found.static_type),
        "type": value.map_or(&found.static_type, |value| &value.detailed),
        "wanted": found.wanted,
        "from": characters(found.from),
        "to": characters(found.to),
        "mismatch": mismatches(&found.mismatch),
        "value": value.map(|value| json!({
            "value": value.value,
            "type": value.detailed,
            "reduced": value.reduced,
            "generalized": value.generalized,
        })),
        "diagnostics": reports(&found.reports),
    })
}

/// The name of a source that a client sends for an answer other than an evaluation.
const INPUT: &str = "input";

/// Converts findings in such a source.
pub fn reports(reports: &[Report]) -> Value {
    reports.iter().map(|one| report(one, INPUT)).collect()
}

/// The version of the shapes: it changes when a field changes its meaning or goes. New fields may come at any time.
pub const VERSION: u32 = 1;

/// Adds the version of the shapes to an object.
pub fn versioned(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let version = std::iter::once(("version".to_owned(), json!(VERSION)));
            Value::Object(version.chain(fields).collect())
        }
        other => other,
    }
}

/// Converts a finding in the source `own`, or in another one, which is then named. Without a place, as of a whole file, it
/// has no line and column.
fn report(report: &Report, own: &str) -> Value {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("severity", json!(report.severity.as_str()));
    put("code", json!(report.code));
    put("topic", json!(report.topic));
    put("message", json!(report.message));
    put("help", json!(report.help));
    if report.source_name != own && !report.source_name.is_empty() {
        put("source", json!(report.source_name));
    }
    if let Some((line, column)) = report.place() {
        let (end_line, end_column) = report.end_place().unwrap_or((line, column));
        put("line", json!(line));
        put("column", json!(column));
        put("end_line", json!(end_line));
        put("end_column", json!(end_column));
    }
    put("labels", report.labels.iter().map(label).collect());
    put("notes", json!(report.notes));
    put("mismatch", mismatches(&report.misfits));
    put("fixes", report.fixes.iter().map(fix).collect());
    Value::Object(object)
}

fn fix(fix: &ReportFix) -> Value {
    let edit = |(edit, place): (&Edit, &ReportPlace)| {
        let ((line, column), (end_line, end_column)) = *place;
        json!({
            "line": line,
            "column": column,
            "end_line": end_line,
            "end_column": end_column,
            "text": edit.text,
        })
    };
    let edits: Value = fix.fix.edits.iter().zip(&fix.places).map(edit).collect();
    json!({ "title": fix.fix.title, "safe": fix.fix.sure, "edits": edits })
}

fn label(label: &ReportLabel) -> Value {
    let ((line, column), (end_line, end_column)) = (label.position, label.end);
    json!({
        "source": label.source_name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "message": label.message,
    })
}

/// Converts the rows of a mismatch, each with its path from the root.
pub fn mismatches(misfits: &[MismatchRow]) -> Value {
    let mut path: Vec<&str> = Vec::new();
    misfits
        .iter()
        .map(|misfit| {
            path.truncate(misfit.depth);
            path.push(&misfit.place);
            json!({
                "path": path,
                "expected": misfit.expected,
                "actual": misfit.actual,
                "verdict": misfit.verdict,
                "fix": misfit.fix,
            })
        })
        .collect()
}
