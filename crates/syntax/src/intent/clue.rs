//! The point at which the parser or the validator stopped, as the recognizers see it.

use super::view::View;
use crate::parser::Expected;
use pprepl_text::Code;

/// The point at which the parser or the validator stopped.
pub(crate) struct Clue<'a> {
    pub(super) view: View<'a>,
    /// The first token of the line run with the statement.
    pub(super) head: usize,
    /// The first token of the statement.
    pub(super) statement: usize,
    /// The token at which the error was noticed.
    pub(super) stop: usize,
    /// The error's code.
    pub(super) code: Code,
    /// The construct that the parser expected; `None` for an error of the validator.
    pub(super) want: Option<Expected>,
    /// True if the parser stopped; otherwise the validator did.
    pub(super) is_syntax: bool,
}

impl Clue<'_> {
    /// Returns whether the parser stopped; otherwise the source parses, and the validator rejects it.
    pub(super) fn wants_syntax(&self) -> bool {
        self.is_syntax
    }
}
