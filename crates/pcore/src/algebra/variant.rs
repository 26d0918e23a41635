//! Variants and Enums of distinct members.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use pprepl_budget as budget;

use super::super::{Size, Ty, Type};
use super::equality::{Hashing, same};
use super::memo::is_composite;

/// Returns a flattened Variant of the distinct types, or the type itself when there is only one.
pub fn variant_of(types: impl IntoIterator<Item = Ty>) -> Ty {
    let mut distinct = Distinct::default();
    for ty in types {
        // The caller checks the budget before it uses the answer.
        if budget::is_exhausted() {
            break;
        }
        match &*ty {
            Type::Variant(inner) => inner.iter().for_each(|inner| distinct.add(inner)),
            _ => distinct.add(&ty),
        }
    }
    match <[Ty; 1]>::try_from(distinct.types) {
        Ok([single]) => single,
        Err(types) => Rc::new(Type::Variant(types)),
    }
}

/// Returns an Enum of the distinct strings, sorted.
pub(super) fn enum_of(values: impl IntoIterator<Item = Rc<str>>) -> Ty {
    let in_budget = values.into_iter().take_while(|_| !budget::is_exhausted());
    let mut values = sorted(in_budget.collect());
    values.dedup();
    Rc::new(Type::Enum { values, ignore_case: false })
}

/// Returns the strings sorted. Once the budget is exhausted their order is arbitrary; the caller checks the
/// budget.
pub(super) fn sorted(mut values: Vec<Rc<str>>) -> Vec<Rc<str>> {
    if values.len() <= AT_ONCE {
        values.sort_unstable();
        return values;
    }
    for part in values.chunks_mut(AT_ONCE) {
        if budget::check().is_err() {
            return values;
        }
        part.sort_unstable();
    }
    let mut length = AT_ONCE;
    while length < values.len() {
        let mut merged = Vec::with_capacity(values.len());
        for pair in values.chunks(2 * length) {
            let (left, right) = pair.split_at(length.min(pair.len()));
            merge(left, right, &mut merged);
        }
        values = merged;
        length *= 2;
    }
    values
}

/// An ordered set of types; an index is kept above a small size.
#[derive(Default)]
pub(super) struct Distinct {
    pub(super) types: Vec<Ty>,
    index: FxHashMap<u64, Vec<usize>>,
    hashing: Hashing,
    /// The dropped types. They are kept alive so that their addresses stay unique.
    dropped: Vec<Ty>,
}

impl Distinct {
    const MAX_LINEAR: usize = 8;

    pub(super) fn add(&mut self, ty: &Ty) {
        if self.types.len() < Self::MAX_LINEAR {
            if !self.types.iter().any(|known| same(known, ty)) {
                self.types.push(ty.clone());
            }
            return;
        }
        if self.index.is_empty() {
            for place in 0..self.types.len() {
                let hash = self.hashing.of(&self.types[place]);
                self.index.entry(hash).or_default().push(place);
            }
        }
        let places = self.index.entry(self.hashing.of(ty)).or_default();
        if !places.iter().any(|place| same(&self.types[*place], ty)) {
            places.push(self.types.len());
            self.types.push(ty.clone());
        } else if is_composite(ty) {
            self.dropped.push(ty.clone());
        }
    }
}

/// Returns the range of lengths of the strings.
pub(super) fn lengths(values: &[Rc<str>]) -> Option<Size> {
    let lengths = || values.iter().map(|value| value.chars().count());
    let (shortest, longest) = (lengths().min()?, lengths().max()?);
    Some(Size { from: i64::try_from(shortest).ok()?, to: i64::try_from(longest).ok() })
}

/// The number of strings sorted at once. More are sorted in parts, and the budget is checked in between.
const AT_ONCE: usize = 1 << 14;

fn merge(left: &[Rc<str>], right: &[Rc<str>], merged: &mut Vec<Rc<str>>) {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        if budget::is_exhausted() {
            return;
        }
        let next = if a <= b { left.next() } else { right.next() };
        merged.extend(next.cloned());
    }
    merged.extend(left.chain(right).cloned());
}
