//! Narrowing by a test: `meet` where it holds, `subtract` where it does not. Both may return a supertype of
//! the exact result, never less.

use std::rc::Rc;

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{CallableType, IntegerRange, Ty, Type, Value, instance};

use super::kind::Kind;
use super::shape::{Range, elements, hash_pair, string_values};
use super::{Overlap, TypeLattice, is_any, is_never, never};

impl TypeLattice {
    /// Returns the meet: the values of `a` that are also of type `tested`.
    pub(crate) fn meet(&self, a: &Ty, tested: &Ty) -> Ty {
        if is_never(a) || is_never(tested) {
            return never();
        }
        if is_any(a) {
            return tested.clone();
        }
        if is_any(tested) || self.contains(tested, a) {
            return a.clone();
        }
        if self.contains(a, tested) {
            return tested.clone();
        }
        let (left, right) = (self.atoms(a), self.atoms(tested));
        let mut found = Vec::new();
        for x in &left {
            for y in &right {
                if self.atoms_overlap(x, y, 0) != Overlap::None {
                    found.push(self.meet_atoms(x, y));
                }
            }
        }
        self.variant(found)
    }

    fn meet_atoms(&self, x: &Ty, y: &Ty) -> Ty {
        if self.contains(y, x) {
            return x.clone();
        }
        if self.contains(x, y) {
            return y.clone();
        }
        match (&**x, &**y) {
            _ if Kind::of(x) == Kind::Open => y.clone(),
            _ if Kind::of(y) == Kind::Open => x.clone(),
            (Type::Integer(a), Type::Integer(b)) => Rc::new(Type::Integer(both(a, b))),
            (Type::Callable(a), Type::Callable(b)) if a.params.is_none() || b.params.is_none() => self.callables(a, b),
            (Type::Array(a, size_a), Type::Array(b, size_b)) => {
                let range = Range::of(*size_a).intersect(Range::of(*size_b));
                self.array_of(self.meet(a, b), range)
            }
            (Type::Hash(..), Type::Hash(..)) => {
                let ((key_a, a), (key_b, b)) = (hash_pair(self, x), hash_pair(self, y));
                self.hash_of(self.meet(&key_a, &key_b), self.meet(&a, &b), Range::ANY)
            }
            _ => meet_strings(x, y),
        }
    }

    /// Returns the callables of both types: the parameters are those of the one that knows them.
    fn callables(&self, a: &CallableType, b: &CallableType) -> Ty {
        let known = if a.params.is_some() { a } else { b };
        let returns = match (&a.returns, &b.returns) {
            (Some(a), Some(b)) => Some(self.meet(a, b)).filter(|met| !is_never(met)).or_else(|| Some(b.clone())),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        Rc::new(Type::Callable(CallableType { params: known.params.clone(), block: known.block.clone(), returns }))
    }

    /// Returns the values of `a` that are not of type `tested`.
    pub(crate) fn subtract(&self, a: &Ty, tested: &Ty) -> Ty {
        if is_never(a) {
            return never();
        }
        if is_any(a) {
            return if matches!(**tested, Type::Undef) { c::not_undef() } else { c::any() };
        }
        let mut left = Vec::new();
        let mut changed = false;
        for atom in self.atoms(a) {
            match self.subtract_atom(&atom, tested) {
                Some(rest) => {
                    changed = true;
                    left.extend(rest);
                }
                None => left.push(atom),
            }
        }
        if changed { self.variant(left) } else { a.clone() }
    }

    /// Returns the rest of an alternative (`Some(None)` when nothing remains); `None` when it cannot be
    /// described more exactly.
    fn subtract_atom(&self, atom: &Ty, tested: &Ty) -> Option<Option<Ty>> {
        if self.contains(tested, atom) {
            return Some(None);
        }
        if matches!(**atom, Type::Boolean(None)) {
            let told = self.atoms(tested).iter().find_map(|ty| match **ty {
                Type::Boolean(value) => value,
                _ => None,
            })?;
            return Some(Some(if told { c::no() } else { c::yes() }));
        }
        let (values, ignore_case) = string_values(atom)?;
        if ignore_case {
            return None;
        }
        let kept: Vec<Rc<str>> =
            values.iter().filter(|value| !instance(tested, &Value::str(&***value))).cloned().collect();
        if kept.len() == values.len() {
            return None;
        }
        Some((!kept.is_empty()).then(|| enumeration(kept)))
    }
}

/// Returns the strings that both types hold; the second type where they list none.
fn meet_strings(x: &Ty, y: &Ty) -> Ty {
    let kept = |values: &[Rc<str>], ty: &Type| {
        let kept: Vec<Rc<str>> = values.iter().filter(|value| instance(ty, &Value::str(&***value))).cloned().collect();
        if kept.is_empty() { None } else { Some(enumeration(kept)) }
    };
    let found = match (string_values(x), string_values(y)) {
        (Some((values, false)), _) => kept(&values, y),
        (_, Some((values, false))) => kept(&values, x),
        // One side ignores case: only the strings of the other side are certain.
        (Some(_), None) => Some(y.clone()),
        (None, Some(_)) => Some(x.clone()),
        _ => None,
    };
    found.unwrap_or_else(|| y.clone())
}

/// Returns the Enum of these strings.
pub(super) fn enumeration(mut values: Vec<Rc<str>>) -> Ty {
    values.sort();
    values.dedup();
    Rc::new(Type::Enum { values, ignore_case: false })
}

fn both(a: &IntegerRange, b: &IntegerRange) -> IntegerRange {
    let ((a_from, a_to), (b_from, b_to)) = (a.ascending(), b.ascending());
    let from = match (a_from, b_from) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (a, b) => a.or(b),
    };
    let to = match (a_to, b_to) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    IntegerRange { from: from.cloned(), to: to.cloned() }
}

impl TypeLattice {
    /// Returns the range of the number of elements or entries of the alternatives.
    pub(crate) fn collection_range(&self, ty: &Ty) -> Range {
        if is_any(ty) {
            return Range::ANY;
        }
        let ranges = self.atoms(ty).into_iter().map(|atom| match Kind::of(&atom) {
            Kind::Array => elements(&atom).range,
            Kind::Hash => super::shape::hash_range(self, &atom),
            _ => Range::ANY,
        });
        ranges.reduce(Range::bounds).unwrap_or(Range::ANY)
    }
}
