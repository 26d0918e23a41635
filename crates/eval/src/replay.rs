//! What re-running a part of a program asks of the evaluator: what changes were about, and whether they may be made again
//! after other changes than those that they followed.
//!
//! Changes of variables, functions and types go by names and hold anywhere. Those of the catalog go by numbers: a run of
//! fresh resources at its end can be moved to other numbers, everything else holds only on the very catalog that it was
//! made on.

use std::cmp::Ordering;
use std::rc::Rc;

use puppet_catalog::{self as catalog, TOP};
use puppet_pcore::Captures;

use super::catalog::{Edit, MAIN};
use super::vm::Change;
use super::{Level, Vm};

/// What a change was about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChangeTarget {
    /// A variable at top scope or of a class (`class::name`).
    Variable(Rc<str>),
    Function(Rc<str>),
    /// A type alias, class, define or node, in lower case.
    Definition(Rc<str>),
    /// A fresh resource at the end of the catalog: its type in lower case and its title.
    Resource(Rc<str>, Rc<str>),
    /// Anything else in the catalog.
    Catalog,
}

/// A state to come back to.
#[derive(Clone)]
pub struct Savepoint {
    /// Where in the journal.
    pub entry: usize,
    /// The match active.
    pub matches: Option<Rc<Captures>>,
    /// How many resources were there.
    resources: u32,
}

/// Changes that were undone and can be made again.
#[derive(Clone)]
pub struct UndoneChanges {
    changes: Vec<Change>,
    /// How many resources were there before them.
    resources: u32,
}

impl UndoneChanges {
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }
}

/// How many log lines a program that runs apart keeps.
const MAX_LOGS: usize = 50_000;

impl Vm {
    /// The state as it is now.
    pub fn mark(&self) -> Savepoint {
        Savepoint {
            entry: self.journal.len(),
            matches: self.matches.clone(),
            resources: self.catalog.catalog().next_id(),
        }
    }

    /// Takes back what was done since a mark, and keeps it.
    pub fn roll_back_to(&mut self, mark: &Savepoint) -> UndoneChanges {
        let changes = self.roll_back(mark.entry);
        self.set_matches(mark.matches.clone());
        UndoneChanges { changes, resources: mark.resources }
    }

    /// Makes kept changes again; fresh resources get the numbers that are next.
    pub fn make_again(&mut self, kept: &UndoneChanges) {
        let next = self.catalog.catalog().next_id();
        if next == kept.resources {
            return self.replay(&kept.changes);
        }
        let moved: Vec<Change> = kept.changes.iter().map(|change| moved(change, kept.resources, next)).collect();
        self.replay(&moved);
    }

    /// The changes since a mark, as they are on the journal.
    pub fn changes_since(&self, mark: &Savepoint) -> &[Change] {
        self.journal.get(mark.entry..).unwrap_or_default()
    }

    /// What the changes since a mark were about.
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

    /// What an inverse of a change of the catalog tells of the change.
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

    /// Did anything look a parameter of a resource up since the last time this was asked?
    pub fn take_lookup_flag(&mut self) -> bool {
        std::mem::take(&mut self.looked)
    }

    /// Returns whether the program runs apart from others.
    pub fn runs_apart(&self) -> bool {
        self.most_logs == MAX_LOGS
    }

    /// The value of the last program that had one.
    pub fn last_value(&self) -> Option<puppet_pcore::Value> {
        self.outputs.last().map(|_| self.last_output.clone())
    }

    /// A program begins whose values no later one may name (`_`), and to which everything is told again.
    pub fn start_apart(&mut self) {
        self.start_input(0);
        self.outputs.clear();
        self.last_output = puppet_pcore::Value::Undef;
        self.looked = false;
        self.most_logs = MAX_LOGS;
        self.host.reset_once_warnings();
    }

    /// Keeps a log line, up to a number of them.
    pub(super) fn keep_log(&mut self, level: Level, text: String) {
        match self.logs.len().cmp(&self.most_logs) {
            Ordering::Less => self.logs.push((level, text)),
            Ordering::Equal => {
                let line = format!("more than {} lines were logged: the rest is left out", self.most_logs);
                self.logs.push((Level::Warning, line));
            }
            Ordering::Greater => {}
        }
    }
}

/// The change with the resources from `first` on moved to where `next` begins.
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
