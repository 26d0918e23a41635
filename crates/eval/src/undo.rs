//! Undo and redo of the journal's changes.

use std::rc::Rc;

use puppet_pcore::Alias;

use super::Vm;
use super::catalog::{Edit, forget_resources};
use super::journal::Change;
use super::messages::Messages;
use super::types::{again, resolve};

impl Vm {
    /// Undoes the changes after `mark`, the last first; returns them for a redo.
    pub fn roll_back(&mut self, mark: usize) -> Vec<Change> {
        let undone: Vec<Change> = self.journal.changes.drain(mark..).collect();
        let types = undone.iter().any(|change| matches!(change, Change::Type(..)));
        let mut taken: Vec<Change> = undone.into_iter().rev().map(|change| undo_change(self, change)).collect();
        taken.reverse();
        if types {
            resolve_again(self);
            resolve_aliases(self);
        }
        taken
    }

    /// Undoes the changes after `mark` permanently, the last first. It frees each at once, which is cheaper than
    /// [`Vm::roll_back`] without a redo, as after a failed input.
    pub fn discard(&mut self, mark: usize) {
        let first_new =
            self.journal.changes.get(mark..).and_then(|changes| changes.iter().find_map(Change::new_resource));
        // One pass over the catalog is faster when it removes many entries.
        let first_new =
            first_new.filter(|first| self.catalog.catalog().next_id() / 8 <= self.catalog.catalog().next_id() - first);
        if let Some(first) = first_new {
            self.catalog.truncate(first);
        }
        let is_removed = |edit: &Edit| edit.resource().is_some_and(|id| first_new.is_some_and(|first| id >= first));
        let mut types = false;
        while self.journal.mark() > mark
            && let Some(change) = self.journal.changes.pop()
        {
            types |= matches!(change, Change::Type(..));
            match change {
                Change::Catalog(edit) if is_removed(&edit) => {}
                Change::Catalog(edit) => drop(self.catalog.apply(*edit)),
                other => drop(undo_change(self, other)),
            }
        }
        if types {
            resolve_again(self);
            resolve_aliases(self);
        }
    }

    /// Forgets the compile of a node, so that another one can follow: variables, resources, and what the site's manifests
    /// define. What the files of modules define stays, with its compiled code: see `SourceCache::of_unchanging_files`.
    pub fn forget_node(&mut self) {
        let changes = std::mem::take(&mut self.journal.changes);
        let types = changes.iter().any(|change| matches!(change, Change::Type(..)));
        for change in changes.into_iter().rev() {
            match change {
                Change::Catalog(edit) if !edit.is_of_definitions() => {}
                other => drop(undo_change(self, other)),
            }
        }
        if types {
            resolve_again(self);
            resolve_aliases(self);
        }
        forget_resources(&mut self.catalog);
        self.globals.clear_facts();
        self.outputs.clear();
        self.matches = None;
        self.messages = Messages::default();
        self.templates.clear();
        self.lookup.forget_contexts();
        self.host.reset_once_warnings();
    }

    /// Reapplies changes that `roll_back` returned.
    pub fn replay(&mut self, changes: &[Change]) {
        for change in changes {
            match change {
                Change::Global(slot, value) => self.set_global(*slot, value.clone()),
                Change::Function(entry, function) => {
                    // In the meantime the name may have a new entry, or none (`set_module_path`).
                    let entry =
                        self.functions.entries.entry(entry.name.clone()).or_insert_with(|| entry.clone()).clone();
                    self.set_function(&entry, function.clone());
                }
                Change::Type(_, Some(alias)) => {
                    let fresh = again(self, alias);
                    self.set_alias(fresh);
                }
                Change::Type(..) => {}
                Change::Catalog(edit) => self.edit((**edit).clone()),
            }
        }
        if changes.iter().any(|change| matches!(change, Change::Type(..))) {
            resolve_aliases(self);
        }
    }
}

/// Resolves the aliases that were restored, as the end of an input does; an error belongs to their use.
fn resolve_aliases(vm: &mut Vm) {
    if vm.settings.types.additions {
        for alias in vm.aliases.by_name.values().cloned().collect::<Vec<_>>() {
            let _ = resolve(vm, &alias);
        }
    }
}

/// Resets the remaining aliases, which may have used removed names: their next use resolves them again.
fn resolve_again(vm: &mut Vm) {
    let left: Vec<Rc<Alias>> = vm.aliases.by_name.values().cloned().collect();
    for alias in left {
        let fresh = again(vm, &alias);
        vm.aliases.by_name.insert(alias.name.to_ascii_lowercase().into(), fresh);
    }
}

/// Undoes one change and returns its inverse.
fn undo_change(vm: &mut Vm, change: Change) -> Change {
    match change {
        Change::Global(slot, _) => Change::Global(slot, vm.globals.take(slot)),
        Change::Function(entry, previous) => {
            let current = entry.user.borrow().clone();
            vm.set_function(&entry, previous);
            vm.journal.changes.pop();
            Change::Function(entry, current)
        }
        Change::Type(key, previous) => {
            let current = match previous {
                Some(alias) => vm.aliases.by_name.insert(key.clone(), alias),
                None => vm.aliases.by_name.remove(&key),
            };
            vm.functions.forget_bodies();
            Change::Type(key, current)
        }
        Change::Catalog(edit) => Change::Catalog(Box::new(vm.catalog.apply(*edit))),
    }
}
