//! Support for rerunning a part of a program: the targets of changes, and whether changes may be reapplied after other
//! changes than those that they followed.
//!
//! Changes of variables, functions and types use names and are valid anywhere. Those of the catalog use numbers: a
//! series of new resources at its end can be renumbered. All other changes are valid only on the catalog on which they
//! were made.

use std::rc::Rc;

use puppet_catalog::{self as catalog, TOP};
use puppet_pcore::Captures;

use super::Change;
use super::Vm;
use super::catalog::Edit;
use super::catalog::MAIN;

/// The target of a change.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChangeTarget {
    /// A variable at top scope or of a class (`class::name`).
    Variable(Rc<str>),
    Function(Rc<str>),
    /// A type alias, class, defined type or node definition, in lower case.
    Definition(Rc<str>),
    /// A new resource at the end of the catalog: its type in lower case and its title.
    Resource(Rc<str>, Rc<str>),
    /// Anything else in the catalog.
    Catalog,
}

/// A state to roll back to.
#[derive(Clone)]
pub struct Savepoint {
    /// The index in the journal.
    pub entry: usize,
    /// The match variables that are active.
    pub matches: Option<Rc<Captures>>,
    /// The number of resources.
    resources: u32,
}

/// Changes that were rolled back and can be reapplied.
#[derive(Clone)]
pub struct UndoneChanges {
    changes: Vec<Change>,
    /// The number of resources before them.
    resources: u32,
}

impl UndoneChanges {
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }
}

impl Vm {
    /// Creates a savepoint of the current state.
    pub fn mark(&self) -> Savepoint {
        Savepoint {
            entry: self.journal.mark(),
            matches: self.matches.clone(),
            resources: self.catalog.catalog().next_id(),
        }
    }

    /// Rolls back the changes since a savepoint, and returns them.
    pub fn roll_back_to(&mut self, mark: &Savepoint) -> UndoneChanges {
        let changes = self.roll_back(mark.entry);
        self.set_matches(mark.matches.clone());
        UndoneChanges { changes, resources: mark.resources }
    }

    /// Reapplies changes; new resources get the next numbers.
    pub fn make_again(&mut self, kept: &UndoneChanges) {
        let next = self.catalog.catalog().next_id();
        if next == kept.resources {
            return self.replay(&kept.changes);
        }
        let moved: Vec<Change> = kept.changes.iter().map(|change| moved(change, kept.resources, next)).collect();
        self.replay(&moved);
    }

    /// Returns the targets of the changes since a savepoint.
    pub fn changed_since(&self, mark: &Savepoint) -> Vec<ChangeTarget> {
        let mut all = Vec::new();
        for change in self.journal.since(mark.entry) {
            match change {
                Change::Global(slot, _) => {
                    all.extend(self.globals.names.get(*slot).cloned().map(ChangeTarget::Variable))
                }
                Change::Function(entry, _) => all.push(ChangeTarget::Function(entry.name.clone())),
                Change::Type(name, _) => all.push(ChangeTarget::Definition(name.clone())),
                Change::Catalog(edit) => all.extend(targets_of(self, edit, mark.resources)),
            }
        }
        all
    }

    /// Starts a program whose values no later one may name (`_`), and for which all messages are new.
    pub fn start_apart(&mut self) {
        self.start_input(0);
        self.outputs.forget();
        self.journal.has_lookup = false;
        self.messages.limit_logs();
        self.host.reset_once_warnings();
    }
}

/// Derives the target of a change of the catalog from its inverse.
fn targets_of(vm: &Vm, inverse: &Edit, first: u32) -> Option<ChangeTarget> {
    match inverse {
        Edit::Definition(name, _) => Some(ChangeTarget::Definition(name.clone())),
        Edit::Imported(..) => None,
        Edit::Catalog(catalog::Edit::Resource(id, _)) if *id >= first => {
            let resource = vm.catalog.catalog().get(*id)?;
            let plain = resource.scope == TOP
                && resource.container.is_none_or(|outer| outer == MAIN)
                && !resource.reference.is_class()
                && catalog::builtin(&resource.reference.type_name).is_some();
            let reference = &resource.reference;
            Some(match plain {
                true => ChangeTarget::Resource(reference.type_name.clone(), reference.title.clone()),
                false => ChangeTarget::Catalog,
            })
        }
        _ => Some(ChangeTarget::Catalog),
    }
}

/// Renumbers a change: the resources from `first` on move to `next`.
fn moved(change: &Change, first: u32, next: u32) -> Change {
    match change {
        Change::Catalog(edit) => match &**edit {
            Edit::Catalog(catalog::Edit::Resource(id, resource)) if *id >= first => {
                let edit = catalog::Edit::Resource(*id - first + next, resource.clone());
                Change::Catalog(Box::new(Edit::Catalog(edit)))
            }
            _ => change.clone(),
        },
        other => other.clone(),
    }
}
