//! Scopes as the catalog sees them: the container of their resources, and the scope whose defaults they inherit.

use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(pub(super) u32);

impl ScopeId {
    /// The number: later scopes have greater ones.
    pub fn number(self) -> u32 {
        self.0
    }
}

pub const TOP: ScopeId = ScopeId(0);

/// A scope: the top scope, or that of a class or define body.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The scope for the next lookup of defaults: the declaring scope, or the parent class's.
    pub parent: Option<ScopeId>,
    /// The class or define; empty for the top scope.
    pub owner: Rc<str>,
    /// The resource that contains the resources declared here.
    pub container: u32,
}
