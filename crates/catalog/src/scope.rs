//! Scopes as the catalog sees them: what contains what is declared in them, and whose defaults they inherit.

use std::rc::Rc;

/// A scope's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(pub(super) u32);

impl ScopeId {
    /// The number: scopes that are made later have greater ones.
    pub fn number(self) -> u32 {
        self.0
    }
}

pub const TOP: ScopeId = ScopeId(0);

/// A scope: the top one, or that of a class's or define's body.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Where defaults are looked up next: the scope that declared it, or the parent class's.
    pub parent: Option<ScopeId>,
    /// The class or define; empty for the top scope.
    pub owner: Rc<str>,
    /// The resource that contains what is declared here.
    pub container: u32,
}
