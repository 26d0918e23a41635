//! Changes of a session's catalog, which the journal records, and code that runs in another scope.

use std::rc::Rc;

use puppet_catalog::{self as catalog, Resource, ScopeId, TOP};

use super::super::{Change, Vm};
use super::edit::Edit;

impl Vm {
    /// Applies a change that can be undone.
    pub(crate) fn edit(&mut self, edit: Edit) {
        let inverse = self.catalog.apply(edit);
        self.journal.push(Change::Catalog(Box::new(inverse)));
    }

    /// Changes a resource in the catalog.
    pub fn change_resource(&mut self, id: u32, change: impl FnOnce(&mut Resource)) {
        let Some(resource) = self.catalog.catalog.get(id) else { return };
        let mut changed = Resource::clone(resource);
        change(&mut changed);
        edit_catalog(self, catalog::Edit::Resource(id, Some(Rc::new(changed))));
    }

    /// Adds tags to a resource in the catalog.
    pub fn add_tags(&mut self, id: u32, tags: Vec<Rc<str>>) {
        edit_catalog(self, catalog::Edit::AddTags(id, tags));
    }
}

/// Applies a change of the catalog itself.
pub(super) fn edit_catalog(vm: &mut Vm, edit: catalog::Edit) {
    vm.edit(Edit::Catalog(edit));
}

/// Runs something in another scope.
pub(super) fn in_scope<T>(vm: &mut Vm, scope: ScopeId, run: impl FnOnce(&mut Vm) -> T) -> T {
    let outer = std::mem::replace(&mut vm.catalog.current, scope);
    let result = run(vm);
    vm.catalog.current = outer;
    result
}

/// Runs code with the match of the top scope, as the body of a class or defined type sees it.
pub(super) fn with_top_matches<T>(vm: &mut Vm, run: impl FnOnce(&mut Vm) -> T) -> T {
    let saved = vm.matches.clone();
    if vm.catalog.current == TOP {
        vm.catalog.top_matches.clone_from(&saved);
    } else if Some(vm.catalog.current) == vm.catalog.node_body.scope {
        vm.catalog.node_body.matches.clone_from(&saved);
    } else {
        let catalog = &vm.catalog;
        let node = catalog.node_body.matches.clone().filter(|_| catalog.node_around(catalog.current).is_some());
        vm.matches = node.or_else(|| catalog.top_matches.clone());
    }
    let result = run(vm);
    vm.matches = saved;
    result
}
