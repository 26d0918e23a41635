//! Definitions of a file.

use pprepl_text::Span;

use super::symbol::Symbol;

/// A definition. One in Ruby has the empty span: its path gives its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub symbol: Symbol,
    /// The span of the name as written.
    pub name: Span,
    /// The span of the whole definition; of a data key, its value.
    pub extent: Span,
    pub parameters: Vec<Parameter>,
    /// A hash of all that other files see of it, its place included: the header of a class, a whole function.
    pub interface: u64,
}

/// A parameter of a class, defined type, function or plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: Box<str>,
    /// The span of the variable, with `$`.
    pub span: Span,
    /// The span of the type annotation.
    pub annotation: Option<Span>,
    pub has_default: bool,
}
