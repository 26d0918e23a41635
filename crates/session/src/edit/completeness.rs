//! Enter: runs a complete input, or continues an incomplete one.

use super::code_completeness::{code_is_incomplete, code_parses};
use super::{Edit, lines, without_prompts};
use crate::commands;
use puppet_syntax::LexOptions;
use puppet_tree::Document;

/// The effect of Enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Enter {
    /// The input is complete and runs.
    Runs,
    GoesOn(Edit),
}

/// Returns the effect of Enter at a prompt: in the middle of a block the input never runs.
pub fn enter(document: &Document, cursor: usize, autoclose: bool, options: LexOptions) -> Enter {
    if let Some(edit) = autoclose.then(|| lines::opened_block(document, cursor)).flatten() {
        return Enter::GoesOn(edit);
    }
    if runs(document.text(), cursor, options) { Enter::Runs } else { Enter::GoesOn(lines::new_line(document, cursor)) }
}

/// Returns whether the input is complete, and the cursor not in the middle of its lines. Needs no document.
pub fn runs(text: &str, cursor: usize, options: LexOptions) -> bool {
    let behind = text.get(cursor..).unwrap_or("");
    let inside = text.contains('\n') && !behind.trim().is_empty();
    !inside && command_inside(text, options).is_none() && (is_ended_command(text) || !is_incomplete(text, options))
}

/// Returns whether the input continues on the next line.
pub fn is_incomplete(text: &str, options: LexOptions) -> bool {
    of_code(text, |code| code_is_incomplete(code, options)).unwrap_or(false)
}

/// Returns whether the input parses, or the code of its command. A command without code always does.
pub fn parses(text: &str, options: LexOptions) -> bool {
    of_code(text, |code| code_parses(code, options)).unwrap_or(true)
}

/// Asks about the code of an input or of its command; `None` without any.
fn of_code(text: &str, ask: impl Fn(&str) -> bool) -> Option<bool> {
    let text = without_prompts(text);
    commands::puppet_code(&text).map(ask)
}

/// Returns whether an empty line follows a command: it must answer for its code, complete or not.
fn is_ended_command(text: &str) -> bool {
    commands::is_command(text) && text.rsplit_once('\n').is_some_and(|(_, last)| last.trim().is_empty())
}

/// Returns the command or word for help on the last line that has text, when the lines before it are incomplete: it
/// does not run there.
pub fn command_inside(text: &str, options: LexOptions) -> Option<&str> {
    let (before, last) = text.trim_end().rsplit_once('\n')?;
    let last = last.trim();
    let asks = match last.strip_prefix(':') {
        Some(_) => commands::is_command(last) && commands::find(commands::split(last).0).is_ok(),
        None => ["help", "exit", "quit", "help()", "exit()", "quit()"].contains(&last),
    };
    (asks && !commands::is_command(text) && is_incomplete(before, options)).then_some(last)
}
