//! vi operators, which act on the range of a motion, an object or the selection.

use std::ops::Range;

use super::super::clipboard::KillRing;
use super::super::state::EditorState;
use super::super::text::EditedText;
use super::Vi;
use super::language::{Mode, Operator};
use super::motion::Target;
use pprepl_session::edit::{self, Edit};

impl Vi {
    /// Applies an operator from the cursor to a motion's target.
    pub(super) fn operate_to(&mut self, state: &mut EditorState, operator: Operator, key: char, target: Target) {
        let (text, buffer) = (&state.text, state.text.buffer());
        let (start, mut end) = (text.cursor.min(target.at), text.cursor.max(target.at));
        if target.inclusive {
            end = buffer.next(end);
        }
        let mut lines = target.lines;
        if matches!(key, 'w' | 'W' | '}') {
            let trimmed = buffer.without_line_end(start, end);
            // A paragraph from the start of its line on is whole lines.
            lines = key == '}' && trimmed < end && start <= buffer.first_filled(buffer.line_of(start));
            end = trimmed;
        }
        self.operate(state, operator, start..end, lines);
    }

    /// Applies an operator to a number of lines, starting at the cursor's.
    pub(super) fn operate_lines(&mut self, state: &mut EditorState, operator: Operator, count: usize) {
        let (text, buffer) = (&state.text, state.text.buffer());
        let last = (text.line() + count - 1).min(buffer.lines() - 1);
        self.operate(state, operator, text.cursor..buffer.end(last).max(text.cursor), true);
    }

    /// Applies an operator to a range.
    pub(super) fn operate(&mut self, state: &mut EditorState, operator: Operator, range: Range<usize>, lines: bool) {
        self.operator = None;
        let text = &mut state.text;
        match operator {
            Operator::Delete => delete(text, &mut state.ring, range, lines),
            Operator::Change => self.change(text, &mut state.ring, range, lines),
            Operator::Yank => self.yank(text, &mut state.ring, range, lines),
            Operator::Right => edit_lines(text, &range, edit::shift_right),
            Operator::Left => edit_lines(text, &range, edit::shift_left),
            Operator::Comment if text.document().is_some() => edit_lines(text, &range, edit::comment),
            Operator::Comment => {}
            Operator::Upper | Operator::Lower | Operator::Toggle => change_case(text, operator, range, lines),
        }
        if self.is_visual() {
            self.enter(text, Mode::Normal);
        }
        if !self.inserts() {
            text.selection.clear();
        }
    }

    fn change(&mut self, text: &mut EditedText, ring: &mut KillRing, range: Range<usize>, lines: bool) {
        keep(text, ring, range.clone(), lines);
        self.insert(text);
        let buffer = text.buffer();
        let range = if lines {
            let start = buffer.first_filled(buffer.line_of(range.start));
            start..buffer.end(buffer.line_of(range.end)).max(start)
        } else {
            range
        };
        text.remove(range);
    }

    fn yank(&mut self, text: &mut EditedText, ring: &mut KillRing, range: Range<usize>, lines: bool) {
        let taken = if lines { text.buffer().complete_lines(range.clone()) } else { range.clone() };
        ring.copy_range(text, taken, lines);
        if !lines || self.is_visual() || text.buffer().line_of(range.start) < text.line() {
            text.go(range.start);
        }
    }
}

/// Adds a range to the ring, extended to whole lines if asked.
fn keep(text: &EditedText, ring: &mut KillRing, range: Range<usize>, lines: bool) {
    let range = if lines { text.buffer().complete_lines(range) } else { range };
    ring.keep_range(text, range, lines);
}

fn delete(text: &mut EditedText, ring: &mut KillRing, range: Range<usize>, lines: bool) {
    keep(text, ring, range.clone(), lines);
    if !lines {
        return text.remove(range);
    }
    let (first, last) = (text.buffer().line_of(range.start), text.buffer().line_of(range.end));
    text.remove(text.buffer().lines_to_delete(first, last));
    text.go(text.buffer().first_filled(first.min(text.buffer().lines() - 1)));
}

/// An operation of the `edit` crate on the lines of a selection.
type LinesEdit = fn(&str, usize, Option<Range<usize>>) -> Option<Edit>;

fn edit_lines(text: &mut EditedText, range: &Range<usize>, change: LinesEdit) {
    let buffer = text.buffer();
    let first = buffer.line_of(range.start);
    // A range that ends at a line's start would exclude that line.
    let end = buffer.end(buffer.line_of(range.end)).max(range.end);
    let held = if range.start == end { None } else { Some(range.start..end) };
    if let Some(edit) = change(text.text(), range.start, held) {
        text.make(edit);
    }
    text.go(text.buffer().first_filled(first));
}

fn change_case(text: &mut EditedText, operator: Operator, range: Range<usize>, lines: bool) {
    let range = if lines { text.buffer().complete_lines(range) } else { range };
    let old = text.buffer().slice(range.clone());
    let new = match operator {
        Operator::Upper => old.to_uppercase(),
        Operator::Lower => old.to_lowercase(),
        _ => toggled(old),
    };
    let start = range.start;
    text.make(Edit::new(range, new, start));
}

/// Toggles the case of a number of characters, and moves past them.
pub fn toggle(text: &mut EditedText, count: usize) {
    let line_end = text.buffer().end(text.line());
    let mut end = text.cursor;
    for _ in 0..count {
        if end < line_end {
            end = text.buffer().next(end);
        }
    }
    let new = toggled(text.buffer().slice(text.cursor..end));
    let behind = text.cursor + new.len();
    text.make(Edit::new(text.cursor..end, new, behind));
}

fn toggled(text: &str) -> String {
    let turn =
        |c: char| -> String { if c.is_lowercase() { c.to_uppercase().collect() } else { c.to_lowercase().collect() } };
    text.chars().map(turn).collect()
}
