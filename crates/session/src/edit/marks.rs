//! Marks over the colors of the input being typed: unknown names, the first error, the bracket at the cursor and its
//! matching bracket.

use crate::commands;
use crate::{Mark, Session};
use pprepl_text::theme::Role;
use puppet_tree::{Document, Structure};

/// The maximum length in bytes for which names and errors are marked at each key.
pub const MAX_MARKED: usize = 6 * 1024;

/// Returns the marks of names and of the first error; none for a command or a long input.
pub fn marks(session: &Session, document: &Document, cursor: usize) -> Vec<Mark> {
    let text = document.text();
    if text.len() > MAX_MARKED || commands::is_command(text) {
        return Vec::new();
    }
    let mut marks = session.names().marks(document, cursor);
    marks.extend(session.source().typing_error(text, cursor).map(|fault| (fault.span, Role::Fault)));
    marks
}

/// Marks the bracket before or at the cursor, and its matching bracket. An unmatched one has a mark of its own,
/// except at the end of the input, where the match may still be typed.
pub fn bracket_marks(document: &Document, cursor: usize) -> Vec<Mark> {
    let text = document.text();
    let Some(at) = bracket_near(text, cursor) else { return Vec::new() };
    let structure = Structure::of(document);
    if let Some((opener, closer)) = structure.bracket_pair(at) {
        return vec![(opener.span, Role::BracketMatch), (closer.span, Role::BracketMatch)];
    }
    let goes_on = text.get(at + 1..).is_some_and(|behind| !behind.trim().is_empty());
    let alone = structure.brackets(at..at + 1).into_iter().filter(|_| goes_on);
    alone.map(|bracket| (bracket.span, Role::BracketUnmatched)).collect()
}

/// Returns the offset of a bracket before or at the cursor.
pub fn bracket_near(text: &str, cursor: usize) -> Option<usize> {
    let bracket = |at: &usize| text.as_bytes().get(*at).is_some_and(|byte| b"()[]{}|".contains(byte));
    [cursor.checked_sub(1), Some(cursor)].into_iter().flatten().find(bracket)
}
