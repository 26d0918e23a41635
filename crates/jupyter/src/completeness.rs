//! Whether a cell is complete: consoles ask after each line.

use pprepl_session::{Session, commands, edit};
use puppet_tree::Document;
use serde_json::{Value, json};

use super::cell_parts::{PartKind, parts};

/// Returns the answer to `is_complete_request`.
pub(crate) fn completeness(session: &Session, cell: &str) -> Value {
    let options = session.settings().input_options();
    let all = parts(cell, options);
    let Some(last) = all.last() else { return json!({ "status": "complete" }) };
    let code = cell.get(last.span.clone()).unwrap_or_default();
    let is_incomplete = match &last.kind {
        PartKind::Code => edit::code_is_incomplete(code, options),
        PartKind::Command(line) => commands::code_of(line).is_some_and(|code| edit::code_is_incomplete(code, options)),
        PartKind::Help(..) | PartKind::Clear => false,
    };
    if is_incomplete {
        return json!({ "status": "incomplete", "indent": indent(code) });
    }
    let is_invalid = |code: &str| session.source().pn("input", code, false).0.is_none();
    let codes = all.iter().filter(|part| part.kind == PartKind::Code);
    let invalid = codes.filter_map(|part| cell.get(part.span.clone())).any(is_invalid);
    json!({ "status": if invalid { "invalid" } else { "complete" } })
}

/// Returns the whitespace with which the next line starts.
fn indent(code: &str) -> String {
    let code = code.trim_end_matches('\n');
    let edit = edit::new_line(&Document::new(code), code.len());
    let line = edit.text.rsplit('\n').next().unwrap_or_default();
    line.chars().take_while(|c| c.is_whitespace()).collect()
}
