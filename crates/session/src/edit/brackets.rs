//! Brackets and quotes under the fingers: they go around a selection, bring their partners along (`autoclose`), step over
//! the one that is there, go away in pairs, and step back a level on a line of spaces.

use std::ops::Range;

use super::{Edit, lines};
use puppet_tree::{Document, Pairing, is_empty_pair, matching_bracket, pairing};

/// What a typed character does beyond going in: `None` when that is all.
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

/// Puts an opening bracket or quote and its partner around the selection.
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

/// What Backspace takes beyond one character: the selection, or a pair with nothing in it.
pub fn backspace(document: &Document, cursor: usize, selection: Option<Range<usize>>, autoclose: bool) -> Option<Edit> {
    if selection.is_some() {
        return delete(selection);
    }
    // Brackets and quotes are one byte each.
    let pair = autoclose && cursor > 0 && is_empty_pair(document, cursor);
    pair.then(|| Edit::deletion(cursor - 1..cursor + 1))
}

/// Takes the selection away.
pub fn delete(selection: Option<Range<usize>>) -> Option<Edit> {
    selection.map(Edit::deletion)
}
