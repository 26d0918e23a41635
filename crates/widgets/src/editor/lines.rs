//! Operations on whole lines: the lines of the selection, or the cursor's line.

use super::Editor;
use super::history::How;
use pprepl_session::edit::{self, Edit};

impl Editor {
    /// Returns the first and last line of the selection or cursor. A selection that ends at a line's start excludes
    /// that line.
    pub(super) fn saved_lines(&self) -> (usize, usize) {
        let held = self.selection().unwrap_or(self.cursor..self.cursor);
        let (first, last) = (self.buffer.line_of(held.start), self.buffer.line_of(held.end));
        let touched = held.end > self.buffer.start(last) || first == last;
        (first, if touched { last } else { last - 1 })
    }

    /// Changes whole lines, and keeps them selected.
    fn with_lines(&mut self, edit: Option<Edit>) {
        let Some(edit) = edit else { return };
        let (selected, (first, last)) = (self.selection().is_some(), self.saved_lines());
        self.make(edit);
        if selected {
            self.select(self.buffer.start(first)..self.buffer.end(last));
        }
    }

    pub(super) fn shift(&mut self, right: bool) {
        let (text, cursor, selection) = (self.text(), self.cursor, self.selection());
        let edit =
            if right { edit::shift_right(text, cursor, selection) } else { edit::shift_left(text, cursor, selection) };
        self.with_lines(edit);
    }

    pub(super) fn comment(&mut self) {
        if self.document().is_some() {
            self.with_lines(edit::comment(self.text(), self.cursor, self.selection()));
        }
    }

    pub(super) fn delete_line(&mut self) {
        let (first, last) = self.saved_lines();
        let range = self.buffer.lines_to_delete(first, last);
        self.kill(range, false);
    }

    pub(super) fn move_lines(&mut self, up: bool) {
        let (first, last) = self.saved_lines();
        if up && first == 0 || !up && last + 1 >= self.buffer.lines() {
            return;
        }
        let (upper, lower) =
            if up { (first - 1..first, first..last + 1) } else { (first..last + 1, last + 1..last + 2) };
        let above = self.buffer.start(upper.start)..self.buffer.end(upper.end - 1);
        let below = self.buffer.start(lower.start)..self.buffer.end(lower.end - 1);
        let between = self.buffer.slice(above.end..below.start);
        let swapped = [self.buffer.slice(below.clone()), between, self.buffer.slice(above.clone())].concat();
        let (back, ahead) = (above.len() + between.len(), below.len() + between.len());
        let moved = |at: usize| if up { at.saturating_sub(back) } else { at + ahead };
        let (cursor, anchor) = (moved(self.cursor), self.selecting.anchor.map(moved));
        self.change(above.start..below.end, &swapped, cursor, How::Step);
        self.selecting.anchor = anchor.map(|anchor| self.buffer.snap(anchor));
    }

    pub(super) fn duplicate(&mut self) {
        let (first, last) = self.saved_lines();
        let (start, end) = (self.buffer.start(first), self.buffer.end(last));
        let copy = format!("\n{}", self.buffer.slice(start..end));
        let (cursor, anchor) = (self.cursor + copy.len(), self.selecting.anchor.map(|anchor| anchor + copy.len()));
        self.change(end..end, &copy, cursor, How::Step);
        self.selecting.anchor = anchor.map(|anchor| self.buffer.snap(anchor));
    }

    pub(super) fn join_lines(&mut self) {
        let (first, last) = self.saved_lines();
        self.join(first, last.max(first + 1));
    }

    /// Joins lines with a space between them, or none before a closing bracket.
    pub(super) fn join(&mut self, first: usize, last: usize) {
        let last = last.min(self.buffer.lines() - 1);
        if last <= first {
            return;
        }
        let mut joined = self.buffer.line(first).trim_end().to_owned();
        let mut cursor = self.cursor;
        for line in first + 1..=last {
            let own = self.buffer.line(line).trim();
            cursor = self.buffer.start(first) + joined.len();
            if !own.is_empty() && !own.starts_with([')', ']', '}', ',']) && !joined.is_empty() {
                joined.push(' ');
            }
            joined.push_str(own);
        }
        let range = self.buffer.start(first)..self.buffer.end(last);
        self.make(Edit::new(range, joined, cursor));
    }
}
