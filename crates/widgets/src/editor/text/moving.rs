//! Cursor movement.

use super::super::action::{Motion, Reply};
use super::super::{grapheme, words};
use super::EditedText;
use pprepl_session::edit;
use puppet_tree::Structure;

impl EditedText {
    /// Moves the cursor to the grapheme that contains `offset`.
    pub fn go(&mut self, offset: usize) {
        self.cursor = self.buffer.snap(offset);
        self.goal = None;
        self.history.close();
    }

    /// Moves the cursor; `page` is the rows of a page. A selection ends, on the side of the movement.
    pub fn move_by(&mut self, motion: Motion, page: isize) -> Reply {
        if self.selection.marking {
            self.select_by(motion, page);
            return Reply::Done;
        }
        let selected = self.selected();
        self.selection.clear();
        match (selected, motion) {
            (Some(range), Motion::Left) => self.go(range.start),
            (Some(range), Motion::Right) => self.go(range.end),
            _ => {
                let before = self.cursor;
                self.walk(motion, page);
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
            Motion::Down | Motion::PageDown if self.row() + 1 >= self.layout.height() => Reply::Below,
            _ => Reply::Done,
        }
    }

    /// Moves the cursor and extends the selection.
    pub fn select_by(&mut self, motion: Motion, page: isize) {
        let anchor = self.selection.anchor.unwrap_or(self.cursor);
        self.walk(motion, page);
        self.selection.anchor = Some(anchor);
    }

    /// Moves the cursor.
    pub fn walk(&mut self, motion: Motion, page: isize) {
        match motion {
            Motion::Up => self.by_rows(-1),
            Motion::Down => self.by_rows(1),
            Motion::PageUp => self.by_rows(-page),
            Motion::PageDown => self.by_rows(page),
            _ => self.go(self.target(motion)),
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
            Motion::ParagraphUp => buffer.paragraph_up(at),
            Motion::ParagraphDown => buffer.paragraph_down(at),
            Motion::Start => 0,
            Motion::End => buffer.len(),
            Motion::Bracket => self.other_bracket(at).unwrap_or(at),
            Motion::Up | Motion::Down | Motion::PageUp | Motion::PageDown => at,
        }
    }

    /// Returns the screen row and column of the cursor at the last used width.
    pub fn place(&self) -> (usize, usize) {
        self.layout.place(&self.buffer, self.cursor)
    }

    /// Returns the screen row of the cursor.
    pub fn row(&self) -> usize {
        self.place().0
    }

    /// Returns the column that vertical movement keeps.
    pub fn column(&self) -> usize {
        self.goal.unwrap_or_else(|| self.place().1)
    }

    /// Moves up or down by screen rows, in the same column if possible.
    fn by_rows(&mut self, rows: isize) {
        let (row, column) = self.place();
        let goal = self.goal.unwrap_or(column);
        let target = row.saturating_add_signed(rows).min(self.layout.height().saturating_sub(1));
        if target != row {
            self.go_to_row(target, goal);
        }
    }

    /// Moves up or down by lines.
    pub fn by_lines(&mut self, lines: isize) {
        let line = self.line();
        let start = self.buffer.start(line);
        let goal = self.goal.unwrap_or_else(|| grapheme::width(self.buffer.slice(start..self.cursor)));
        let target = line.saturating_add_signed(lines).min(self.buffer.lines() - 1);
        self.go(self.buffer.at_column(target, goal));
        self.goal = Some(goal);
    }

    /// Moves the cursor to this column of a screen row.
    pub fn go_to_row(&mut self, row: usize, column: usize) {
        self.go(self.layout.offset(&self.buffer, row, column));
        self.goal = Some(column);
    }

    /// Returns the bracket that matches the one at `at` (or directly before it).
    pub fn other_bracket(&self, at: usize) -> Option<usize> {
        let document = self.document()?;
        let near = edit::bracket_near(self.text(), at)?;
        let here = self.text().as_bytes().get(at).is_some_and(|byte| b"()[]{}|".contains(byte));
        let near = if here { at } else { near };
        let (opener, closer) = Structure::of(document).bracket_pair(near)?;
        let (opener, closer) = (opener.span, closer.span);
        let at_opener = (opener.start as usize..opener.end as usize).contains(&near);
        Some(if at_opener { closer.start } else { opener.start } as usize)
    }
}
