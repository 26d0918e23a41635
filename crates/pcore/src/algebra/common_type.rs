//! The common type of two types, as the reference computes it. It is not always an upper bound (it drops
//! undef), and it is more exact for data than for other types.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_budget as budget;

use super::super::{FloatRange, IntegerRange, Regexp, Size, StringType, Ty, Type};
use super::equality::{Hashing, same};
use super::memo::is_composite;
use super::{assignable, constant};

/// Returns the common type of `a` and `b`.
pub fn common_type(a: &Ty, b: &Ty) -> Ty {
    match (&**a, &**b) {
        (Type::Undef, _) => return b.clone(),
        (_, Type::Undef) => return a.clone(),
        (Type::Unit, _) => return b.clone(),
        (_, Type::Unit) => return a.clone(),
        _ => {}
    }
    if Rc::ptr_eq(a, b) || assignable(a, b) {
        return a.clone();
    }
    if assignable(b, a) {
        return b.clone();
    }
    of_family(a, b).unwrap_or_else(|| of_kind(a, b))
}

/// Returns the common type of two types of one family.
fn of_family(a: &Type, b: &Type) -> Option<Ty> {
    Some(match (a, b) {
        (Type::Array(a, _), Type::Array(b, _)) => constant::array_of(common_type(a, b)),
        (Type::Hash(key_a, a, _), Type::Hash(key_b, b, _)) => {
            constant::hash_of(common_type(key_a, key_b), common_type(a, b))
        }
        (Type::Class(_), Type::Class(_)) => constant::class(),
        (Type::Resource { type_name: a, .. }, Type::Resource { type_name: b, .. }) if a == b => {
            Rc::new(Type::Resource { type_name: a.clone(), title: None })
        }
        (Type::Resource { .. }, Type::Resource { .. }) => constant::resource(),
        (Type::Integer(a), Type::Integer(b)) => Rc::new(Type::Integer(integer_bounds(a, b))),
        (Type::Float(a), Type::Float(b)) => Rc::new(Type::Float(float_bounds(a, b))),
        (Type::String(a), Type::String(b)) => strings(a, b),
        (Type::String(StringType::Value(text)), Type::Enum { values, .. })
        | (Type::Enum { values, .. }, Type::String(StringType::Value(text))) => {
            enum_of(values.iter().cloned().chain([text.text.as_str().into()]))
        }
        (Type::String(_), Type::Enum { .. }) | (Type::Enum { .. }, Type::String(_)) => constant::enumeration(),
        (Type::Pattern(a), Type::Pattern(b)) => Rc::new(Type::Pattern(joined(a, b))),
        (Type::Enum { values: a, .. }, Type::Enum { values: b, .. }) => enum_of(a.iter().chain(b).cloned()),
        (Type::Variant(a), Type::Variant(b)) => variant_of(a.iter().chain(b).cloned()),
        (Type::Regexp(_), Type::Regexp(_)) => constant::regexp(),
        (Type::Callable(_), Type::Callable(_)) => constant::callable(),
        _ => return None,
    })
}

/// Returns the nearest abstract type above both.
fn of_kind(a: &Ty, b: &Ty) -> Ty {
    let both = |kind: &Type| assignable(kind, a) && assignable(kind, b);
    if both(&Type::Numeric) {
        return constant::numeric();
    }
    if both(&Type::ScalarData) {
        return constant::scalar_data();
    }
    if both(&Type::Scalar) {
        return constant::scalar();
    }
    if both(&Type::Data) {
        return constant::data();
    }
    if let (Type::Type(a), Type::Type(b)) = (&**a, &**b) {
        return Rc::new(Type::Type(match (a, b) {
            (Some(a), Some(b)) => Some(common_type(a, b)),
            (a, b) => a.clone().or(b.clone()),
        }));
    }
    if both(&Type::RichData) {
        return constant::rich_data();
    }
    constant::any()
}

/// Returns the range from the lowest to the highest bound.
pub(super) fn integer_bounds(a: &IntegerRange, b: &IntegerRange) -> IntegerRange {
    let ((a_from, a_to), (b_from, b_to)) = (a.ascending(), b.ascending());
    IntegerRange {
        from: a_from.zip(b_from).map(|(a, b)| a.min(b).clone()),
        to: a_to.zip(b_to).map(|(a, b)| a.max(b).clone()),
    }
}

/// Returns the range from the lowest to the highest bound.
pub(super) fn float_bounds(a: &FloatRange, b: &FloatRange) -> FloatRange {
    let ((a_from, a_to), (b_from, b_to)) = (a.ascending(), b.ascending());
    FloatRange { from: a_from.zip(b_from).map(|(a, b)| a.min(b)), to: a_to.zip(b_to).map(|(a, b)| a.max(b)) }
}

fn strings(a: &StringType, b: &StringType) -> Ty {
    match (a, b) {
        (StringType::Size(a), StringType::Size(b)) => Rc::new(Type::String(StringType::Size(Size {
            from: a.from.min(b.from),
            to: a.to.zip(b.to).map(|(a, b)| a.max(b)),
        }))),
        (StringType::Value(a), StringType::Value(b)) => enum_of([a.text.as_str().into(), b.text.as_str().into()]),
        _ => constant::string(),
    }
}

/// Returns an Enum of the distinct strings, sorted.
pub(super) fn enum_of(values: impl IntoIterator<Item = Rc<str>>) -> Ty {
    let in_budget = values.into_iter().take_while(|_| !budget::is_exhausted());
    let mut values = sorted(in_budget.collect());
    values.dedup();
    Rc::new(Type::Enum { values, ignore_case: false })
}

/// The number of strings sorted at once. More are sorted in parts, and the budget is checked in between.
const AT_ONCE: usize = 1 << 14;

/// Returns the strings sorted. Once the budget is exhausted their order is arbitrary; the caller checks the
/// budget.
fn sorted(mut values: Vec<Rc<str>>) -> Vec<Rc<str>> {
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

/// Returns the distinct patterns of both lists.
pub(super) fn joined(a: &[Rc<Regexp>], b: &[Rc<Regexp>]) -> Vec<Rc<Regexp>> {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    a.iter().chain(b).filter(|pattern| seen.insert(&pattern.source)).cloned().collect()
}

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
