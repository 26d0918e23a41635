//! YAML as Puppet reads it: Ruby's Psych in its safe mode, which is YAML 1.1 with rules of its own (`yes` is true, `y` is a
//! string, `0644` is octal, dates are refused). The scanning is saphyr-parser's; what scalars mean is in `scalar`.
//!
//! Only the first document is read, as Psych does. Each node keeps its place, so that findings and Hiera's explanations
//! can point to it. Left out: Ruby objects of all kinds, which the safe mode refuses, too.

mod inside;
mod lenient;
mod node;
mod reader;
mod scalar;

pub use node::Node;
pub use reader::read;

use pprepl_text::Span;

/// Why a text is no data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What to do.
    pub help: Option<String>,
}

impl DataError {
    /// A error at a place.
    pub fn new(span: Span, message: impl Into<String>) -> DataError {
        DataError { message: message.into(), span, help: None }
    }

    /// With advice.
    pub fn with_help(mut self, help: impl Into<String>) -> DataError {
        self.help = Some(help.into());
        self
    }
}
