//! The normal form of an alias's definition: without duplicates and redundant wrappers, with merged Variants.

use std::cmp::Ordering;
use std::rc::Rc;

use pprepl_budget as budget;

use super::super::semver_range::SemVerRange;
use super::super::{
    CallableType, FloatRange, Int, IntegerRange, Result, StringType, StructElement, TimeRange, Ty, Type,
};
use super::common_type::{float_bounds, integer_bounds, joined};
use super::memo::{Memo, address, is_composite};
use super::variant::enum_of;
use super::{accepts_undef, constant, variant_of};

/// Returns the type in normal form. Fails when the budget is exhausted.
pub fn normalize(ty: &Ty) -> Result<Ty> {
    let normal = Normal::default().of(ty);
    budget::check()?;
    Ok(normal)
}

/// A normalization in progress, with a memo: types share their parts.
#[derive(Default)]
struct Normal {
    known: Memo<usize, Ty>,
    /// Types created on the way. They are kept alive so that their addresses stay unique.
    made: Vec<Ty>,
}

impl Normal {
    fn of(&mut self, ty: &Ty) -> Ty {
        if !is_composite(ty) || !self.known.meet() {
            return self.visit(ty);
        }
        if budget::is_exhausted() {
            return ty.clone();
        }
        self.known.get(&address(ty)).unwrap_or_else(|| {
            let normal = self.visit(ty);
            self.known.put(address(ty), normal.clone());
            normal
        })
    }

    /// Normalizes a type created on the way.
    fn of_made(&mut self, ty: Ty) -> Ty {
        let normal = self.of(&ty);
        self.made.push(ty);
        normal
    }

    fn visit(&mut self, ty: &Ty) -> Ty {
        match &**ty {
            Type::Collection(_) => constant::collection(),
            Type::Type(Some(t)) => Rc::new(Type::Type(Some(self.of(t)))),
            Type::Sensitive(t) => Rc::new(Type::Sensitive(self.of(t))),
            Type::Iterable(Some(t)) => Rc::new(Type::Iterable(Some(self.of(t)))),
            Type::Iterator(Some(t)) => Rc::new(Type::Iterator(Some(self.of(t)))),
            Type::Array(t, size) => Rc::new(Type::Array(self.of(t), *size)),
            Type::Hash(key, value, size) => Rc::new(Type::Hash(self.of(key), self.of(value), *size)),
            Type::Tuple(types, size) => Rc::new(Type::Tuple(types.iter().map(|ty| self.of(ty)).collect(), *size)),
            Type::Struct(elements) => Rc::new(Type::Struct(
                elements.iter().map(|e| StructElement { value: self.of(&e.value), ..e.clone() }).collect(),
            )),
            Type::Callable(callable) => Rc::new(Type::Callable(CallableType {
                params: callable.params.as_ref().map(|ty| self.of(ty)),
                block: callable.block.as_ref().map(|ty| self.of(ty)),
                returns: callable.returns.as_ref().map(|ty| self.of(ty)),
            })),
            Type::NotUndef(t) => {
                let inner = self.of(t);
                self.not_undef(&inner)
            }
            Type::Optional(Some(t)) => {
                let inner = self.of(t);
                self.optional(&inner)
            }
            Type::Variant(types) if !types.is_empty() => self.variant(types),
            _ => ty.clone(),
        }
    }

    fn not_undef(&mut self, inner: &Ty) -> Ty {
        match &**inner {
            Type::Any => constant::not_undef(),
            Type::Optional(inner) => {
                let inner = inner.clone().unwrap_or_else(constant::any);
                self.of_made(Rc::new(Type::NotUndef(inner)))
            }
            _ if !accepts_undef(inner) => inner.clone(),
            _ => Rc::new(Type::NotUndef(inner.clone())),
        }
    }

    fn optional(&mut self, inner: &Ty) -> Ty {
        match &**inner {
            Type::NotUndef(inner) if matches!(**inner, Type::Any) => constant::optional(),
            Type::NotUndef(inner) => self.of_made(constant::optional_of(inner.clone())),
            _ if accepts_undef(inner) => inner.clone(),
            _ => constant::optional_of(inner.clone()),
        }
    }

    fn variant(&mut self, types: &[Ty]) -> Ty {
        let mut types: Vec<Ty> = types.iter().map(|ty| self.of(ty)).collect();
        if let [single] = &types[..] {
            return single.clone();
        }
        if types.iter().any(|ty| matches!(**ty, Type::Undef | Type::Optional(_))) {
            let rest = types.into_iter().filter_map(|ty| match &*ty {
                Type::Undef => None,
                Type::Optional(inner) => inner.clone(),
                _ => Some(ty),
            });
            return self.of_made(constant::optional_of(variant_of(rest)));
        }
        types = flattened(types);
        self.merge_not_undefs(&mut types);
        merge_enums(&mut types);
        merge_patterns(&mut types);
        merge_versions(&mut types);
        merge(&mut types, integer_of, |a, b| a.ascending().0.cmp(&b.ascending().0), join_integers, Type::Integer);
        merge(&mut types, float_of, float_starts, join_floats, Type::Float);
        merge(&mut types, timespan_of, |a, b| a.from.cmp(&b.from), join_times, |range| Type::Timespan(Box::new(range)));
        merge(
            &mut types,
            timestamp_of,
            |a, b| a.from.cmp(&b.from),
            join_times,
            |range| Type::Timestamp(Box::new(range)),
        );
        variant_of(types)
    }

    fn merge_not_undefs(&mut self, types: &mut Vec<Ty>) {
        if let Some(chosen) = take_several(types, |ty| matches!(ty, Type::NotUndef(_))) {
            let inner = chosen.iter().filter_map(|ty| match &**ty {
                Type::NotUndef(inner) => Some(inner.clone()),
                _ => None,
            });
            types.push(Rc::new(Type::NotUndef(self.of_made(variant_of(inner)))));
        }
    }
}

fn flattened(types: Vec<Ty>) -> Vec<Ty> {
    types
        .into_iter()
        .flat_map(|ty| match &*ty {
            Type::Variant(inner) => inner.clone(),
            _ => vec![ty],
        })
        .collect()
}

/// Removes the types that `choose` selects, when they are more than one.
fn take_several(types: &mut Vec<Ty>, choose: impl Fn(&Type) -> bool) -> Option<Vec<Ty>> {
    if types.iter().filter(|ty| choose(ty)).count() < 2 {
        return None;
    }
    let (chosen, others) = std::mem::take(types).into_iter().partition(|ty| choose(ty));
    *types = others;
    Some(chosen)
}

fn merge_enums(types: &mut Vec<Ty>) {
    let exact = |ty: &Type| match ty {
        Type::Enum { values, ignore_case } => !values.is_empty() && !ignore_case,
        Type::String(StringType::Value(_)) => true,
        _ => false,
    };
    if let Some(chosen) = take_several(types, exact) {
        types.push(enum_of(chosen.iter().flat_map(|ty| strings_of(ty))));
    }
    let folded = |ty: &Type| matches!(ty, Type::Enum { values, ignore_case: true } if !values.is_empty());
    if let Some(chosen) = take_several(types, folded) {
        let mut values: Vec<Rc<str>> =
            chosen.iter().flat_map(|ty| strings_of(ty)).map(|text| text.to_lowercase().into()).collect();
        values.sort_unstable();
        values.dedup();
        types.push(Rc::new(Type::Enum { values, ignore_case: true }));
    }
}

fn strings_of(ty: &Type) -> Vec<Rc<str>> {
    match ty {
        Type::Enum { values, .. } => values.clone(),
        Type::String(StringType::Value(text)) => vec![text.text.as_str().into()],
        _ => Vec::new(),
    }
}

fn merge_patterns(types: &mut Vec<Ty>) {
    if let Some(chosen) = take_several(types, |ty| matches!(ty, Type::Pattern(_))) {
        let patterns = chosen.iter().flat_map(|ty| match &**ty {
            Type::Pattern(patterns) => patterns.clone(),
            _ => Vec::new(),
        });
        types.push(Rc::new(Type::Pattern(joined(&patterns.collect::<Vec<_>>(), &[]))));
    }
}

fn merge_versions(types: &mut Vec<Ty>) {
    if let Some(chosen) = take_several(types, |ty| matches!(ty, Type::SemVer(_))) {
        let ranges = chosen.iter().flat_map(|ty| match &**ty {
            Type::SemVer(ranges) => ranges.clone(),
            _ => Vec::new(),
        });
        types.insert(0, Rc::new(Type::SemVer(merged_versions(ranges.collect()))));
    }
}

/// Returns the version ranges, merged where they touch, in the order of the reference.
pub(super) fn merged_versions(mut ranges: Vec<Rc<SemVerRange>>) -> Vec<Rc<SemVerRange>> {
    if ranges.len() < 2 {
        return ranges;
    }
    let mut result = Vec::new();
    while let Some(mut joined) = ranges.pop() {
        let mut apart = Vec::new();
        for range in ranges {
            if budget::is_exhausted() {
                break;
            }
            match joined.merge(&range) {
                Some(both) => joined = Rc::new(both),
                None => apart.push(range),
            }
        }
        result.push(joined);
        ranges = apart;
    }
    result.reverse();
    result
}

/// Merges the ranges of one kind that touch; they go in front of the rest. For many disjoint ranges, each
/// would be compared with each: the budget ends that.
fn merge<R>(
    types: &mut Vec<Ty>,
    range_of: impl Fn(&Type) -> Option<R>,
    starts: impl Fn(&R, &R) -> Ordering,
    join: impl Fn(&R, &R) -> Option<R>,
    make: impl Fn(R) -> Type,
) {
    let Some(chosen) = take_several(types, |ty| range_of(ty).is_some()) else { return };
    let mut ranges: Vec<R> = chosen.iter().filter_map(|ty| range_of(ty)).collect();
    let mut result = Vec::new();
    if lie_apart(&ranges, starts, &join) {
        result.extend(ranges.drain(..).rev().map(|range| Rc::new(make(range))));
    }
    while let Some(mut joined) = ranges.pop() {
        let mut apart = Vec::new();
        for range in ranges {
            if budget::is_exhausted() {
                break;
            }
            match join(&joined, &range) {
                Some(both) => joined = both,
                None => apart.push(range),
            }
        }
        result.push(Rc::new(make(joined)));
        ranges = apart;
    }
    result.append(types);
    *types = result;
}

/// Returns whether no range touches another. The ranges are sorted by their start, and each must end before
/// the next.
fn lie_apart<R>(ranges: &[R], starts: impl Fn(&R, &R) -> Ordering, join: impl Fn(&R, &R) -> Option<R>) -> bool {
    let mut sorted: Vec<&R> = ranges.iter().collect();
    sorted.sort_by(|a, b| starts(a, b));
    sorted.windows(2).all(|pair| matches!(pair, [a, b] if join(a, b).is_none()))
}

fn integer_of(ty: &Type) -> Option<IntegerRange> {
    match ty {
        Type::Integer(range) => Some(range.clone()),
        _ => None,
    }
}

/// Joins two integer ranges that overlap or follow each other.
fn join_integers(a: &IntegerRange, b: &IntegerRange) -> Option<IntegerRange> {
    let before = |to: Option<&Int>, from: Option<&Int>| match (to, from) {
        (Some(to), Some(from)) => to.to_big() + 1 < from.to_big(),
        _ => false,
    };
    let ((a_from, a_to), (b_from, b_to)) = (a.ascending(), b.ascending());
    if before(a_to, b_from) || before(b_to, a_from) { None } else { Some(integer_bounds(a, b)) }
}

fn float_of(ty: &Type) -> Option<FloatRange> {
    match ty {
        Type::Float(range) => Some(*range),
        _ => None,
    }
}

fn float_starts(a: &FloatRange, b: &FloatRange) -> Ordering {
    let start = |range: &FloatRange| range.ascending().0.unwrap_or(f64::NEG_INFINITY);
    start(a).total_cmp(&start(b))
}

fn join_floats(a: &FloatRange, b: &FloatRange) -> Option<FloatRange> {
    let before = |to: Option<f64>, from: Option<f64>| to.zip(from).is_some_and(|(to, from)| to < from);
    let ((a_from, a_to), (b_from, b_to)) = (a.ascending(), b.ascending());
    if before(a_to, b_from) || before(b_to, a_from) { None } else { Some(float_bounds(a, b)) }
}

fn timespan_of(ty: &Type) -> Option<TimeRange> {
    match ty {
        Type::Timespan(range) => Some(**range),
        _ => None,
    }
}

fn timestamp_of(ty: &Type) -> Option<TimeRange> {
    match ty {
        Type::Timestamp(range) => Some(**range),
        _ => None,
    }
}

fn join_times(a: &TimeRange, b: &TimeRange) -> Option<TimeRange> {
    let before = |to: Option<i128>, from: Option<i128>| to.zip(from).is_some_and(|(to, from)| to < from);
    if before(a.to, b.from) || before(b.to, a.from) {
        return None;
    }
    let first = if b.from < a.from { b } else { a };
    let last = if b.to > a.to { b } else { a };
    Some(TimeRange {
        from: a.from.zip(b.from).map(|(a, b)| a.min(b)),
        to: a.to.zip(b.to).map(|(a, b)| a.max(b)),
        floats: (first.floats.0, last.floats.1),
    })
}
