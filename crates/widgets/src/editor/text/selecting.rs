//! Text selection: queries, and expansion by syntax nodes.

use std::ops::Range;

use super::super::selection::Shape;
use super::super::words;
use super::EditedText;
use pprepl_session::edit;

impl EditedText {
    /// Returns the selected range, if any.
    pub fn selected(&self) -> Option<Range<usize>> {
        let anchor = self.selection.anchor?;
        let range = anchor.min(self.cursor)..anchor.max(self.cursor);
        let range = match self.selection.shape {
            Shape::Between => range,
            Shape::Inclusive => range.start..self.buffer.next(range.end),
            Shape::Lines => self.buffer.complete_lines(range),
        };
        (!range.is_empty()).then_some(range)
    }

    /// Returns the selected range, or else the empty range at the cursor.
    pub fn selected_or_cursor(&self) -> Range<usize> {
        self.selected().unwrap_or(self.cursor..self.cursor)
    }

    /// Selects a range, with the cursor at its end.
    pub fn select(&mut self, range: Range<usize>) {
        let (start, end) = (self.buffer.snap(range.start), self.buffer.snap(range.end));
        self.go(end);
        self.selection.anchor = Some(start);
    }

    /// Selects the line; repeated, adds the next line.
    pub fn select_line(&mut self) {
        let from = self.selected_or_cursor().start;
        let start = self.buffer.start(self.buffer.line_of(from));
        let end = self.buffer.start(self.line() + 1);
        self.select(start..end);
    }

    /// Expands the selection to the smallest enclosing syntax node; in Markdown to the word, the line, or all.
    pub fn expand(&mut self) {
        let was = (self.selection.anchor, self.cursor);
        let selected = self.selected();
        let around = match self.document() {
            Some(document) => edit::enclosing(document, self.cursor, selected.clone()),
            None => self.around_prose(selected.clone()),
        };
        if let Some(range) = around.filter(|range| !range.is_empty() && Some(range) != selected.as_ref()) {
            self.selection.grown.push(was);
            self.select(range);
        }
    }

    fn around_prose(&self, selected: Option<Range<usize>>) -> Option<Range<usize>> {
        let from = selected.unwrap_or(self.cursor..self.cursor);
        let line = self.buffer.range(self.buffer.line_of(from.start));
        let steps = [words::around(self.text(), from.start, false), line, 0..self.buffer.len()];
        steps.into_iter().find(|step| step.start <= from.start && step.end >= from.end && step.len() > from.len())
    }

    /// Returns to the selection before the last expansion.
    pub fn shrink(&mut self) {
        if let Some((anchor, cursor)) = self.selection.grown.pop() {
            self.go(cursor);
            self.selection.anchor = anchor.map(|anchor| self.buffer.snap(anchor));
        }
    }
}
