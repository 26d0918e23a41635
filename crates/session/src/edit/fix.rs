//! Fixes the first error of an input: a repeated key fixes the next one.

use super::Edit;
use crate::Session;
use crate::commands;

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
    let alike = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| -> usize {
        a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let start = alike(&mut old.chars(), &mut new.chars());
    let (rest, new_rest) = (old.get(start..).unwrap_or(""), new.get(start..).unwrap_or(""));
    let end = alike(&mut rest.chars().rev(), &mut new_rest.chars().rev());
    let range = start..old.len() - end;
    let text = new.get(start..new.len() - end).unwrap_or("");
    let at = match cursor {
        before if before <= start => before,
        behind if behind >= range.end => behind - range.end + start + text.len(),
        _ => start + text.len(),
    };
    Edit::new(range, text, at)
}
