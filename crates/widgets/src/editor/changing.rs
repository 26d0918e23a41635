//! Typing and deleting, with the bracket, quote and indentation rules of the `edit` crate.

use super::history::How;
use super::{Editor, Motion, prose, words};
use pprepl_session::edit::{self, Edit};

impl Editor {
    /// Inserts a typed character, with automatic closing of brackets and quotes.
    pub(super) fn insert_typed(&mut self, typed: char) {
        self.ring.interrupt();
        self.selecting.grown.clear();
        let selection = self.selection();
        let rule = self
            .document()
            .and_then(|document| edit::insert(document, self.cursor, selection.clone(), typed, self.autoclose));
        match rule {
            Some(edit) if edit.is_motion() => {
                self.cursor = self.buffer.snap(edit.cursor);
                self.goal = None;
            }
            Some(edit) => {
                let how = if edit.range.is_empty() { How::Typing } else { How::Step };
                self.change(edit.range, &edit.text, edit.cursor, how);
            }
            None => {
                let range = selection.unwrap_or(self.cursor..self.cursor);
                let how = if range.is_empty() { How::Typing } else { How::Step };
                let behind = range.start + typed.len_utf8();
                self.change(range, typed.encode_utf8(&mut [0; 4]), behind, how);
            }
        }
        self.popup_typed(typed);
    }

    /// Replaces the selection with `text`, or inserts it at the cursor.
    pub(super) fn put_in(&mut self, text: &str) {
        self.ring.interrupt();
        self.selecting.grown.clear();
        let range = self.selection().unwrap_or(self.cursor..self.cursor);
        let behind = range.start + text.len();
        self.change(range, text, behind, How::Step);
    }

    pub(super) fn new_line(&mut self) {
        let grouped = self.history.is_grouped();
        if let Some(selection) = self.selection() {
            self.change(selection.clone(), "", selection.start, How::Step);
        }
        let edit = match self.document() {
            Some(document) => {
                let block = self.autoclose.then(|| edit::opened_block(document, self.cursor)).flatten();
                block.unwrap_or_else(|| edit::new_line(document, self.cursor))
            }
            None => self.prose_line(),
        };
        self.change(edit.range, &edit.text, edit.cursor, How::Step);
        if !grouped {
            self.history.close();
        }
    }

    /// Starts a new line of Markdown with the indentation of the previous one, and inside a list with its marker. An
    /// empty item ends the list.
    fn prose_line(&self) -> Edit {
        let line = self.buffer.line_of(self.cursor);
        let before = self.buffer.slice(self.buffer.start(line)..self.cursor);
        let own = before.trim_start();
        let blanks = before.get(..before.len() - own.len()).unwrap_or("");
        let marker = prose::list_marker(own);
        if marker > 0 && own.len() == marker && self.cursor == self.buffer.end(line) {
            return Edit::deletion(self.buffer.start(line)..self.cursor);
        }
        let sign = own.get(..marker).unwrap_or("");
        let digits: String = sign.chars().take_while(char::is_ascii_digit).collect();
        let next = digits.parse::<u64>().ok().map(|number| (number + 1).to_string() + sign.trim_start_matches(&digits));
        Edit::insertion(self.cursor, format!("\n{blanks}{}", next.as_deref().unwrap_or(sign)))
    }

    pub(super) fn backspace(&mut self) {
        let selection = self.selection();
        let rule = self
            .document()
            .and_then(|document| edit::backspace(document, self.cursor, selection.clone(), self.autoclose))
            .or_else(|| edit::delete(selection));
        let edit = rule.unwrap_or_else(|| Edit::deletion(self.erased_back()..self.cursor));
        let how = if edit.range.len() > 1 { How::Step } else { How::Erasing };
        self.change(edit.range, "", edit.cursor, how);
        self.popup_erased();
    }

    /// Returns where backspace deletes to: a whole level of indentation at once; of a letter with combining marks only
    /// the last mark.
    fn erased_back(&self) -> usize {
        let line = self.buffer.line_of(self.cursor);
        let before = self.buffer.slice(self.buffer.start(line)..self.cursor);
        if !before.is_empty() && before.bytes().all(|byte| byte == b' ') && before.len().is_multiple_of(2) {
            return self.cursor - 2;
        }
        self.buffer.previous(self.cursor)
    }

    pub(super) fn delete(&mut self) {
        let range = self.selection().unwrap_or(self.cursor..self.buffer.next(self.cursor));
        let (start, how) = (range.start, if range.len() > 1 { How::Step } else { How::Erasing });
        self.change(range, "", start, how);
    }

    pub(super) fn delete_word(&mut self, motion: Motion) {
        if let Some(selection) = self.selection() {
            return self.kill(selection, false);
        }
        let text = self.text();
        let range = match motion {
            Motion::WordLeft => self.buffer.snap(words::left(text, self.cursor))..self.cursor,
            _ => self.cursor..self.buffer.snap(words::right(text, self.cursor)).max(self.cursor),
        };
        self.kill(range, motion == Motion::WordLeft);
    }

    pub(super) fn kill_to_end(&mut self) {
        let line = self.buffer.line_of(self.cursor);
        let end = self.buffer.end(line);
        let end = if end == self.cursor { self.buffer.start(line + 1) } else { end };
        self.kill(self.cursor..end, false);
    }

    pub(super) fn kill_to_start(&mut self) {
        let line = self.buffer.line_of(self.cursor);
        let start = self.buffer.start(line);
        let start = if start == self.cursor { self.buffer.previous(start) } else { start };
        self.kill(start..self.cursor, true);
    }

    pub(super) fn transpose(&mut self) {
        let line = self.buffer.range(self.buffer.line_of(self.cursor));
        let middle = if self.cursor == line.end { self.buffer.previous(line.end) } else { self.cursor };
        let (first, last) = (self.buffer.previous(middle), self.buffer.next(middle));
        if first < line.start || middle <= first || last > line.end {
            return;
        }
        let swapped = [self.buffer.slice(middle..last), self.buffer.slice(first..middle)].concat();
        self.change(first..last, &swapped, last, How::Step);
    }

    pub(super) fn change_case(&mut self, upper: bool) {
        let selection = self.selection();
        let range = selection.clone().unwrap_or_else(|| self.cursor..words::right(self.text(), self.cursor));
        let old = self.buffer.slice(range.clone());
        let new = if upper { old.to_uppercase() } else { old.to_lowercase() };
        let behind = range.start + new.len();
        self.make(Edit::new(range.clone(), new, behind));
        if selection.is_some() {
            self.selecting.anchor = Some(range.start);
        }
    }

    pub(super) fn align(&mut self) {
        if self.document().is_some()
            && let Some(edit) = edit::align(self.text(), self.cursor)
        {
            self.make(edit);
        }
    }

    pub(super) fn format(&mut self) {
        if self.document().is_some()
            && let Some(edit) = edit::format(self.text(), self.cursor)
        {
            self.make(edit);
        }
    }
}
