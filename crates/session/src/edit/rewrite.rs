//! A whole text in another form: its arrows under each other, or as the style guide wants it. A command's line stays.

use super::Edit;
use crate::commands;
use puppet_syntax::LexOptions;
use puppet_syntax::format::{align_arrows, format as formatted};

/// Puts the arrows of each list under each other.
pub fn align(text: &str, cursor: usize) -> Option<Edit> {
    (!commands::is_command(text)).then(|| replaced(text, cursor, align_arrows(text, LexOptions::default())))?
}

/// Puts the text into the form of the style guide; one that does not parse is only aligned.
pub fn format(text: &str, cursor: usize) -> Option<Edit> {
    if commands::is_command(text) {
        return None;
    }
    match formatted(text, LexOptions::default()) {
        Ok(formatted) => replaced(text, cursor, formatted.text.trim_end().to_owned()),
        Err(_) => align(text, cursor),
    }
}

/// Puts `new` in place of the text; the cursor stays after what it was after.
fn replaced(old: &str, cursor: usize, new: String) -> Option<Edit> {
    let at = same_place(old, cursor, &new);
    (new != old).then(|| Edit::new(0..old.len(), new, at))
}

/// The place in `new` with as many characters that are no spaces before it as `pos` has in `old`.
fn same_place(old: &str, pos: usize, new: &str) -> usize {
    let count = old.get(..pos).unwrap_or(old).chars().filter(|c| !c.is_whitespace()).count();
    if pos >= old.trim_end().len() {
        return new.len();
    }
    let mut seen = 0;
    for (at, c) in new.char_indices() {
        if seen == count {
            return at;
        }
        seen += usize::from(!c.is_whitespace());
    }
    new.len()
}
