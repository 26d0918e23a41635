//! The journal: the changes of a session, in order, so that they can be undone.

use std::rc::Rc;

use puppet_catalog::{self as catalog, Resource};
use puppet_pcore::{Alias, Value};
use puppet_syntax::ast::Name;

use super::catalog::Edit;
use super::functions::{FunctionEntry, UserFunction};

/// A change of the session that can be undone.
#[derive(Clone)]
pub enum Change {
    /// A variable was set (it is set only once, so that undoing empties it).
    Global(usize, Value),
    /// A function was defined.
    Function(Rc<FunctionEntry>, Option<Rc<UserFunction>>),
    /// A type alias was defined.
    Type(Name, Option<Rc<Alias>>),
    /// A class, defined type or node was defined, a resource declared, ..
    Catalog(Box<Edit>),
}

impl Change {
    /// Returns the number of the resource that this change added to the catalog.
    pub(crate) fn new_resource(&self) -> Option<u32> {
        match self {
            Change::Catalog(edit) => edit.new_resource(),
            _ => None,
        }
    }
}

/// The changes of a session; an index in the journal marks a state to return to.
#[derive(Default)]
pub struct Journal {
    pub(crate) changes: Vec<Change>,
    /// True if a resource's parameter was looked up.
    pub(crate) has_lookup: bool,
}

impl Journal {
    /// Returns the number of changes made, which is a mark for [`Vm::roll_back`](super::Vm::roll_back).
    pub fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Returns the changes after a mark.
    pub fn since(&self, mark: usize) -> &[Change] {
        self.changes.get(mark..).unwrap_or_default()
    }

    /// Records a change.
    pub(crate) fn push(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Returns the states of a resource before each of its changes, oldest first, with the journal index of the change.
    pub fn former_states(&self, id: u32) -> Vec<(usize, Option<Rc<Resource>>)> {
        let state = |(at, change): (usize, &Change)| match change {
            Change::Catalog(edit) => match &**edit {
                Edit::Catalog(catalog::Edit::Resource(of, before)) if *of == id => Some((at, before.clone())),
                _ => None,
            },
            _ => None,
        };
        self.changes.iter().enumerate().filter_map(state).collect()
    }

    /// Returns the resources that the journal's entries in `from..to` changed.
    pub fn affected(&self, from: usize, to: usize) -> Vec<u32> {
        let touched = |change: &Change| match change {
            Change::Catalog(edit) => match &**edit {
                Edit::Catalog(edit) => edit.resource(),
                _ => None,
            },
            _ => None,
        };
        self.changes.get(from..to.min(self.changes.len())).unwrap_or_default().iter().filter_map(touched).collect()
    }

    /// Returns the number of edges at the time when the journal had this length.
    pub fn edges_before(&self, mark: usize) -> usize {
        let pushed = |change: &&Change| match change {
            Change::Catalog(edit) => matches!(**edit, Edit::Catalog(catalog::Edit::Edge(None))),
            _ => false,
        };
        self.changes.iter().take(mark).filter(pushed).count()
    }

    /// Returns the numbers of the resources that changes after `mark` declared or changed, in order.
    pub fn changed_resources(&self, mark: usize) -> Vec<u32> {
        let changes = self.since(mark);
        let number = |change: &Change| match change {
            Change::Catalog(edit) => match &**edit {
                Edit::Catalog(edit) => edit.resource(),
                _ => None,
            },
            _ => None,
        };
        let mut numbers: Vec<u32> = changes.iter().filter_map(number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Returns whether the catalog changed since `mark`.
    pub fn changes_catalog(&self, mark: usize) -> bool {
        self.since(mark).iter().any(|change| matches!(change, Change::Catalog(_)))
    }

    /// Returns whether a resource's parameter was looked up since the last call, and clears the flag.
    pub fn take_lookup_flag(&mut self) -> bool {
        std::mem::take(&mut self.has_lookup)
    }
}
