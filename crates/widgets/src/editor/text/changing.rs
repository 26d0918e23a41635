//! Typing and deleting, with the bracket, quote and indentation rules of the `edit` crate.

use std::ops::Range;

use super::super::history::How;
use super::super::{prose, words};
use super::EditedText;
use pprepl_session::edit::{self, Edit};

impl EditedText {
    /// Inserts a typed character, with automatic closing of brackets and quotes.
    pub fn insert_typed(&mut self, typed: char) {
        self.selection.grown.clear();
        let selection = self.selected();
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
    }

    /// Replaces the selection with `text`, or inserts it at the cursor.
    pub fn put_in(&mut self, text: &str) {
        self.selection.grown.clear();
        let range = self.selected_or_cursor();
        let behind = range.start + text.len();
        self.change(range, text, behind, How::Step);
    }

    /// Starts a new line with the indentation rules of the content. Replaces the selection.
    pub fn new_line(&mut self) {
        let grouped = self.history.is_grouped();
        if !grouped {
            self.history.group(true);
        }
        if let Some(selection) = self.selected() {
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
            self.history.group(false);
        }
    }

    /// Starts a new line of Markdown with the indentation of the previous one, and inside a list with its marker. An
    /// empty item ends the list.
    fn prose_line(&self) -> Edit {
        let line = self.line();
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

    /// Deletes the selection, an empty pair of brackets, or the character before the cursor.
    pub fn backspace(&mut self) {
        let selection = self.selected();
        let rule = self
            .document()
            .and_then(|document| edit::backspace(document, self.cursor, selection.clone(), self.autoclose))
            .or_else(|| edit::delete(selection));
        let edit = rule.unwrap_or_else(|| Edit::deletion(self.erased_back()..self.cursor));
        let how = self.how_erased(&edit.range);
        self.change(edit.range, "", edit.cursor, how);
    }

    /// Returns whether a deletion joins others of single characters in one undo step.
    fn how_erased(&self, range: &Range<usize>) -> How {
        if range.end > self.buffer.next(range.start) { How::Step } else { How::Erasing }
    }

    /// Returns where backspace deletes to: a whole level of indentation at once, or the character before the cursor.
    fn erased_back(&self) -> usize {
        let line = self.line();
        let before = self.buffer.slice(self.buffer.start(line)..self.cursor);
        if !before.is_empty() && before.bytes().all(|byte| byte == b' ') && before.len().is_multiple_of(2) {
            return self.cursor - 2;
        }
        self.buffer.previous(self.cursor)
    }

    /// Deletes the selection or the character after the cursor.
    pub fn delete(&mut self) {
        let range = self.selected().unwrap_or(self.cursor..self.buffer.next(self.cursor));
        let (start, how) = (range.start, self.how_erased(&range));
        self.change(range, "", start, how);
    }

    /// Swaps the characters around the cursor.
    pub fn transpose(&mut self) {
        let line = self.buffer.range(self.line());
        let middle = if self.cursor == line.end { self.buffer.previous(line.end) } else { self.cursor };
        let (first, last) = (self.buffer.previous(middle), self.buffer.next(middle));
        if first < line.start || middle <= first || last > line.end {
            return;
        }
        let swapped = [self.buffer.slice(middle..last), self.buffer.slice(first..middle)].concat();
        self.change(first..last, &swapped, last, How::Step);
    }

    /// Changes the case of the selection or of the rest of the word.
    pub fn change_case(&mut self, upper: bool) {
        let selection = self.selected();
        let range = selection.clone().unwrap_or_else(|| self.cursor..words::right(self.text(), self.cursor));
        let old = self.buffer.slice(range.clone());
        let new = if upper { old.to_uppercase() } else { old.to_lowercase() };
        let behind = range.start + new.len();
        self.make(Edit::new(range.clone(), new, behind));
        if selection.is_some() {
            self.selection.anchor = Some(range.start);
        }
    }

    /// Aligns the arrows of each list.
    pub fn align(&mut self) {
        if self.document().is_some()
            && let Some(edit) = edit::align(self.text(), self.cursor)
        {
            self.make(edit);
        }
    }

    /// Formats the text.
    pub fn format(&mut self) {
        if self.document().is_some()
            && let Some(edit) = edit::format(self.text(), self.cursor)
        {
            self.make(edit);
        }
    }
}
