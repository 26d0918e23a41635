//! YAML as Puppet reads it: Ruby's Psych in its safe mode. This is YAML 1.1 with special rules (`yes` is true, `y` is a
//! string, `0644` is octal, dates are rejected). saphyr-parser does the scanning; `scalar` resolves scalars.
//!
//! Only the first document is read, as in Psych. Each node has its span, so that diagnostics and Hiera's traces can
//! refer to it. Unsupported: Ruby objects of all kinds, which the safe mode rejects too.

mod inside;
mod lenient;
mod node;
mod reader;
mod scalar;

pub use node::Node;
pub use reader::read;

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
