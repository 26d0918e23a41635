//! What is selected of the line being typed: the syntax around the cursor, a step more at each key. It holds for one
//! text and one cursor only; any other key ends it.

use std::ops::Range;

use crate::text::Span;
use crate::tree::{Document, Structure};

/// The selection and what it grew from.
#[derive(Default)]
pub struct Selection {
    text: String,
    cursor: usize,
    steps: Vec<Range<usize>>,
}

impl Selection {
    /// What is selected of this text, when its cursor is there.
    pub fn of(&self, text: &str, cursor: usize) -> Option<Range<usize>> {
        let holds = self.cursor == cursor && self.text == text;
        self.steps.last().filter(|_| holds).cloned()
    }

    /// Selects what is around the selection, or around the cursor.
    pub fn expand(&mut self, text: &str, cursor: usize) {
        let from = self.of(text, cursor);
        if from.is_none() {
            *self = Selection { text: text.to_owned(), cursor, steps: Vec::new() };
        }
        // At the end of a word the word is meant, not the blank behind it.
        let word = text.get(..cursor).is_some_and(|before| before.ends_with(|c: char| !c.is_whitespace()));
        let goes_on = text.get(cursor..).is_some_and(|after| after.starts_with(|c: char| !c.is_whitespace()));
        let start = if word && !goes_on { cursor - 1 } else { cursor };
        let from = from.unwrap_or(start..start);
        let document = Document::new(text);
        let around = Structure::of(&document).enclosing(Span::new(from.start as u32, from.end as u32));
        self.steps.extend(around.map(|span| span.start as usize..span.end as usize));
    }

    /// Selects what was selected before.
    pub fn shrink(&mut self, text: &str, cursor: usize) {
        if self.of(text, cursor).is_some() {
            self.steps.pop();
        }
    }
}
