//! Diagnostics as SARIF 2.1.0, the format of editors and code review. One run, a result per diagnostic, its rules with
//! their descriptions.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use pprepl_session::commands::{Page, pages};
use pprepl_session::{RULES, Report, ReportFix, ReportPlace, STYLE_RULES};
use pprepl_text::{Edit, Severity};

use super::uri;

/// The run as a whole.
pub struct Run {
    pub results: Vec<Value>,
    /// The files that could not be checked, each with its reason.
    pub unchecked: Vec<(String, String)>,
}

pub fn document(mut run: Run) -> Value {
    let rules = rules(&mut run.results);
    let notification = |(file, reason): &(String, String)| {
        json!({
            "level": "error",
            "message": { "text": reason },
            "locations": [{ "physicalLocation": { "artifactLocation": artifact(file) } }],
        })
    };
    let notifications: Vec<Value> = run.unchecked.iter().map(notification).collect();
    let mut base = json!({});
    if let Some(root) = uri::current_folder() {
        base = json!({ SOURCE_ROOT: { "uri": root } });
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "pprepl",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            } },
            "invocations": [{
                "executionSuccessful": notifications.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "originalUriBaseIds": base,
            "columnKind": "unicodeCodePoints",
            "results": run.results,
        }],
    })
}

/// The directory to which relative URIs belong.
const SOURCE_ROOT: &str = "SRCROOT";

/// Returns the rules of the results without duplicates, and gives each result the index of its rule.
fn rules(results: &mut [Value]) -> Vec<Value> {
    let id = |result: &Value| result.get("ruleId").and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut indexes: BTreeMap<String, usize> = results.iter().map(|result| (id(result), 0)).collect();
    indexes.values_mut().enumerate().for_each(|(at, index)| *index = at);
    for result in results {
        let index = indexes.get(&id(result)).copied().unwrap_or_default();
        if let Some(fields) = result.as_object_mut() {
            fields.insert("ruleIndex".to_owned(), json!(index));
        }
    }
    indexes.keys().map(|id| rule(id)).collect()
}

/// Returns a rule with its descriptions, which `:explain` also prints.
fn rule(id: &str) -> Value {
    let row = RULES.iter().find(|rule| rule.code == id);
    let page = pages().find(|page| page.name.eq_ignore_ascii_case(row.map_or(id, |rule| rule.code.topic())));
    let page = page.or_else(|| pages().find(|page| page.name.eq_ignore_ascii_case(id)));
    let style = STYLE_RULES.iter().find(|rule| rule.code == id);
    let summary = row.map(|rule| rule.summary).or(style.map(|rule| rule.summary));
    let text = page.map_or("", |page| page.text);
    let short = summary.map_or_else(|| first_sentence(text), sentence);
    let full = page.map_or(short.clone(), |page| page.text.to_owned());
    let level = match style {
        Some(_) => "warning",
        None => row.map_or("error", |row| level(row.severity)),
    };
    json!({
        "id": id,
        "name": name(id),
        "shortDescription": { "text": short },
        "fullDescription": { "text": full },
        "help": { "text": help(page.as_ref(), &full, ["", "", "", ""]), "markdown": help(page.as_ref(), &full, ["```puppet\n", "\n```", "**", "**"]) },
        "defaultConfiguration": { "level": level },
        "properties": { "tags": ["puppet"], "problem.severity": if level == "note" { "recommendation" } else { level } },
    })
}

/// Returns the help of a rule: its text with a wrong and a right example. `marks` enclose code and headings.
fn help(page: Option<&Page>, full: &str, [code, end, strong, weak]: [&str; 4]) -> String {
    let mut parts = vec![full.to_owned()];
    let examples = page.map(|page| [("Wrong", page.wrong), ("Right", page.right)]);
    for (heading, example) in examples.into_iter().flatten().filter(|(_, example)| !example.is_empty()) {
        parts.push(format!("{strong}{heading}{weak}\n\n{code}{example}{end}"));
    }
    parts.join("\n\n")
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

fn first_sentence(text: &str) -> String {
    let end = text.find(". ").map_or(text.len(), |at| at + 1);
    text.get(..end).unwrap_or(text).to_owned()
}

/// Returns a name in the form that SARIF advises: words in upper camel case.
fn name(id: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + &rest.to_ascii_lowercase()
    };
    id.split(['_', '-']).map(word).collect()
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Returns the result of a diagnostic. `fingerprint` identifies it in the next run, when its line has moved.
pub fn result(file: &str, report: &Report, fingerprint: &str) -> Value {
    let text = match &report.help {
        Some(help) => format!("{} ({help})", report.message),
        None => report.message.clone(),
    };
    let related: Vec<Value> = report
        .labels
        .iter()
        .enumerate()
        .map(|(at, label)| {
            json!({
                "id": at + 1,
                "physicalLocation": location(&label.source_name, Some(label.position), Some(label.end)),
                "message": { "text": if label.message.is_empty() { "here" } else { &label.message } },
            })
        })
        .collect();
    json!({
        "ruleId": report.code,
        "properties": { "topic": report.topic },
        "level": level(report.severity),
        "message": { "text": text },
        "locations": [{ "physicalLocation": location(file, report.place(), report.end_place()) }],
        "relatedLocations": related,
        "partialFingerprints": { "primaryLocationLineHash": fingerprint },
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
        "artifactChanges": [{ "artifactLocation": artifact(file), "replacements": replacements }],
    })
}

fn region((line, column): (u32, u32), (end_line, end_column): (u32, u32)) -> Value {
    json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column })
}

/// Returns a file as a URI: below the current directory a relative one.
fn artifact(file: &str) -> Value {
    match uri::of(file) {
        (uri, true) => json!({ "uri": uri, "uriBaseId": SOURCE_ROOT }),
        (uri, false) => json!({ "uri": uri }),
    }
}

fn location(file: &str, from: Option<(u32, u32)>, to: Option<(u32, u32)>) -> Value {
    let from = from.unwrap_or((1, 1));
    json!({ "artifactLocation": artifact(file), "region": region(from, to.unwrap_or(from)) })
}
