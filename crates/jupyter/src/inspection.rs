//! Information about the name or expression at a cursor: `?`, and Shift-Tab of front ends.

use pprepl_session::complete::open_call;
use pprepl_session::{Outcome, Session, commands};
use pprepl_text::{Severity, visible};
use serde_json::{Value, json};

use super::completion::{Cursor, cursor};
use super::message::Request;

/// Returns the answer to `inspect_request`. A detail level above 0 adds the source.
pub(crate) fn inspection(session: &mut Session, request: &Request) -> Value {
    let with_source = request.number("detail_level").unwrap_or(0) > 0;
    let cursor = cursor(session, request);
    let data = match described(session, &cursor, with_source) {
        Some(text) => json!({ "text/plain": text }),
        None => json!({}),
    };
    let is_found = data.get("text/plain").is_some();
    json!({ "status": "ok", "found": is_found, "data": data, "metadata": {} })
}

/// Describes a name: the documentation, or the value and the type of a variable.
pub(crate) fn page(session: &mut Session, name: &str, with_source: bool) -> Option<String> {
    let about = if name.starts_with('$') { expression(session, name, 1) } else { documentation(session, name) };
    let source = if with_source { answer(session, &format!(":source {name}")) } else { None };
    let pages: Vec<String> = about.into_iter().chain(source).collect();
    (!pages.is_empty()).then(|| pages.join("\n\n"))
}

fn described(session: &mut Session, cursor: &Cursor, with_source: bool) -> Option<String> {
    let Cursor { text, offset, .. } = cursor;
    let name = name_at(text, *offset);
    let own = if name.is_empty() || name.starts_with('$') { None } else { page(session, name, with_source) };
    own.or_else(|| expression(session, text, *offset)).or_else(|| {
        let (function, _) = open_call(text.get(..*offset)?)?;
        page(session, &function, with_source)
    })
}

fn documentation(session: &mut Session, name: &str) -> Option<String> {
    answer(session, &format!(":doc {name}"))
}

/// Returns the type of the expression at a byte, and its value where evaluating it has no side effects.
fn expression(session: &mut Session, text: &str, offset: usize) -> Option<String> {
    let found = session.analyze().type_at("input", text, offset)?;
    let code = visible(&found.code);
    Some(match &found.value {
        Some(value) => format!("{code} = {}\n: {}", visible(&value.value), visible(&value.reduced)),
        None => format!("{code}: {}", visible(&found.static_type)),
    })
}

/// Returns the text that a command answers; `None` when it fails.
fn answer(session: &mut Session, line: &str) -> Option<String> {
    let Outcome::Command(answer) = commands::run(session, line) else { return None };
    let failed = answer.reports.iter().any(|report| report.severity == Severity::Error);
    (!failed && !answer.text.trim().is_empty()).then(|| visible(answer.text.trim_end()).into_owned())
}

/// Returns the name around a byte.
fn name_at(text: &str, offset: usize) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '$');
    let before = text.get(..offset).unwrap_or(text);
    let start = before
        .rfind(|c| !is_part(c))
        .map_or(0, |at| at + before.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
    let behind = text.get(offset..).unwrap_or_default();
    let end = offset + behind.find(|c| !is_part(c)).unwrap_or(behind.len());
    text.get(start..end).unwrap_or_default().trim_matches(':')
}
