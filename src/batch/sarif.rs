//! Findings as SARIF 2.1.0, the format that editors and code review read. One run, a result a finding; rules by id only.

use serde_json::{Value, json};

use crate::session::Report;
use crate::text::Severity;

/// The whole document.
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

/// The rules that the results name, each once.
fn rules(results: &[Value]) -> Value {
    let mut ids: Vec<&str> = results.iter().filter_map(|result| result.get("ruleId")?.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter().map(|id| json!({ "id": id })).collect()
}

/// A finding.
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
                "physicalLocation": location(file, Some(label.position), Some(label.end)),
                "message": { "text": label.message },
            })
        })
        .collect();
    json!({
        "ruleId": report.code,
        "level": level,
        "message": { "text": text },
        "locations": [{ "physicalLocation": location(file, report.position, report.end) }],
        "relatedLocations": related,
    })
}

fn location(file: &str, from: Option<(u32, u32)>, to: Option<(u32, u32)>) -> Value {
    let mut found = json!({ "artifactLocation": { "uri": file } });
    if let Some((line, column)) = from {
        let (end_line, end_column) = to.unwrap_or((line, column));
        let region = json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column });
        if let Some(map) = found.as_object_mut() {
            map.insert("region".to_owned(), region);
        }
    }
    found
}
