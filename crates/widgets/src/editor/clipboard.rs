//! The kill ring: cut and copied entries, newest first. Consecutive cuts form one entry, as in Emacs; whole lines are
//! pasted as lines, as in vi.

use std::collections::VecDeque;
use std::ops::Range;

use super::history::How;
use super::{EditAction, Editor};

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
    fn cut(&mut self, text: &str, backwards: bool) {
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

impl Editor {
    /// Deletes a range and adds it to the ring.
    pub(super) fn kill(&mut self, range: Range<usize>, backwards: bool) {
        let range = self.buffer.clamped(range);
        if range.is_empty() {
            return;
        }
        self.ring.cut(self.buffer.slice(range.clone()), backwards);
        self.ring.copied = self.ring.newest().map(|kept| kept.text.clone());
        let start = range.start;
        self.change(range, "", start, How::Step);
    }

    /// Returns the selection, or else the whole line, and whether it is a line.
    fn clipboard_text(&self) -> (Range<usize>, bool) {
        match self.selection() {
            Some(selection) => (selection, false),
            None => (self.buffer.complete_lines(self.cursor..self.cursor), true),
        }
    }

    /// Adds a range of the buffer to the ring and to the terminal's clipboard.
    pub(super) fn keep(&mut self, range: Range<usize>, lines: bool) {
        let mut text = self.buffer.slice(range).to_owned();
        if lines && !text.ends_with('\n') {
            text.push('\n');
        }
        self.ring.keep(&text, lines);
        self.ring.copied = Some(text);
    }

    pub(super) fn cut(&mut self) {
        let (range, lines) = self.clipboard_text();
        if range.is_empty() {
            return;
        }
        self.keep(range.clone(), lines);
        let line = self.buffer.line_of(range.start);
        let range = if lines { self.buffer.lines_to_delete(line, line) } else { range };
        let start = range.start;
        self.change(range, "", start, How::Step);
    }

    pub(super) fn copy(&mut self) {
        let (range, lines) = self.clipboard_text();
        if !range.is_empty() {
            self.keep(range, lines);
        }
        if self.selecting.marking {
            self.selecting.clear();
        }
    }

    pub(super) fn paste_saved(&mut self) {
        self.paste_nth(0);
    }

    fn paste_nth(&mut self, nth: usize) {
        let Some(kept) = self.ring.kept.get(nth).cloned() else { return };
        let selection = self.selection();
        let line = self.buffer.start(self.buffer.line_of(self.cursor));
        let range = match selection {
            Some(selection) => selection,
            None if kept.lines => line..line,
            None => self.cursor..self.cursor,
        };
        let end = range.start + kept.text.len();
        // A line is pasted above; the cursor stays in its line.
        let cursor = if kept.lines && range.is_empty() { self.cursor + kept.text.len() } else { end };
        let start = range.start;
        self.change(range, &kept.text, cursor, How::Step);
        self.ring.put_in = Some((start..end, nth));
    }

    pub(super) fn paste_older(&mut self) {
        let Some((range, nth)) = self.ring.put_in.take() else { return };
        let older = (nth + 1) % self.ring.kept.len().max(1);
        let Some(kept) = self.ring.kept.get(older).cloned() else { return };
        let (start, end) = (range.start, range.start + kept.text.len());
        self.change(range, &kept.text, end, How::Step);
        self.ring.put_in = Some((start..end, older));
    }
}
