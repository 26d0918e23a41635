//! Editing commands for Puppet code, shared by all front ends: pure functions from a document, a cursor and a
//! selection to an [`Edit`] (one change at one range). They cover bracket and quote pairs, new lines and their
//! indentation, comments, alignment, formatting, syntactic selection, pasted transcripts, and the marks over the
//! colors.
//!
//! A front end owns the buffer, its undo, its screen, and the keymap.

mod brackets;
mod code_completeness;
mod completeness;
pub mod external;
mod fix;
mod growing_code;
mod lines;
mod marks;
mod openers;
mod paste;
mod rewrite;
mod selection;

use std::ops::Range;

pub use brackets::{backspace, delete, insert, wrap};
pub use code_completeness::code_is_incomplete;
pub use completeness::{Enter, command_inside, enter, is_incomplete, parses, runs};
pub use fix::fix;
pub use growing_code::GrowingCode;
pub use lines::{comment, new_line, opened_block, shift_left, shift_right};
pub use marks::{MAX_MARKED, bracket_marks, bracket_near, marks};
pub use openers::openers;
pub(crate) use openers::with_closers;
pub use paste::{Exchange, Shell, is_prompt, transcript, transcript_inputs, without_prompts};
pub use rewrite::{align, format};
pub use selection::{Selection, enclosing};

/// A change of the buffer at one range, with the new cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The replaced bytes, in the old buffer.
    pub range: Range<usize>,
    pub text: String,
    /// The cursor in the changed buffer.
    pub cursor: usize,
}

impl Edit {
    pub fn new(range: Range<usize>, text: impl Into<String>, cursor: usize) -> Edit {
        Edit { range, text: text.into(), cursor }
    }

    /// Inserts `text` at `at`, the cursor after it.
    pub fn insertion(at: usize, text: impl Into<String>) -> Edit {
        let text = text.into();
        let cursor = at + text.len();
        Edit { range: at..at, text, cursor }
    }

    /// Deletes the bytes of `range`.
    pub fn deletion(range: Range<usize>) -> Edit {
        let cursor = range.start;
        Edit { range, text: String::new(), cursor }
    }

    /// Moves the cursor and changes nothing.
    pub fn motion(cursor: usize) -> Edit {
        Edit { range: cursor..cursor, text: String::new(), cursor }
    }

    /// Returns whether the edit changes no text.
    pub fn is_motion(&self) -> bool {
        self.range.is_empty() && self.text.is_empty()
    }

    /// Returns `old` with the change applied. A range outside `old` changes nothing.
    pub fn applied(&self, old: &str) -> String {
        match (old.get(..self.range.start), old.get(self.range.end..)) {
            (Some(before), Some(behind)) => [before, &self.text, behind].concat(),
            _ => old.to_owned(),
        }
    }
}
