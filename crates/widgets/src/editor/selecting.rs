//! Text selection: queries, and expansion by syntax nodes.

use std::ops::Range;

use super::vi::Mode;
use super::{Editor, words};
use pprepl_session::edit;

/// The selection and its history.
#[derive(Default)]
pub struct Selecting {
    /// The start of the selection.
    pub anchor: Option<usize>,
    /// Whether every movement selects (Emacs' mark).
    pub marking: bool,
    /// The selections before each expansion.
    pub grown: Vec<(Option<usize>, usize)>,
}

impl Selecting {
    /// Clears the selection.
    pub fn clear(&mut self) {
        self.anchor = None;
        self.marking = false;
    }

    /// Sets Emacs' mark at the cursor, or clears it if it is there.
    pub fn set_mark(&mut self, cursor: usize) {
        self.marking = !(self.marking && self.anchor == Some(cursor));
        self.anchor = self.marking.then_some(cursor);
    }
}

impl Editor {
    /// Returns the selected range, if any.
    pub fn selection(&self) -> Option<Range<usize>> {
        let anchor = self.selecting.anchor?;
        let range = anchor.min(self.cursor)..anchor.max(self.cursor);
        let range = match self.vi.mode() {
            Mode::Visual => range.start..self.buffer.next(range.end),
            Mode::VisualLine => self.buffer.complete_lines(range),
            Mode::Normal | Mode::Insert => range,
        };
        (!range.is_empty()).then_some(range)
    }

    /// Returns the selected text.
    pub fn selected_text(&self) -> Option<&str> {
        self.selection().map(|range| self.buffer.slice(range))
    }

    /// Selects a range, with the cursor at its end.
    pub fn select(&mut self, range: Range<usize>) {
        let (start, end) = (self.buffer.snap(range.start), self.buffer.snap(range.end));
        self.go(end);
        self.selecting.anchor = Some(start);
    }

    pub(super) fn select_line(&mut self) {
        let from = self.selection().map_or(self.cursor, |range| range.start);
        let start = self.buffer.start(self.buffer.line_of(from));
        let end = self.buffer.start(self.buffer.line_of(self.cursor) + 1);
        self.select(start..end);
    }

    /// Expands the selection to the smallest enclosing syntax node; in Markdown to the word, the line, or all.
    pub(super) fn expand(&mut self) {
        let was = (self.selecting.anchor, self.cursor);
        let selected = self.selection();
        let around = match self.document() {
            Some(document) => {
                let cursor = if selected.is_some() { self.cursor } else { was.1 };
                edit::enclosing(document, cursor, selected.clone())
            }
            None => self.around_prose(selected.clone()),
        };
        if let Some(range) = around.filter(|range| !range.is_empty() && Some(range) != selected.as_ref()) {
            self.selecting.grown.push(was);
            self.select(range);
        }
    }

    fn around_prose(&self, selected: Option<Range<usize>>) -> Option<Range<usize>> {
        let from = selected.unwrap_or(self.cursor..self.cursor);
        let line = self.buffer.range(self.buffer.line_of(from.start));
        let steps = [words::around(self.text(), from.start, false), line, 0..self.buffer.len()];
        steps.into_iter().find(|step| step.start <= from.start && step.end >= from.end && step.len() > from.len())
    }

    pub(super) fn shrink(&mut self) {
        if let Some((anchor, cursor)) = self.selecting.grown.pop() {
            self.go(cursor);
            self.selecting.anchor = anchor.map(|anchor| self.buffer.snap(anchor));
        }
    }
}
