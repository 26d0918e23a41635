//! Rewrites the whole input: aligned arrows, or the style guide's format. A command's line is unchanged.

use super::Edit;
use crate::commands;
use puppet_syntax::LexOptions;
use puppet_syntax::format::{align_arrows, format as formatted};

/// Aligns the arrows of each list.
pub fn align(text: &str, cursor: usize) -> Option<Edit> {
    (!commands::is_command(text)).then(|| replaced(text, cursor, align_arrows(text, LexOptions::default())))?
}

/// Formats the input; one that does not parse is only aligned.
pub fn format(text: &str, cursor: usize) -> Option<Edit> {
    if commands::is_command(text) {
        return None;
    }
    match formatted(text, LexOptions::default()) {
        Ok(formatted) => replaced(text, cursor, formatted.text.trim_end().to_owned()),
        Err(_) => align(text, cursor),
    }
}

/// Replaces the input by `new`; the cursor keeps the character before it.
fn replaced(old: &str, cursor: usize, new: String) -> Option<Edit> {
    let at = same_place(old, cursor, &new);
    (new != old).then(|| Edit::new(0..old.len(), new, at))
}

/// Returns the position in `new` with the same number of preceding non-space characters as `pos` in `old`.
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
