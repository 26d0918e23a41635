//! Diagnostics as SARIF 2.1.0, the format of editors and code review. One run, a result per diagnostic; rules by id
//! only.

use serde_json::{Value, json};

use pprepl_session::{Report, ReportFix, ReportPlace};
use pprepl_text::{Edit, Severity};

pub fn document(results: &[Value]) -> Value {
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "pprepl", "version": env!("CARGO_PKG_VERSION"), "rules": rules(results) } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// Returns the rules of the results, without duplicates.
fn rules(results: &[Value]) -> Value {
    let mut ids: Vec<&str> = results.iter().filter_map(|result| result.get("ruleId")?.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter().map(|id| json!({ "id": id })).collect()
}

pub fn result(file: &str, report: &Report) -> Value {
    let level = match report.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let text = match &report.help {
        Some(help) => format!("{} ({help})", report.message),
        None => report.message.clone(),
    };
    let related: Vec<Value> = report
        .labels
        .iter()
        .map(|label| {
            json!({
                "physicalLocation": location(&label.source_name, Some(label.position), Some(label.end)),
                "message": { "text": label.message },
            })
        })
        .collect();
    json!({
        "ruleId": report.code,
        "properties": { "topic": report.topic },
        "level": level,
        "message": { "text": text },
        "locations": [{ "physicalLocation": location(file, report.position, report.end) }],
        "relatedLocations": related,
        "fixes": report.fixes.iter().map(|fix| self::fix(file, fix)).collect::<Value>(),
    })
}

fn fix(file: &str, fix: &ReportFix) -> Value {
    let replacement = |(edit, (from, to)): (&Edit, &ReportPlace)| {
        let region = region(*from, *to);
        json!({ "deletedRegion": region, "insertedContent": { "text": edit.text } })
    };
    let replacements: Value = fix.fix.edits.iter().zip(&fix.places).map(replacement).collect();
    json!({
        "description": { "text": fix.fix.title },
        "artifactChanges": [{ "artifactLocation": { "uri": file }, "replacements": replacements }],
    })
}

fn region((line, column): (u32, u32), (end_line, end_column): (u32, u32)) -> Value {
    json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column })
}

fn location(file: &str, from: Option<(u32, u32)>, to: Option<(u32, u32)>) -> Value {
    let mut found = json!({ "artifactLocation": { "uri": file } });
    if let Some((line, column)) = from {
        let region = region((line, column), to.unwrap_or((line, column)));
        if let Some(map) = found.as_object_mut() {
            map.insert("region".to_owned(), region);
        }
    }
    found
}
