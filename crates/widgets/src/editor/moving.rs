//! Cursor movement.

use super::{EditAction, Editor, Motion, Reply, words};
use pprepl_session::edit;
use puppet_tree::Structure;

impl Editor {
    /// Moves the cursor. A selection ends, on the side of the movement.
    pub(super) fn move_by(&mut self, motion: Motion) -> Reply {
        if self.selecting.marking {
            self.select_by(motion);
            return Reply::Done;
        }
        let selected = self.selection();
        self.selecting.clear();
        match (selected, motion) {
            (Some(range), Motion::Left) => self.go(range.start),
            (Some(range), Motion::Right) => self.go(range.end),
            _ => {
                let before = self.cursor;
                self.walk(motion);
                return self.edge(motion, before);
            }
        }
        Reply::Done
    }

    /// Returns whether the cursor did not move because it is already in the first or last row.
    fn edge(&self, motion: Motion, before: usize) -> Reply {
        match motion {
            _ if self.cursor != before => Reply::Done,
            Motion::Up | Motion::PageUp if self.row() == 0 => Reply::Above,
            Motion::Down | Motion::PageDown if self.row() + 1 >= self.view.layout.height() => Reply::Below,
            _ => Reply::Done,
        }
    }

    /// Moves the cursor and extends the selection.
    pub(super) fn select_by(&mut self, motion: Motion) {
        let anchor = self.selecting.anchor.unwrap_or(self.cursor);
        self.walk(motion);
        self.selecting.anchor = Some(anchor);
    }

    /// Moves the cursor.
    pub(super) fn walk(&mut self, motion: Motion) {
        match motion {
            Motion::Up => self.by_rows(-1),
            Motion::Down => self.by_rows(1),
            Motion::PageUp => self.by_rows(-self.view.page()),
            Motion::PageDown => self.by_rows(self.view.page()),
            _ => {
                let to = self.target(motion);
                self.go(to);
            }
        }
    }

    /// Returns the target of a movement along the text.
    fn target(&self, motion: Motion) -> usize {
        let (buffer, at) = (&self.buffer, self.cursor);
        let line = buffer.line_of(at);
        match motion {
            Motion::Left => buffer.previous(at),
            Motion::Right => buffer.next(at),
            Motion::WordLeft => words::left(buffer.text(), at),
            Motion::WordRight => words::right(buffer.text(), at),
            Motion::LineStart if at == buffer.first_filled(line) => buffer.start(line),
            Motion::LineStart => buffer.first_filled(line),
            Motion::LineEnd => buffer.end(line),
            Motion::ParagraphUp => self.buffer.paragraph_up(self.cursor),
            Motion::ParagraphDown => self.buffer.paragraph_down(self.cursor),
            Motion::Start => 0,
            Motion::End => buffer.len(),
            Motion::Bracket => self.other_bracket(at).unwrap_or(at),
            Motion::Up | Motion::Down | Motion::PageUp | Motion::PageDown => at,
        }
    }

    /// Returns the screen row of the cursor.
    pub(super) fn row(&self) -> usize {
        self.view.layout.place(&self.buffer, self.cursor).0
    }

    /// Moves up or down by screen rows, in the same column if possible.
    fn by_rows(&mut self, rows: isize) {
        let (row, column) = self.view.layout.place(&self.buffer, self.cursor);
        let goal = self.goal.unwrap_or(column);
        let target = row.saturating_add_signed(rows).min(self.view.layout.height().saturating_sub(1));
        if target != row {
            self.go(self.view.layout.offset(&self.buffer, target, goal));
            self.goal = Some(goal);
        }
    }

    /// Moves up or down by lines.
    pub(super) fn by_lines(&mut self, lines: isize) {
        let line = self.buffer.line_of(self.cursor);
        let start = self.buffer.start(line);
        let goal = self.goal.unwrap_or_else(|| super::grapheme::width(self.buffer.slice(start..self.cursor)));
        let target = line.saturating_add_signed(lines).min(self.buffer.lines() - 1);
        self.go(self.buffer.at_column(target, goal));
        self.goal = Some(goal);
    }

    /// Returns the bracket that matches the one at `at` (or directly before it).
    pub(super) fn other_bracket(&self, at: usize) -> Option<usize> {
        let document = self.document()?;
        let near = edit::bracket_near(self.text(), at)?;
        let here = self.text().as_bytes().get(at).is_some_and(|byte| b"()[]{}|".contains(byte));
        let near = if here { at } else { near };
        let (opener, closer) = Structure::of(document).bracket_pair(near)?;
        let (opener, closer) = (opener.span, closer.span);
        let at_opener = (opener.start as usize..opener.end as usize).contains(&near);
        Some(if at_opener { closer.start } else { opener.start } as usize)
    }

    /// Goes to the start of a line (one-based).
    pub fn go_to_line(&mut self, line: usize) {
        self.selecting.clear();
        let line = line.clamp(1, self.buffer.lines()) - 1;
        self.go(self.buffer.first_filled(line));
        self.settle();
    }

    /// Moves the cursor to the first or last row, in the column of another cell's cursor.
    pub fn enter(&mut self, from_below: bool, column: usize) {
        self.selecting.clear();
        let row = if from_below { self.view.layout.height().saturating_sub(1) } else { 0 };
        self.go(self.view.layout.offset(&self.buffer, row, column));
        self.goal = Some(column);
        self.settle();
    }

    /// Returns the column of the cursor in its row, for [`Editor::enter`].
    pub fn column(&self) -> usize {
        self.goal.unwrap_or_else(|| self.view.layout.place(&self.buffer, self.cursor).1)
    }

    pub(super) fn tab(&mut self) -> Reply {
        let line = self.buffer.line_of(self.cursor);
        let blank = self.buffer.slice(self.buffer.start(line)..self.cursor).trim().is_empty();
        if self.selection().is_some() {
            self.shift(true);
        } else if blank || matches!(self.kind, super::Kind::Prose) {
            self.put_in("  ");
        } else {
            return Reply::Passed(EditAction::Complete);
        }
        Reply::Done
    }
}
