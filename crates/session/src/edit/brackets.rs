//! Typed brackets and quotes: they surround a selection, insert their closing half (`autoclose`), step over an
//! existing one, are deleted in pairs, and dedent on a line of spaces.

use std::ops::Range;

use super::{Edit, lines};
use puppet_tree::{Document, Pairing, is_empty_pair, matching_bracket, pairing};

/// Returns the edit for a typed character that needs more than a plain insertion.
pub fn insert(
    document: &Document,
    cursor: usize,
    selection: Option<Range<usize>>,
    typed: char,
    autoclose: bool,
) -> Option<Edit> {
    if let Some(selection) = selection {
        return wrap(document.text(), selection, typed);
    }
    let closes = matches!(typed, ')' | ']' | '}');
    if closes && let Some(edit) = lines::close(document.text(), cursor, typed, autoclose) {
        return Some(edit);
    }
    if autoclose { paired(document, cursor, typed) } else { None }
}

/// Surrounds the selection with an opening bracket or quote and its closing half.
pub fn wrap(text: &str, selection: Range<usize>, opener: char) -> Option<Edit> {
    let closer = matching_bracket(opener)?;
    let around = format!("{opener}{}{closer}", text.get(selection.clone())?);
    let cursor = selection.start + around.len();
    Some(Edit::new(selection, around, cursor))
}

fn paired(document: &Document, cursor: usize, typed: char) -> Option<Edit> {
    let behind = cursor + typed.len_utf8();
    match pairing(document, cursor, typed) {
        Pairing::Brings(partner) => Some(Edit::new(cursor..cursor, format!("{typed}{partner}"), behind)),
        Pairing::StepsOver => Some(Edit::motion(behind)),
        Pairing::Plain => None,
    }
}

/// Returns the edit for a Backspace that deletes more than one character: the selection, or an empty pair.
pub fn backspace(document: &Document, cursor: usize, selection: Option<Range<usize>>, autoclose: bool) -> Option<Edit> {
    if selection.is_some() {
        return delete(selection);
    }
    // Brackets and quotes are one byte each.
    let pair = autoclose && cursor > 0 && is_empty_pair(document, cursor);
    pair.then(|| Edit::deletion(cursor - 1..cursor + 1))
}

/// Deletes the selection.
pub fn delete(selection: Option<Range<usize>>) -> Option<Edit> {
    selection.map(Edit::deletion)
}
