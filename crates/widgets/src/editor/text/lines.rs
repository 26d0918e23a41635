//! Operations on whole lines: the lines of the selection, or the cursor's line.

use super::super::history::How;
use super::EditedText;
use pprepl_session::edit::{self, Edit};

/// Returns the first and last line of the selection or cursor. A selection that ends at a line's start excludes
/// that line.
pub fn selected_lines(text: &EditedText) -> (usize, usize) {
    let held = text.selected_or_cursor();
    let (first, last) = (text.buffer.line_of(held.start), text.buffer.line_of(held.end));
    let touched = held.end > text.buffer.start(last) || first == last;
    (first, if touched { last } else { last - 1 })
}

/// Changes whole lines, and keeps them selected.
fn with_lines(text: &mut EditedText, edit: Option<Edit>) {
    let Some(edit) = edit else { return };
    let (selected, (first, last)) = (text.selected().is_some(), selected_lines(text));
    text.make(edit);
    if selected {
        text.select(text.buffer.start(first)..text.buffer.end(last));
    }
}

/// Indents the lines by one level, or dedents them.
pub fn shift(text: &mut EditedText, right: bool) {
    let shifted = if right { edit::shift_right } else { edit::shift_left };
    with_lines(text, shifted(text.text(), text.cursor, text.selected()));
}

/// Comments or uncomments the lines.
pub fn comment(text: &mut EditedText) {
    if text.document().is_some() {
        with_lines(text, edit::comment(text.text(), text.cursor, text.selected()));
    }
}

/// Swaps the lines with the one above or below.
pub fn move_lines(text: &mut EditedText, up: bool) {
    let (first, last) = selected_lines(text);
    if up && first == 0 || !up && last + 1 >= text.buffer.lines() {
        return;
    }
    let (upper, lower) = if up { (first - 1..first, first..last + 1) } else { (first..last + 1, last + 1..last + 2) };
    let above = text.buffer.start(upper.start)..text.buffer.end(upper.end - 1);
    let below = text.buffer.start(lower.start)..text.buffer.end(lower.end - 1);
    let between = text.buffer.slice(above.end..below.start);
    let swapped = [text.buffer.slice(below.clone()), between, text.buffer.slice(above.clone())].concat();
    let (back, ahead) = (above.len() + between.len(), below.len() + between.len());
    let moved = |at: usize| if up { at.saturating_sub(back) } else { at + ahead };
    let (cursor, anchor) = (moved(text.cursor), text.selection.anchor.map(moved));
    text.change(above.start..below.end, &swapped, cursor, How::Step);
    text.selection.anchor = anchor.map(|anchor| text.buffer.snap(anchor));
}

/// Copies the lines below themselves.
pub fn duplicate(text: &mut EditedText) {
    let (first, last) = selected_lines(text);
    let (start, end) = (text.buffer.start(first), text.buffer.end(last));
    let copy = format!("\n{}", text.buffer.slice(start..end));
    let (cursor, anchor) = (text.cursor + copy.len(), text.selection.anchor.map(|anchor| anchor + copy.len()));
    text.change(end..end, &copy, cursor, How::Step);
    text.selection.anchor = anchor.map(|anchor| text.buffer.snap(anchor));
}

/// Joins the selected lines, or the next line to the cursor's.
pub fn join_lines(text: &mut EditedText) {
    let (first, last) = selected_lines(text);
    join(text, first, last.max(first + 1));
}

/// Joins lines with a space between them, or none before a closing bracket.
pub fn join(text: &mut EditedText, first: usize, last: usize) {
    let last = last.min(text.buffer.lines() - 1);
    if last <= first {
        return;
    }
    let mut joined = text.buffer.line(first).trim_end().to_owned();
    let mut cursor = text.cursor;
    for line in first + 1..=last {
        let own = text.buffer.line(line).trim();
        cursor = text.buffer.start(first) + joined.len();
        if !own.is_empty() && !own.starts_with([')', ']', '}', ',']) && !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(own);
    }
    let range = text.buffer.start(first)..text.buffer.end(last);
    text.make(Edit::new(range, joined, cursor));
}
