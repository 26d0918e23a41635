//! The type environment at a point in the program: the variable that each name denotes, the narrowed types of
//! paths, and the last match.
//!
//! Nothing is copied for a branch. Changes go onto a trail (an undo log), and a branch is a section of the
//! trail. The changes of a branch are undone at its end and merged with those of the other branches.

use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use puppet_pcore::Ty;
use puppet_syntax::ast::Name;

use super::subtyping::is_never;

/// A variable: one binding of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct VarId(pub(super) u32);

/// A path: a variable, or an element of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PathId(pub(super) u32);

/// The structure of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum PathKey {
    Variable(VarId),
    Text(PathId, Name),
    Index(PathId, i64),
    Keyed(PathId, VarId),
}

/// The types of `$0`, `$1`, ... after a known match; `None` after an unknown match or none.
pub(super) type Matched = Option<Rc<[Ty]>>;

#[derive(Debug)]
enum Change {
    Name(Name, Option<VarId>),
    Fact(PathId, Option<Ty>),
}

/// The type environment with its undo log.
#[derive(Debug, Default)]
pub(super) struct Environment {
    names: FxHashMap<Name, VarId>,
    facts: FxHashMap<PathId, Ty>,
    trail: Vec<Change>,
    /// The number of paths narrowed to the empty type.
    nothing: usize,
    pub(super) matched: Matched,
}

/// The changes that a branch makes.
#[derive(Debug)]
pub(super) struct Delta {
    pub(super) names: Vec<(Name, VarId)>,
    pub(super) facts: Vec<(PathId, Ty)>,
}

impl Environment {
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn lookup(&self, name: &str) -> Option<VarId> {
        self.names.get(name).copied()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &Name> {
        self.names.keys()
    }

    pub(super) fn bind(&mut self, name: Name, var: VarId) {
        let before = self.names.insert(name.clone(), var);
        self.trail.push(Change::Name(name, before));
    }

    pub(super) fn fact(&self, path: PathId) -> Option<&Ty> {
        self.facts.get(&path)
    }

    pub(super) fn learn(&mut self, path: PathId, ty: Ty) {
        self.nothing += usize::from(is_never(&ty));
        let before = self.facts.insert(path, ty);
        self.nothing -= usize::from(before.as_ref().is_some_and(|before| is_never(before)));
        self.trail.push(Change::Fact(path, before));
    }

    /// Undoes every change since the mark.
    pub(super) fn roll_back(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Change::Name(name, Some(before))) => drop(self.names.insert(name, before)),
                Some(Change::Name(name, None)) => drop(self.names.remove(&name)),
                Some(Change::Fact(path, before)) => self.restore(path, before),
                None => return,
            }
        }
    }

    fn restore(&mut self, path: PathId, before: Option<Ty>) {
        self.nothing += usize::from(before.as_ref().is_some_and(|before| is_never(before)));
        let now = match before {
            Some(before) => self.facts.insert(path, before),
            None => self.facts.remove(&path),
        };
        self.nothing -= usize::from(now.is_some_and(|now| is_never(&now)));
    }

    /// Returns whether a path is narrowed to the empty type, so that the code here cannot run.
    pub(super) fn is_impossible(&self) -> bool {
        self.nothing > 0
    }

    /// Returns the net changes since the mark.
    pub(super) fn delta(&self, mark: usize) -> Delta {
        let mut delta = Delta { names: Vec::new(), facts: Vec::new() };
        let (mut names, mut facts) = (FxHashSet::default(), FxHashSet::default());
        for change in self.trail.get(mark..).unwrap_or_default() {
            match change {
                Change::Name(name, _) if names.insert(name) => {
                    delta.names.extend(self.names.get(name).map(|var| (name.clone(), *var)));
                }
                Change::Fact(path, _) if facts.insert(*path) => {
                    delta.facts.extend(self.facts.get(path).map(|ty| (*path, ty.clone())));
                }
                _ => {}
            }
        }
        delta
    }

    /// Compacts the changes since the mark to their net effect, so that a long trail costs no more than a
    /// short one.
    pub(super) fn settle(&mut self, mark: usize) {
        if self.trail.len() > mark + 1 {
            let delta = self.take(mark);
            self.put(delta);
        }
    }

    /// Applies changes that were undone.
    pub(super) fn put(&mut self, delta: Delta) {
        delta.names.into_iter().for_each(|(name, var)| self.bind(name, var));
        delta.facts.into_iter().for_each(|(path, ty)| self.learn(path, ty));
    }

    /// Undoes the changes since the mark and returns them.
    pub(super) fn take(&mut self, mark: usize) -> Delta {
        let delta = self.delta(mark);
        self.roll_back(mark);
        delta
    }
}
