//! The kill ring: cut and copied entries, newest first. Consecutive cuts form one entry, as in Emacs; whole lines are
//! pasted as lines, as in vi.

use std::collections::VecDeque;
use std::ops::Range;

use super::action::EditAction;
use super::history::How;
use super::text::{EditedText, lines};
use super::words;

/// Maximum number of entries.
const CAPACITY: usize = 32;

/// An entry of the kill ring.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KillRingEntry {
    pub text: String,
    /// Whether it consists of whole lines.
    pub lines: bool,
}

/// Ring buffer of cut and copied entries.
#[derive(Clone, Debug, Default)]
pub struct KillRing {
    kept: VecDeque<KillRingEntry>,
    /// Whether the last action was a cut that the next cut extends.
    cutting: bool,
    /// The byte range of the last paste, and the index of its entry.
    put_in: Option<(Range<usize>, usize)>,
    /// The text for the terminal's clipboard.
    copied: Option<String>,
}

impl KillRing {
    /// Updates the ring's state before an action: an unrelated action ends a sequence of cuts or pastes.
    pub fn note(&mut self, action: EditAction) {
        let cuts = matches!(
            action,
            EditAction::DeleteToLineEnd
                | EditAction::DeleteToLineStart
                | EditAction::DeleteWord
                | EditAction::DeleteWordBack
                | EditAction::DeleteLine
        );
        self.cutting &= cuts;
        if action != EditAction::PasteOlder {
            self.put_in = None;
        }
    }

    /// Ends a sequence of cuts after typing.
    pub fn interrupt(&mut self) {
        self.cutting = false;
        self.put_in = None;
    }

    /// Adds an entry.
    pub fn keep(&mut self, text: &str, lines: bool) {
        self.kept.push_front(KillRingEntry { text: text.to_owned(), lines });
        self.kept.truncate(CAPACITY);
    }

    /// Adds a cut entry, or extends the last one directly after another cut.
    fn add_cut(&mut self, text: &str, backwards: bool) {
        match self.kept.front_mut().filter(|_| self.cutting) {
            Some(last) if backwards => last.text.insert_str(0, text),
            Some(last) => last.text.push_str(text),
            None => self.keep(text, false),
        }
        self.cutting = true;
    }

    /// Takes over the entries of another cell.
    pub fn carry_from(&mut self, other: &mut KillRing) {
        let (own, others) = (self.copied.take(), other.copied.take());
        *self = std::mem::take(other);
        (self.copied, other.copied) = (own, others);
    }

    /// Takes the text cut or copied since the last call.
    pub fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    pub fn newest(&self) -> Option<&KillRingEntry> {
        self.kept.front()
    }
}

/// The editing operations that cut, copy and paste.
impl KillRing {
    /// Deletes a range and adds it to the ring.
    fn kill(&mut self, text: &mut EditedText, range: Range<usize>, backwards: bool) {
        let range = text.buffer().clamped(range);
        if range.is_empty() {
            return;
        }
        self.add_cut(text.buffer().slice(range.clone()), backwards);
        self.copied = self.newest().map(|kept| kept.text.clone());
        text.remove(range);
    }

    /// Deletes the selection, or to the start or end of the word.
    pub fn kill_word(&mut self, text: &mut EditedText, backwards: bool) {
        if let Some(selection) = text.selected() {
            return self.kill(text, selection, false);
        }
        let (buffer, cursor) = (text.buffer(), text.cursor);
        let range = match backwards {
            true => buffer.snap(words::left(buffer.text(), cursor))..cursor,
            false => cursor..buffer.snap(words::right(buffer.text(), cursor)).max(cursor),
        };
        self.kill(text, range, backwards);
    }

    /// Deletes to the end of the line; at its end, the line end.
    pub fn kill_to_end(&mut self, text: &mut EditedText) {
        let (line, cursor) = (text.line(), text.cursor);
        let end = text.buffer().end(line);
        let end = if end == cursor { text.buffer().start(line + 1) } else { end };
        self.kill(text, cursor..end, false);
    }

    /// Deletes to the start of the line; at its start, the line end before it.
    pub fn kill_to_start(&mut self, text: &mut EditedText) {
        let cursor = text.cursor;
        let start = text.buffer().start(text.line());
        let start = if start == cursor { text.buffer().previous(start) } else { start };
        self.kill(text, start..cursor, true);
    }

    /// Deletes the lines of the selection or cursor.
    pub fn kill_lines(&mut self, text: &mut EditedText) {
        let (first, last) = lines::selected_lines(text);
        self.kill(text, text.buffer().lines_to_delete(first, last), false);
    }

    /// Adds a range of the text to the ring and to the terminal's clipboard.
    pub fn copy_range(&mut self, text: &EditedText, range: Range<usize>, lines: bool) {
        self.keep_range(text, range, lines);
        self.copied = self.newest().map(|kept| kept.text.clone());
    }

    /// Adds a range of the text to the ring.
    pub fn keep_range(&mut self, text: &EditedText, range: Range<usize>, lines: bool) {
        let mut kept = text.buffer().slice(range).to_owned();
        if lines && !kept.ends_with('\n') {
            kept.push('\n');
        }
        self.keep(&kept, lines);
    }

    /// Cuts the selection, or the line.
    pub fn cut(&mut self, text: &mut EditedText) {
        let (range, lines) = selection_or_line(text);
        if range.is_empty() {
            return;
        }
        self.copy_range(text, range.clone(), lines);
        let line = text.buffer().line_of(range.start);
        text.remove(if lines { text.buffer().lines_to_delete(line, line) } else { range });
    }

    /// Copies the selection, or the line.
    pub fn copy(&mut self, text: &mut EditedText) {
        let (range, lines) = selection_or_line(text);
        if !range.is_empty() {
            self.copy_range(text, range, lines);
        }
        if text.selection.marking {
            text.selection.clear();
        }
    }

    /// Pastes the newest entry.
    pub fn paste(&mut self, text: &mut EditedText) {
        let Some(kept) = self.newest().cloned() else { return };
        let line = text.buffer().start(text.line());
        let range = match text.selected() {
            Some(selection) => selection,
            None if kept.lines => line..line,
            None => text.cursor..text.cursor,
        };
        let (start, end) = (range.start, range.start + kept.text.len());
        // A line is pasted above; the cursor stays in its line.
        let cursor = if kept.lines && range.is_empty() { text.cursor + kept.text.len() } else { end };
        text.change(range, &kept.text, cursor, How::Step);
        self.put_in = Some((start..end, 0));
    }

    /// Replaces the pasted text with the entry before it.
    pub fn paste_older(&mut self, text: &mut EditedText) {
        let Some((range, nth)) = self.put_in.take() else { return };
        let older = (nth + 1) % self.kept.len().max(1);
        let Some(kept) = self.kept.get(older).cloned() else { return };
        let (start, end) = (range.start, range.start + kept.text.len());
        text.change(range, &kept.text, end, How::Step);
        self.put_in = Some((start..end, older));
    }
}

/// Returns the selection, or else the whole line, and whether it is a line.
fn selection_or_line(text: &EditedText) -> (Range<usize>, bool) {
    match text.selected() {
        Some(selection) => (selection, false),
        None => (text.buffer().complete_lines(text.cursor..text.cursor), true),
    }
}
