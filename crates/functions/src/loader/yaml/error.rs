//! The error of a data file.

use pprepl_text::Span;

/// An error in a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    pub message: String,
    pub span: Span,
    /// Suggested action.
    pub help: Option<String>,
}

impl DataError {
    /// Creates an error at a span.
    pub fn new(span: Span, message: impl Into<String>) -> DataError {
        DataError { message: message.into(), span, help: None }
    }

    /// Adds help.
    pub fn with_help(mut self, help: impl Into<String>) -> DataError {
        self.help = Some(help.into());
        self
    }
}
