//! Enter: runs a complete input, or continues an incomplete one.

use super::{Edit, lines, without_prompts};
use crate::commands;
use pprepl_text::Diagnostic;
use puppet_syntax::{LexOptions, Token, TokenKind, lex, parse_once};
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
    !inside && command_inside(text).is_none() && (is_ended_command(text) || !is_incomplete(text))
}

/// Returns whether the input continues on the next line.
pub fn is_incomplete(text: &str) -> bool {
    let text = without_prompts(text);
    let code = if commands::is_command(&text) { commands::code_of(&text) } else { Some(&*text) };
    code.is_some_and(code_is_incomplete)
}

/// Returns whether Puppet code continues on the next line.
pub fn code_is_incomplete(code: &str) -> bool {
    !is_complete(code) && completeness(code) == Completeness::Incomplete && !is_foreign(code)
}

/// Returns whether the input parses (or is only whitespace): then it is complete. The language's own parser is the
/// faster check.
fn is_complete(code: &str) -> bool {
    code.trim().is_empty() || !parse_once(code, LexOptions::default()).diagnostics.iter().any(Diagnostic::is_error)
}

/// Returns whether an empty line follows a command: it must answer for its code, complete or not.
fn is_ended_command(text: &str) -> bool {
    commands::is_command(text) && text.rsplit_once('\n').is_some_and(|(_, last)| last.trim().is_empty())
}

/// Returns whether the code ends as no Puppet input does before it continues: with a name of other languages
/// (`empty?`), a number and a dot (`5.`), or a type with type arguments in angle brackets (`Array<String>`).
fn is_foreign(code: &str) -> bool {
    let lexed = lex(code, LexOptions::default());
    if lexed.unfinished.is_some() {
        return false;
    }
    let tokens: Vec<&Token> = lexed.tokens.iter().filter(|token| token.kind != TokenKind::End).collect();
    let [.., before, last] = tokens.as_slice() else { return false };
    match (before.kind, last.kind) {
        (TokenKind::Name, TokenKind::QMark) | (TokenKind::Number, TokenKind::Dot) => before.span.end == last.span.start,
        (TokenKind::Ref, TokenKind::GreaterThan | TokenKind::RShift) => {
            let mut outwards = tokens.iter().rev().skip(2);
            outwards.next().is_some_and(|token| token.kind == TokenKind::LessThan)
                && outwards.next().is_some_and(|token| token.kind == TokenKind::Ref)
        }
        _ => false,
    }
}

/// Returns the command or word for help on the last line that has text, when the lines before it are incomplete: it
/// does not run there.
pub fn command_inside(text: &str) -> Option<&str> {
    let (before, last) = text.trim_end().rsplit_once('\n')?;
    let last = last.trim();
    let asks = match last.strip_prefix(':') {
        Some(_) => commands::is_command(last) && commands::find(commands::split(last).0).is_ok(),
        None => ["help", "exit", "quit", "help()", "exit()", "quit()"].contains(&last),
    };
    (asks && !commands::is_command(text) && is_incomplete(before)).then_some(last)
}
