//! The merge of branches: each variable and narrowed path gets the join of what the branches leave.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use pprepl_text::Span;
use puppet_pcore::Ty;

use super::checker::Checker;
use super::environment::{Delta, PathId, PathKey, VarId};
use super::subtyping::is_never;
use super::typed_expr::TypedExpr;

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
        let origin = bound.first().and_then(|(_, var)| self.variable_of(*var).source);
        let var = self.add_variable(TypedExpr::any());
        if let (Some(origin), Some(test)) = (origin, test) {
            self.variables.maybe_unset.insert(var, (origin.spot, self.span_of(test)));
        }
        var
    }

    fn joined_variable(&mut self, vars: &[VarId]) -> VarId {
        let types: Vec<Ty> = vars.iter().map(|var| self.variable_of(*var).ty.clone()).collect();
        let source = vars.first().and_then(|first| self.variable_of(*first).source);
        let joined = self.sets.join(&types);
        self.add_variable(TypedExpr { ty: joined, source, parts: None })
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
