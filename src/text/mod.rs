//! Source texts, places in them, diagnostics and their rendering. Knows nothing of Puppet.

mod diagnostic;
mod source;
mod span;
pub mod suggest;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use source::{LineColumn, Source};
pub use span::{Place, Span};
