//! The slots of a frame, and the names that they have at compile time.

use rustc_hash::{FxHashMap, FxHashSet};

use puppet_syntax::ast::Name;

/// A scope of slots: a function's, a lambda's, a template's.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) names: FxHashMap<Name, usize>,
}

/// The slots of the frame that is compiled, and the scopes that name them.
#[derive(Default)]
pub(crate) struct Slots {
    /// Scopes from the outermost in; all of them share one frame.
    pub(super) scopes: Vec<Scope>,
    /// The next free slot, and the maximum number of slots in use.
    pub(super) next: usize,
    pub(super) most: usize,
}

impl Slots {
    /// Reserves `count` adjacent slots until the caller calls [`Self::release`].
    pub(crate) fn reserve(&mut self, count: usize) -> usize {
        let at = self.next;
        self.next += count;
        self.most = self.most.max(self.next);
        at
    }

    pub(crate) fn release(&mut self, at: usize) {
        self.next = at;
    }

    /// Returns whether the code is in a scope of slots.
    pub(crate) fn has_scopes(&self) -> bool {
        !self.scopes.is_empty()
    }

    /// Assigns a slot in the innermost scope to a name.
    pub(crate) fn declare(&mut self, name: &Name) -> usize {
        if let Some(&slot) = self.scopes.last().and_then(|scope| scope.names.get(name)) {
            return slot;
        }
        let slot = self.reserve(1);
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.clone(), slot);
        }
        slot
    }

    /// Assigns this slot in the innermost scope to a name.
    pub(crate) fn declare_at(&mut self, name: &Name, slot: usize) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.clone(), slot);
        }
    }

    /// Returns the names visible in slots, inner names shadowing outer ones, for calls that look variables up by name.
    pub(crate) fn visible(&self) -> Vec<(Name, usize)> {
        let mut seen: FxHashSet<&Name> = FxHashSet::default();
        let innermost = self.scopes.iter().rev().flat_map(|scope| scope.names.iter());
        innermost.filter(|(name, _)| seen.insert(name)).map(|(name, slot)| (name.clone(), *slot)).collect()
    }

    /// Returns the names of the innermost scope and their slots.
    pub(crate) fn innermost(&self) -> Vec<(Name, usize)> {
        let names = self.scopes.last().map(|scope| &scope.names);
        names.into_iter().flatten().map(|(name, slot)| (name.clone(), *slot)).collect()
    }
}
