//! References of a file to definitions.

use pprepl_text::Span;

use super::symbol::Symbol;

/// A use of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub symbol: Symbol,
    /// The span of the name as written, without quotes.
    pub span: Span,
    pub role: ReferenceRole,
    /// The index of the definition of the file that contains it.
    pub inside: Option<u32>,
    /// Whether it is part of what other files see of that definition: a type of a parameter, the parent of a class, the
    /// body of a function.
    pub is_interface: bool,
}

impl Reference {
    /// Returns all but its place.
    pub(super) fn outline(&self) -> (&Symbol, ReferenceRole, Option<u32>) {
        (&self.symbol, self.role, self.inside)
    }
}

/// The way in which code uses a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReferenceRole {
    /// `include x`, `require x`, `contain x`
    Include,
    /// `class y inherits x`
    Inherits,
    /// `x { 'title': }`, `class { 'x': }`, `create_resources('x', ..)`
    Declaration,
    /// `X['title']`, `Class['x']`, `X <| |>`, `X { .. }`
    Resource,
    /// `x(..)`, `&x`
    Call,
    /// `X`, `X[..]`: a type, also as an annotation
    Type,
    /// `$x::variable`
    Variable,
    /// `lookup('x')`
    Lookup,
    /// `x::parameter: value` in Hiera data.
    Data,
}
