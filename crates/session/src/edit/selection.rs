//! Syntactic selection: grows around the cursor at each key. It is valid for one buffer and one cursor only; any
//! other key ends it.

use std::ops::Range;

use pprepl_text::Span;
use puppet_tree::{Document, Structure};

/// A selection with its earlier, smaller steps.
#[derive(Default)]
pub struct Selection {
    text: String,
    cursor: usize,
    steps: Vec<Range<usize>>,
}

impl Selection {
    /// Returns the selection, if `text` and the cursor are unchanged.
    pub fn of(&self, text: &str, cursor: usize) -> Option<Range<usize>> {
        let holds = self.cursor == cursor && self.text == text;
        self.steps.last().filter(|_| holds).cloned()
    }

    /// Expands the selection, or selects the syntax around the cursor.
    pub fn expand(&mut self, document: &Document, cursor: usize) {
        let text = document.text();
        let from = self.of(text, cursor);
        if from.is_none() {
            *self = Selection { text: text.to_owned(), cursor, steps: Vec::new() };
        }
        self.steps.extend(enclosing(document, cursor, from));
    }

    /// Restores the previous selection.
    pub fn shrink(&mut self, text: &str, cursor: usize) {
        if self.of(text, cursor).is_some() {
            self.steps.pop();
        }
    }
}

/// Returns the smallest syntax node larger than `selection`, or the word at the cursor if no node exists.
pub fn enclosing(document: &Document, cursor: usize, selection: Option<Range<usize>>) -> Option<Range<usize>> {
    let text = document.text();
    // At the end of a word the word is selected, not the space after it.
    let word = text.get(..cursor)?.chars().next_back().filter(|c| !c.is_whitespace());
    let goes_on = text.get(cursor..)?.starts_with(|c: char| !c.is_whitespace());
    let start = cursor - word.filter(|_| !goes_on).map_or(0, char::len_utf8);
    let from = selection.unwrap_or(start..start);
    let around = Structure::of(document).enclosing(Span::new(from.start as u32, from.end as u32))?;
    Some(around.start as usize..around.end as usize)
}
