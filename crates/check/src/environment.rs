//! The type environment at a point in the program: the variable that each name denotes, the narrowed types of
//! paths, and the last match.
//!
//! Nothing is copied for a branch. Changes go onto a trail (an undo log), and a branch is a section of the
//! trail. The changes of a branch are undone at its end and merged with those of the other branches.

use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_text::Span;
use puppet_pcore::Ty;
use puppet_syntax::ast::Name;

use super::checker::Checker;
use super::finding::TypedExpr;
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
    names: Vec<(Name, VarId)>,
    facts: Vec<(PathId, Ty)>,
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

impl Checker<'_> {
    /// Joins the branches that run to their end, and continues with the result. `test`: the span of the
    /// condition that selects between them, where it is a single expression.
    pub(super) fn merge(&mut self, branches: Vec<(Delta, Ty)>, test: Option<Span>) {
        let live: Vec<Delta> = branches.into_iter().filter(|(_, ty)| !is_never(ty)).map(|(delta, _)| delta).collect();
        match &live[..] {
            [] => {}
            [only] => {
                only.names.iter().for_each(|(name, var)| self.env.bind(name.clone(), *var));
                only.facts.iter().for_each(|(path, ty)| self.env.learn(*path, ty.clone()));
            }
            _ => {
                self.merge_names(&live, test);
                self.merge_facts(&live);
            }
        }
    }

    fn merge_names(&mut self, live: &[Delta], test: Option<Span>) {
        for (name, bound) in by_key(live.iter().map(|delta| &delta.names[..])) {
            let before = self.env.lookup(&name);
            let var = match agreed(&bound, live.len(), before) {
                None => self.maybe_unset_variable(&bound, test),
                Some(vars) => self.joined_variable(&vars),
            };
            self.env.bind(name, var);
        }
    }

    /// Returns a new variable that only some branches set.
    fn maybe_unset_variable(&mut self, bound: &[(usize, VarId)], test: Option<Span>) -> VarId {
        let origin = bound.first().and_then(|(_, var)| self.variable_of(*var).source.clone());
        let var = self.add_variable(TypedExpr::any());
        if let (Some(origin), Some(test)) = (origin, test) {
            self.variables.maybe_unset.insert(var, (origin.spot, self.span_of(test)));
        }
        var
    }

    fn joined_variable(&mut self, vars: &[VarId]) -> VarId {
        match vars {
            [first, rest @ ..] if rest.iter().all(|var| var == first) => *first,
            _ => {
                let all: Vec<TypedExpr> = vars.iter().map(|var| self.variable_of(*var).clone()).collect();
                let types: Vec<Ty> = all.iter().map(|one| one.ty.clone()).collect();
                let joined = self.sets.join(&types);
                let source = all.first().and_then(|first| first.source.clone());
                self.add_variable(TypedExpr { ty: joined, source, parts: None })
            }
        }
    }

    fn merge_facts(&mut self, live: &[Delta]) {
        for (path, learned) in by_key(live.iter().map(|delta| &delta.facts[..])) {
            let before = self.env.fact(path).cloned();
            if let Some(types) = agreed(&learned, live.len(), before) {
                let joined = self.sets.join(&types);
                self.env.learn(path, joined);
            }
        }
    }

    pub(super) fn variable_of(&self, var: VarId) -> &TypedExpr {
        &self.variables.known[var.0 as usize]
    }

    pub(super) fn add_variable(&mut self, sourced: TypedExpr) -> VarId {
        self.variables.known.push(sourced);
        VarId(self.variables.known.len() as u32 - 1)
    }

    pub(super) fn path(&mut self, key: PathKey) -> PathId {
        let next = PathId(self.variables.paths.len() as u32);
        *self.variables.paths.entry(key).or_insert(next)
    }
}

/// Groups the changes of the branches by key, in the order in which the keys first appear; each with the
/// index of its branch.
fn by_key<'d, K: Clone + Eq + Hash + 'd, V: Clone + 'd>(
    branches: impl Iterator<Item = &'d [(K, V)]>,
) -> Vec<(K, Vec<(usize, V)>)> {
    let mut places: FxHashMap<K, usize> = FxHashMap::default();
    let mut found: Vec<(K, Vec<(usize, V)>)> = Vec::new();
    for (number, branch) in branches.enumerate() {
        for (key, value) in branch {
            let at = *places.entry(key.clone()).or_insert(found.len());
            if at == found.len() {
                found.push((key.clone(), Vec::new()));
            }
            if let Some((_, values)) = found.get_mut(at) {
                values.push((number, value.clone()));
            }
        }
    }
    found
}

/// Returns the distinct values after `count` branches: the value of each branch, or the value before where a
/// branch does not change it. `None` where a branch does not set it and it was not set before.
fn agreed<V: Clone>(said: &[(usize, V)], count: usize, before: Option<V>) -> Option<Vec<V>> {
    let mut values: Vec<V> = said.iter().map(|(_, value)| value.clone()).collect();
    if said.len() < count {
        let first_silent = said.iter().enumerate().position(|(at, (number, _))| at != *number).unwrap_or(said.len());
        values.insert(first_silent, before?);
    }
    Some(values)
}
