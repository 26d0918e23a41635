//! Support for rerunning a part of a program: the targets of changes, and whether changes may be reapplied after other
//! changes than those that they followed.
//!
//! Changes of variables, functions and types use names and are valid anywhere. Those of the catalog use numbers: a
//! series of new resources at its end can be renumbered. All other changes are valid only on the catalog on which they
//! were made.

use std::cmp::Ordering;
use std::rc::Rc;

use puppet_catalog::{self as catalog, TOP};
use puppet_pcore::Captures;

use super::catalog::{Edit, MAIN};
use super::vm::Change;
use super::{Level, Vm};

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

/// The maximum number of log lines kept for a program that runs apart.
const MAX_LOGS: usize = 50_000;

impl Vm {
    /// Creates a savepoint of the current state.
    pub fn mark(&self) -> Savepoint {
        Savepoint {
            entry: self.journal.len(),
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

    /// Returns the changes since a savepoint, as the journal stores them.
    pub fn changes_since(&self, mark: &Savepoint) -> &[Change] {
        self.journal.get(mark.entry..).unwrap_or_default()
    }

    /// Returns the targets of the changes since a savepoint.
    pub fn changed_since(&self, mark: &Savepoint) -> Vec<ChangeTarget> {
        let mut all = Vec::new();
        for change in self.changes_since(mark) {
            match change {
                Change::Global(slot, _) => {
                    all.extend(self.global_names.get(*slot).cloned().map(ChangeTarget::Variable))
                }
                Change::Function(entry, _) => all.push(ChangeTarget::Function(entry.name.clone())),
                Change::Type(name, _) => all.push(ChangeTarget::Definition(name.clone())),
                Change::Catalog(edit) => all.extend(self.targets_of(edit, mark.resources)),
            }
        }
        all
    }

    /// Derives the target of a change of the catalog from its inverse.
    fn targets_of(&self, inverse: &Edit, first: u32) -> Option<ChangeTarget> {
        match inverse {
            Edit::Definition(name, _) => Some(ChangeTarget::Definition(name.clone())),
            Edit::Imported(..) => None,
            Edit::Catalog(catalog::Edit::Resource(id, _)) if *id >= first => {
                let resource = self.catalog.catalog().get(*id)?;
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

    /// Returns whether a resource's parameter was looked up since the last call, and clears the flag.
    pub fn take_lookup_flag(&mut self) -> bool {
        std::mem::take(&mut self.looked)
    }

    /// Returns whether the program runs apart from others.
    pub fn runs_apart(&self) -> bool {
        self.most_logs == MAX_LOGS
    }

    /// Returns the value of the last program that had one.
    pub fn last_value(&self) -> Option<puppet_pcore::Value> {
        self.outputs.last().map(|_| self.last_output.clone())
    }

    /// Starts a program whose values no later one may name (`_`), and for which all messages are new.
    pub fn start_apart(&mut self) {
        self.start_input(0);
        self.outputs.clear();
        self.last_output = puppet_pcore::Value::Undef;
        self.looked = false;
        self.most_logs = MAX_LOGS;
        self.host.reset_once_warnings();
    }

    /// Keeps a log line, up to the maximum.
    pub(super) fn keep_log(&mut self, level: Level, text: String) {
        match self.logs.len().cmp(&self.most_logs) {
            Ordering::Less => self.logs.push((level, text)),
            Ordering::Equal => {
                let line = format!("more than {} lines were logged; the rest is omitted", self.most_logs);
                self.logs.push((Level::Warning, line));
            }
            Ordering::Greater => {}
        }
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
