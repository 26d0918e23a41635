//! Completion: cursors count code points.

use pprepl_session::Session;
use pprepl_session::complete::{Item, complete};
use serde_json::{Value, json};

use super::cell_parts::{Part, PartKind, parts};
use super::message::Request;

/// The maximum number of matches.
const MAX_MATCHES: usize = 500;

/// A cursor in a part of a cell.
pub(crate) struct Cursor {
    /// The source of the part, as it is typed at the prompt.
    pub text: String,
    /// The byte of the cursor in it.
    pub offset: usize,
    /// The byte of the part in the cell.
    pub start: usize,
}

/// Returns the byte of a code point; without one, the end.
fn byte_of(text: &str, point: Option<i64>) -> usize {
    let point = point.and_then(|point| usize::try_from(point).ok());
    point.and_then(|point| text.char_indices().nth(point)).map_or(text.len(), |(at, _)| at)
}

/// Returns the code points before a byte.
fn points_before(text: &str, byte: usize) -> usize {
    text.get(..byte).unwrap_or(text).chars().count()
}

/// Returns the part of a cell at the cursor of a request.
pub(crate) fn cursor(session: &Session, request: &Request) -> Cursor {
    let cell = request.text("code");
    let at = byte_of(cell, request.number("cursor_pos"));
    let is_at = |part: &&Part| part.span.start <= at && at <= part.span.end;
    let all = parts(cell, session.settings().input_options());
    let Some(part) = all.iter().rev().find(is_at) else {
        return Cursor { text: cell.to_owned(), offset: at, start: 0 };
    };
    let text = cell.get(part.span.clone()).unwrap_or_default();
    let text = match part.kind {
        PartKind::Command(_) | PartKind::Clear => as_at_prompt(text),
        PartKind::Help(..) => text.replace('?', " "),
        _ => text.to_owned(),
    };
    Cursor { text, offset: at - part.span.start, start: part.span.start }
}

/// Returns a command as it is typed at the prompt. Its places stay the same.
fn as_at_prompt(text: &str) -> String {
    let indent = text.len() - text.trim_start().len();
    let (blanks, line) = text.split_at(indent);
    match (line.strip_prefix("%%"), line.strip_prefix('%')) {
        (Some(rest), _) => format!("{blanks} :{rest}"),
        (None, Some(rest)) => format!("{blanks}:{rest}"),
        (None, None) => text.to_owned(),
    }
}

/// Returns the answer to `complete_request`.
pub(crate) fn completion(session: &mut Session, request: &Request) -> Value {
    let cell = request.text("code");
    let Cursor { text, offset, start } = cursor(session, request);
    let found = complete(session, &text, offset);
    let (from, to) = (points_before(cell, start + found.from), points_before(cell, start + offset));
    let items: Vec<&Item> = found.items.iter().take(MAX_MATCHES).collect();
    let is_second_sign = cell.get(..start + found.from).is_some_and(|before| before.trim_start() == "%");
    let text = |item: &&Item| match item.label.strip_prefix(':') {
        Some(name) if is_second_sign => format!("%{name}"),
        _ => item.label.clone(),
    };
    let matches: Vec<String> = items.iter().map(text).collect();
    let typed = |item: &&Item| {
        let signature = if item.kind.as_str() == "function" { item.detail.as_str() } else { "" };
        json!({ "start": from, "end": to, "text": text(item), "type": item.kind.as_str(), "signature": signature })
    };
    let types: Vec<Value> = items.iter().map(typed).collect();
    json!({
        "status": "ok",
        "matches": matches,
        "cursor_start": from,
        "cursor_end": to,
        "metadata": { "_jupyter_types_experimental": types },
    })
}
