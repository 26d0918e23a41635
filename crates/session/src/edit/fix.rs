//! Fixes the first error of an input: a repeated key fixes the next one.

use super::Edit;
use crate::Session;
use crate::commands;
use crate::fixed_text::shortest_edit;

/// Returns the edit; `None` without an error or without a fix.
pub fn fix(session: &mut Session, text: &str, cursor: usize) -> Option<Edit> {
    if commands::is_command(text) {
        return None;
    }
    let after = session.analyze().fix_typed(text)?.after;
    Some(difference(text, &after, cursor))
}

/// Returns the difference as one edit; the cursor keeps its surroundings.
fn difference(old: &str, new: &str, cursor: usize) -> Edit {
    let change = shortest_edit(old, new);
    let range = change.span.start as usize..change.span.end as usize;
    let at = match cursor {
        before if before <= range.start => before,
        behind if behind >= range.end => behind - range.end + range.start + change.text.len(),
        _ => range.start + change.text.len(),
    };
    Edit::new(range, change.text, at)
}
