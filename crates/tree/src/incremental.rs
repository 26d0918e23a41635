//! The colors of a text while it is edited: one document that follows the edits, a deadline on the parse (the old
//! colors stay until a parse comes to its end), and the query asked only for the statements around the cursor.
//!
//! The text of heredocs is colored by its tag: Puppet and templates by their grammars, other languages by small rules
//! of our own.

use std::ops::Range;
use std::time::Duration;

use super::embedded;
use super::{Dialect, Document, Highlight, Highlighter, Structure};

/// How long a key may wait for the parse of a long text.
const PARSE: Duration = Duration::from_millis(4);

/// Up to this many bytes a text is colored as a whole.
const SHORT: usize = 6 * 1024;

/// How many lines before and after the cursor have colors in a longer one.
const AROUND: usize = 60;

/// A text being edited.
pub struct IncrementalHighlighter {
    highlighter: Highlighter,
    document: Document,
}

impl IncrementalHighlighter {
    /// An empty text, to be colored by this highlighter.
    pub fn new(highlighter: Highlighter) -> IncrementalHighlighter {
        IncrementalHighlighter { highlighter, document: Document::new("") }
    }

    /// A text in this dialect; the parse of a long one continues beside.
    pub fn of(dialect: Dialect, text: &str, highlighter: Highlighter) -> IncrementalHighlighter {
        let mut document = Document::of(dialect, "");
        document.edit(0..0, text, Some(PARSE));
        IncrementalHighlighter { highlighter, document }
    }

    /// The highlighter, for another text; one that has compiled nothing stays here.
    pub fn take_highlighter(&mut self) -> Highlighter {
        std::mem::take(&mut self.highlighter)
    }

    /// Takes another highlighter: one that has its query compiled.
    pub fn set_highlighter(&mut self, highlighter: Highlighter) {
        self.highlighter = highlighter;
    }

    /// Follows the text; tells whether the tree is that of the text.
    pub fn follow(&mut self, text: &str) -> bool {
        self.document.set_text(text, Some(PARSE))
    }

    /// Follows one change of the text; tells whether the tree is that of the text.
    pub fn edit(&mut self, range: Range<usize>, replacement: &str) -> bool {
        self.document.edit(range, replacement, Some(PARSE))
    }

    /// Makes the tree that of a fresh parse; tells whether it is now.
    pub fn catch_up(&mut self) -> bool {
        self.document.catch_up(Some(PARSE))
    }

    /// The document as it is.
    pub fn document(&self) -> &Document {
        &self.document
    }

    pub fn structure(&self) -> Structure<'_> {
        Structure::of(&self.document)
    }

    /// The part of the text that has colors when the cursor is at `cursor`.
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

    /// The colors of the text around the cursor.
    pub fn highlights(&mut self, cursor: usize) -> Vec<Highlight> {
        let view = self.view(cursor);
        self.highlights_in(view)
    }

    /// The colors of this part of the text.
    pub fn highlights_in(&mut self, view: Range<usize>) -> Vec<Highlight> {
        let found = self.highlighter.visible(&self.document, view.clone());
        if !self.document.text().contains("@(") {
            return found;
        }
        let bodies = embedded::bodies(&self.document, &view);
        let mut inner = Vec::new();
        for (span, syntax) in bodies {
            inner.extend(self.embedded(span, &syntax));
        }
        if inner.is_empty() { found } else { embedded::laid_over(found, &inner) }
    }

    /// The colors of a heredoc's text in this language, at their places in the document.
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
