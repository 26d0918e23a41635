//! What the keys of an editor do to a text of Puppet, whichever front end has the keys: pure functions from a document, a
//! cursor and a selection to an [`Edit`] (one change at one place). Brackets and quotes that come in pairs, new lines
//! and their indentation, comments, alignment, the style guide's form, selections along the syntax, pasted transcripts,
//! and the marks that are laid over a text's colors.
//!
//! A front end keeps the text, its undo, its screen, and which key does what.

mod brackets;
mod completeness;
pub mod external;
mod fix;
mod lines;
mod marks;
mod paste;
mod rewrite;
mod selection;

use std::ops::Range;

pub use brackets::{backspace, delete, insert, wrap};
pub use completeness::{Enter, enter, is_incomplete, runs};
pub use fix::fix;
pub use lines::{comment, new_line, opened_block, shift_left, shift_right};
pub use marks::{MAX_MARKED, bracket_marks, bracket_near, marks};
pub use paste::without_prompts;
pub use rewrite::{align, format};
pub use selection::{Selection, enclosing};

/// A change of a text at one place, and where the cursor is after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that go away.
    pub range: Range<usize>,
    /// What comes in.
    pub text: String,
    /// The cursor in the changed text.
    pub cursor: usize,
}

impl Edit {
    /// A change with this cursor after it.
    pub fn new(range: Range<usize>, text: impl Into<String>, cursor: usize) -> Edit {
        Edit { range, text: text.into(), cursor }
    }

    /// Puts `text` in at `at`, the cursor after it.
    pub fn insertion(at: usize, text: impl Into<String>) -> Edit {
        let text = text.into();
        let cursor = at + text.len();
        Edit { range: at..at, text, cursor }
    }

    /// Takes the bytes of `range` away.
    pub fn deletion(range: Range<usize>) -> Edit {
        let cursor = range.start;
        Edit { range, text: String::new(), cursor }
    }

    /// Moves the cursor and changes nothing.
    pub fn motion(cursor: usize) -> Edit {
        Edit { range: cursor..cursor, text: String::new(), cursor }
    }

    /// Returns whether it leaves the text as it is.
    pub fn is_motion(&self) -> bool {
        self.range.is_empty() && self.text.is_empty()
    }

    /// `old` with the change made. A range that is none of `old` changes nothing.
    pub fn applied(&self, old: &str) -> String {
        match (old.get(..self.range.start), old.get(self.range.end..)) {
            (Some(before), Some(behind)) => [before, &self.text, behind].concat(),
            _ => old.to_owned(),
        }
    }
}
