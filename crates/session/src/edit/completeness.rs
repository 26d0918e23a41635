//! Enter: runs a complete input, or continues an incomplete one.

use super::{Edit, lines, without_prompts};
use crate::commands;
use pprepl_text::Diagnostic;
use puppet_syntax::{LexOptions, parse_once};
use puppet_tree::{Completeness, Document, completeness};

/// The effect of Enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Enter {
    /// The input is complete and runs.
    Runs,
    GoesOn(Edit),
}

/// Returns the effect of Enter at a prompt: in the middle of a block the input never runs.
pub fn enter(document: &Document, cursor: usize, autoclose: bool) -> Enter {
    if let Some(edit) = autoclose.then(|| lines::opened_block(document, cursor)).flatten() {
        return Enter::GoesOn(edit);
    }
    if runs(document.text(), cursor) { Enter::Runs } else { Enter::GoesOn(lines::new_line(document, cursor)) }
}

/// Returns whether the input is complete, and the cursor not in the middle of its lines. Needs no document.
pub fn runs(text: &str, cursor: usize) -> bool {
    let behind = text.get(cursor..).unwrap_or("");
    let inside = text.contains('\n') && !behind.trim().is_empty();
    !inside && !is_incomplete(text)
}

/// Returns whether the input continues on the next line.
pub fn is_incomplete(text: &str) -> bool {
    let text = without_prompts(text);
    let code = if commands::is_command(&text) { commands::code_of(&text) } else { Some(&*text) };
    code.is_some_and(|code| !is_complete(code) && completeness(code) == Completeness::Incomplete)
}

/// Returns whether the input parses (or is only whitespace): then it is complete. The language's own parser is the
/// faster check.
fn is_complete(code: &str) -> bool {
    code.trim().is_empty() || !parse_once(code, LexOptions::default()).diagnostics.iter().any(Diagnostic::is_error)
}
