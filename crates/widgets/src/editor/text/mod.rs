//! The edited text: its bytes, soft-wrapped rows, colors, cursor, selection and undo tree. Every change goes through
//! [`EditedText::change`], which keeps all of them consistent.

mod changing;
pub mod lines;
mod moving;
mod selecting;

use std::ops::Range;
use std::time::Duration;

use super::action::EditAction;
use super::buffer::Buffer;
use super::grapheme;
use super::highlight::{Colours, Kind};
use super::history::{Change, History, How};
use super::layout::Layout;
use super::marks::{Marks, Recent};
use super::selection::Selection;
use pprepl_session::Mark;
use pprepl_session::edit::Edit;
use puppet_tree::Document;

/// The edited text: everything that an editing operation reads or changes.
pub struct EditedText {
    kind: Kind,
    buffer: Buffer,
    colours: Colours,
    /// The changes since [`EditedText::take_edits`]: replaced bytes and replacement.
    edits: Vec<(Range<usize>, String)>,
    recent: Recent,
    /// The screen rows, at the last used width.
    pub layout: Layout,
    /// The cursor's byte offset, at a grapheme boundary.
    pub cursor: usize,
    /// The target column of vertical movement.
    pub goal: Option<usize>,
    pub selection: Selection,
    pub history: History,
    /// Whether opening brackets and quotes insert their closing partners.
    pub autoclose: bool,
}

impl EditedText {
    /// Returns the text with the cursor at its start.
    pub fn new(text: impl Into<String>, kind: Kind) -> EditedText {
        let buffer = Buffer::new(text);
        EditedText {
            kind,
            colours: Colours::new(buffer.text(), kind),
            layout: Layout::new(&buffer, 80),
            buffer,
            edits: Vec::new(),
            recent: Recent::default(),
            cursor: 0,
            goal: None,
            selection: Selection::default(),
            history: History::default(),
            autoclose: true,
        }
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    pub fn text(&self) -> &str {
        self.buffer.text()
    }

    /// Returns the text with its line starts.
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// Wraps the rows at this width.
    pub fn set_width(&mut self, width: u16) {
        self.layout.set_width(&self.buffer, usize::from(width));
    }

    /// Returns the line of the cursor, from zero.
    pub fn line(&self) -> usize {
        self.buffer.line_of(self.cursor)
    }

    /// Returns the line and the column (in characters) of the cursor, one-based.
    pub fn position(&self) -> (usize, usize) {
        let line = self.line();
        let before = self.buffer.slice(self.buffer.start(line)..self.cursor);
        (line + 1, grapheme::graphemes(before).count() + 1)
    }

    /// Returns the document of code; `None` for Markdown.
    pub fn document(&self) -> Option<&Document> {
        self.colours.document()
    }

    /// Returns the time until [`EditedText::catch_up`] has work, because colors are pending.
    pub fn pending(&self) -> Option<Duration> {
        self.colours.pending()
    }

    /// Continues work that a key did not wait for.
    pub fn catch_up(&mut self) {
        self.colours.catch_up();
    }

    /// Shares the compiled highlighting query of another text.
    pub fn share_colours(&mut self, other: &EditedText) {
        self.colours.share(&other.colours);
    }

    /// Returns the color roles of the viewport.
    pub fn colour_marks(&mut self, view: &Range<usize>) -> &[Mark] {
        self.colours.marks(self.buffer.text(), self.buffer.version(), view)
    }

    /// Returns the names and diagnostics of an earlier version, moved to the current text.
    pub fn moved_marks(&self, marks: &Marks) -> (Vec<Mark>, Vec<Mark>) {
        self.recent.moved(marks, self.buffer.version())
    }

    /// Returns whether the text before `place` is the same as in version `old`.
    pub fn is_same_before(&self, place: usize, old: u64) -> bool {
        self.recent.is_same_before(place, old, self.buffer.version())
    }

    /// Takes the changes since the last call: replaced bytes and replacement.
    pub fn take_edits(&mut self) -> Vec<(Range<usize>, String)> {
        std::mem::take(&mut self.edits)
    }

    /// Applies `edit` as the smallest possible change, and moves the cursor as it says.
    pub fn make(&mut self, edit: Edit) {
        let range = self.buffer.clamped(edit.range);
        let old = self.buffer.slice(range.clone());
        let (before, behind) = shared(old, &edit.text);
        let new = edit.text.get(before..edit.text.len() - behind).unwrap_or("").to_owned();
        self.change(range.start + before..range.end - behind, &new, edit.cursor, How::Step);
    }

    /// Replaces `range` with `with`, moves the cursor to `cursor` and clears the selection.
    pub fn change(&mut self, range: Range<usize>, with: &str, cursor: usize, how: How) {
        let range = self.buffer.clamped(range);
        let removed = self.buffer.slice(range.clone()).to_owned();
        let before = self.cursor;
        if !(removed.is_empty() && with.is_empty()) {
            self.colours.edit(range.clone(), with);
            self.splice(range.clone(), with);
            let change = Change { at: range.start, removed, inserted: with.to_owned() };
            self.history.record(change, how, before, self.buffer.snap(cursor));
        }
        self.cursor = self.buffer.snap(cursor);
        self.selection.clear();
        self.goal = None;
    }

    /// Deletes `range` as one step, and moves the cursor to its start.
    pub fn remove(&mut self, range: Range<usize>) {
        let start = range.start;
        self.change(range, "", start, How::Step);
    }

    /// Changes the bytes and rows, but neither the colors nor the undo tree.
    fn splice(&mut self, range: Range<usize>, with: &str) {
        let touched = self.buffer.replace(range.clone(), with);
        self.layout.follow(&self.buffer, touched);
        self.recent.push(self.buffer.version(), range.clone(), with.len());
        self.edits.push((range, with.to_owned()));
    }

    /// Replaces the whole text as one step.
    pub fn set_text(&mut self, text: &str) {
        self.selection.clear();
        let cursor = self.cursor.min(text.len());
        self.make(Edit::new(0..self.buffer.len(), text, cursor));
    }

    /// Moves through the undo tree. Returns whether it contains such a state.
    pub fn travel(&mut self, action: EditAction) -> bool {
        let steps = match action {
            EditAction::Undo => self.history.undo(),
            EditAction::Redo => self.history.redo(),
            EditAction::Earlier => self.history.in_time(true),
            EditAction::Later => self.history.in_time(false),
            EditAction::BranchNext => self.history.branch(true),
            _ => self.history.branch(false),
        };
        let Some((changes, cursor)) = steps else { return false };
        for change in changes {
            self.splice(change.range(), &change.inserted);
        }
        self.colours.follow(self.buffer.text());
        self.selection.clear();
        self.go(cursor);
        true
    }
}

/// Returns the lengths of the common prefix and suffix, in bytes at character boundaries.
fn shared(old: &str, new: &str) -> (usize, usize) {
    let shorter = old.len().min(new.len());
    let mut before = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    while !old.is_char_boundary(before) || !new.is_char_boundary(before) {
        before -= 1;
    }
    let ends = old.bytes().rev().zip(new.bytes().rev());
    let mut behind = ends.take(shorter - before).take_while(|(a, b)| a == b).count();
    while !old.is_char_boundary(old.len() - behind) || !new.is_char_boundary(new.len() - behind) {
        behind -= 1;
    }
    (before, behind)
}
