//! The names of a statement and its scopes.

/// The names of a statement, with offsets relative to its start, and its variable scopes: the first is the top
/// scope.
pub(super) struct Names {
    pub(super) names: Vec<Named>,
    pub(super) scopes: Vec<Scope>,
}

/// A scope with its own variables.
#[derive(Clone, Copy)]
pub(super) struct Scope {
    /// The enclosing scope whose variables are visible here; a function sees only the top scope.
    pub(super) outer: Option<usize>,
    /// Whether its variables are invisible elsewhere.
    pub(super) local: bool,
    pub(super) end: usize,
}

pub(super) const TOP: Scope = Scope { outer: None, local: false, end: usize::MAX };

#[derive(Clone, Copy)]
pub(super) struct Named {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) scope: usize,
    pub(super) what: What,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum What {
    Set,
    Read,
    Type,
}
