//! Parts that the panes of the catalog, its graph and its resources share.

use pprepl_text::Span;
use pprepl_text::theme::Role;

use super::{CursorContext, View};

pub(super) fn nothing(view: &mut View) {
    view.say(Role::Hint, "No resources declared. notify { 'a': } declares one.");
}

/// Formats the marks of a resource in brackets.
pub(super) fn marks(marks: &[&str]) -> String {
    if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) }
}

/// Returns the line of the cell at a location (`cell 3:7`).
pub(super) fn line_span(here: &CursorContext<'_>, place: &str) -> Option<Span> {
    let number: usize = place.strip_prefix(here.source)?.strip_prefix(':')?.parse().ok()?;
    let mut at = 0;
    for (index, line) in here.text.split_inclusive('\n').enumerate() {
        let text = line.trim_end_matches(['\n', '\r']);
        if index + 1 == number {
            return Some(Span::new(at, at + text.len() as u32));
        }
        at += line.len() as u32;
    }
    None
}
