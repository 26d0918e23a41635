//! Syntax highlighting of a source while it is edited: one document follows the edits, and the query runs only over
//! the statements around the cursor. The parse has a deadline; the old colors stay until a parse completes.
//!
//! A heredoc body is colored by its tag: Puppet and templates by their grammars, other languages by small built-in
//! rules.

use std::ops::Range;
use std::time::Duration;

use pprepl_text::theme::Role;

use super::embedded;
use super::{Dialect, Document, Highlight, Highlighter, Structure};

/// The time that a key may wait for the parse of a long source.
const PARSE: Duration = Duration::from_millis(4);

/// Up to this size in bytes, the entire source is colored.
const SHORT: usize = 6 * 1024;

/// The number of colored lines before and after the cursor in a longer source.
const AROUND: usize = 60;

/// A source being edited.
pub struct IncrementalHighlighter {
    highlighter: Highlighter,
    document: Document,
}

impl IncrementalHighlighter {
    /// Creates a highlighter of an empty source.
    pub fn new(highlighter: Highlighter) -> IncrementalHighlighter {
        IncrementalHighlighter { highlighter, document: Document::new("") }
    }

    /// Creates a highlighter of a source in this dialect; the parse of a long source continues in the background.
    pub fn of(dialect: Dialect, text: &str, highlighter: Highlighter) -> IncrementalHighlighter {
        let mut document = Document::of(dialect, "");
        document.edit(0..0, text, Some(PARSE));
        IncrementalHighlighter { highlighter, document }
    }

    /// Moves the highlighter out, to reuse it for another source; a highlighter without compiled queries replaces
    /// it.
    pub fn take_highlighter(&mut self) -> Highlighter {
        std::mem::take(&mut self.highlighter)
    }

    /// Sets another highlighter, which has its query compiled.
    pub fn set_highlighter(&mut self, highlighter: Highlighter) {
        self.highlighter = highlighter;
    }

    /// Updates to `text`. Returns whether the tree matches it.
    pub fn follow(&mut self, text: &str) -> bool {
        self.document.set_text(text, Some(PARSE))
    }

    /// Applies one edit. Returns whether the tree matches the source.
    pub fn edit(&mut self, range: Range<usize>, replacement: &str) -> bool {
        self.document.edit(range, replacement, Some(PARSE))
    }

    /// Makes the tree equal to that of a fresh parse. Returns whether it is now.
    pub fn catch_up(&mut self) -> bool {
        self.document.catch_up(Some(PARSE))
    }

    pub fn document(&self) -> &Document {
        &self.document
    }

    pub fn structure(&self) -> Structure<'_> {
        Structure::of(&self.document)
    }

    /// Returns the colored part of the source for a cursor at `cursor`.
    pub fn view(&self, cursor: usize) -> Range<usize> {
        let text = self.document.text();
        if text.len() <= SHORT {
            return 0..text.len();
        }
        let cursor = cursor.min(text.len());
        let bytes = text.as_bytes();
        let before = bytes.get(..cursor).unwrap_or_default().iter().enumerate().rev();
        let start = before.filter(|(_, byte)| **byte == b'\n').nth(AROUND).map_or(0, |(at, _)| at + 1);
        let behind = bytes.get(cursor..).unwrap_or_default().iter().enumerate();
        let end = behind.filter(|(_, byte)| **byte == b'\n').nth(AROUND).map_or(text.len(), |(at, _)| cursor + at);
        start..end
    }

    /// Returns the highlights around the cursor.
    pub fn highlights(&mut self, cursor: usize) -> Vec<Highlight> {
        let view = self.view(cursor);
        self.highlights_in(view)
    }

    /// Returns the highlights of this part of the source.
    pub fn highlights_in(&mut self, view: Range<usize>) -> Vec<Highlight> {
        let found = self.highlighter.visible(&self.document, view.clone());
        let found = embedded::with_groups(found, self.document.text());
        if !self.document.text().contains("@(") {
            return found;
        }
        let bodies = embedded::bodies(&self.document, &view);
        let mut inner = Vec::new();
        for (span, syntax) in bodies {
            inner.extend(self.embedded(span, &syntax));
        }
        if inner.is_empty() { found } else { embedded::laid_over(found, &inner, Role::StringHeredoc) }
    }

    /// Returns the highlights of a heredoc body in this language, with offsets in the document.
    fn embedded(&mut self, span: Range<usize>, syntax: &str) -> Vec<Highlight> {
        let text = self.document.text().get(span.clone()).unwrap_or("");
        let mut found = match syntax {
            "pp" | "puppet" => self.highlighter.visible(&Document::new(text), 0..text.len()),
            "epp" => self.highlighter.visible(&Document::of(Dialect::Template, text), 0..text.len()),
            _ => embedded::highlights(text, syntax),
        };
        for highlight in &mut found {
            highlight.span.start += span.start as u32;
            highlight.span.end += span.start as u32;
        }
        found
    }
}
