//! An option that cannot be read.

use pprepl_text::{Diagnostic, IssueCode, Severity, Span};

/// The result of reading a value.
pub(crate) type Read<T> = Result<T, OptionError>;

/// An option that cannot be read: it is ignored, and the lesson has a finding.
#[derive(Debug)]
pub(crate) struct OptionError {
    span: Span,
    message: String,
    help: String,
}

impl OptionError {
    pub(super) fn new(span: Span, message: impl Into<String>, help: impl Into<String>) -> OptionError {
        OptionError { span, message: message.into(), help: help.into() }
    }

    /// Returns the message with its help as one line.
    pub(crate) fn sentence(&self) -> String {
        format!("{}; {}", self.message, self.help)
    }

    /// Returns the finding: an error, because the author meant something that has no effect.
    pub(super) fn finding(self) -> Diagnostic {
        Diagnostic::new(Severity::Error, IssueCode::LessonOption, Some(self.span), self.message).with_help(self.help)
    }
}
