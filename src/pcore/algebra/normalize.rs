//! The normal form that an alias gives its meaning: duplicates and needless wrappers gone, Variants merged.

use std::rc::Rc;

use super::super::semver_range::SemVerRange;
use super::super::{CallableType, FloatRange, Int, IntegerRange, StringType, StructElement, TimeRange, Ty, Type};
use super::unite::{enum_of, float_hull, hull, joined};
use super::{accepts_undef, constant, variant_of};

/// The same type in normal form.
pub fn normalize(ty: &Ty) -> Ty {
    match &**ty {
        Type::Collection(_) => constant::collection(),
        Type::Type(Some(t)) => Rc::new(Type::Type(Some(normalize(t)))),
        Type::Sensitive(t) => Rc::new(Type::Sensitive(normalize(t))),
        Type::Iterable(Some(t)) => Rc::new(Type::Iterable(Some(normalize(t)))),
        Type::Iterator(Some(t)) => Rc::new(Type::Iterator(Some(normalize(t)))),
        Type::Array(t, size) => Rc::new(Type::Array(normalize(t), *size)),
        Type::Hash(key, value, size) => Rc::new(Type::Hash(normalize(key), normalize(value), *size)),
        Type::Tuple(types, size) => Rc::new(Type::Tuple(types.iter().map(normalize).collect(), *size)),
        Type::Struct(elements) => Rc::new(Type::Struct(
            elements.iter().map(|e| StructElement { value: normalize(&e.value), ..e.clone() }).collect(),
        )),
        Type::Callable(callable) => Rc::new(Type::Callable(CallableType {
            params: callable.params.as_ref().map(normalize),
            block: callable.block.as_ref().map(normalize),
            returns: callable.returns.as_ref().map(normalize),
        })),
        Type::NotUndef(t) => not_undef(&normalize(t)),
        Type::Optional(Some(t)) => optional(&normalize(t)),
        Type::Variant(types) if !types.is_empty() => variant(types),
        _ => ty.clone(),
    }
}

fn not_undef(inner: &Ty) -> Ty {
    match &**inner {
        Type::Any => constant::not_undef(),
        Type::Optional(inner) => {
            let inner = inner.clone().unwrap_or_else(constant::any);
            normalize(&Rc::new(Type::NotUndef(inner)))
        }
        _ if !accepts_undef(inner) => inner.clone(),
        _ => Rc::new(Type::NotUndef(inner.clone())),
    }
}

fn optional(inner: &Ty) -> Ty {
    match &**inner {
        Type::NotUndef(inner) if matches!(**inner, Type::Any) => constant::optional(),
        Type::NotUndef(inner) => normalize(&constant::optional_of(inner.clone())),
        _ if accepts_undef(inner) => inner.clone(),
        _ => constant::optional_of(inner.clone()),
    }
}

fn variant(types: &[Ty]) -> Ty {
    let mut types: Vec<Ty> = types.iter().map(normalize).collect();
    if let [single] = &types[..] {
        return single.clone();
    }
    if types.iter().any(|ty| matches!(**ty, Type::Undef | Type::Optional(_))) {
        let rest = types.into_iter().filter_map(|ty| match &*ty {
            Type::Undef => None,
            Type::Optional(inner) => inner.clone(),
            _ => Some(ty),
        });
        return normalize(&constant::optional_of(variant_of(rest)));
    }
    types = flattened(types);
    merge_not_undefs(&mut types);
    merge_enums(&mut types);
    merge_patterns(&mut types);
    merge_versions(&mut types);
    merge(&mut types, integer_of, join_integers, Type::Integer);
    merge(&mut types, float_of, join_floats, Type::Float);
    merge(&mut types, timespan_of, join_times, |range| Type::Timespan(Box::new(range)));
    merge(&mut types, timestamp_of, join_times, |range| Type::Timestamp(Box::new(range)));
    variant_of(types)
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

/// Takes out what `choose` chooses when that is more than one type.
fn take_several(types: &mut Vec<Ty>, choose: impl Fn(&Type) -> bool) -> Option<Vec<Ty>> {
    if types.iter().filter(|ty| choose(ty)).count() < 2 {
        return None;
    }
    let (chosen, others) = std::mem::take(types).into_iter().partition(|ty| choose(ty));
    *types = others;
    Some(chosen)
}

fn merge_not_undefs(types: &mut Vec<Ty>) {
    if let Some(chosen) = take_several(types, |ty| matches!(ty, Type::NotUndef(_))) {
        let inner = chosen.iter().filter_map(|ty| match &**ty {
            Type::NotUndef(inner) => Some(inner.clone()),
            _ => None,
        });
        types.push(Rc::new(Type::NotUndef(normalize(&variant_of(inner)))));
    }
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
        let all = chosen.iter().fold(Vec::new(), |all, ty| match &**ty {
            Type::Pattern(patterns) => joined(&all, patterns),
            _ => all,
        });
        types.push(Rc::new(Type::Pattern(all)));
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

/// Ranges of versions, joined where they touch, in the order of the reference.
pub(super) fn merged_versions(mut ranges: Vec<Rc<SemVerRange>>) -> Vec<Rc<SemVerRange>> {
    if ranges.len() < 2 {
        return ranges;
    }
    let mut result = Vec::new();
    while let Some(mut joined) = ranges.pop() {
        let mut apart = Vec::new();
        for range in ranges {
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

/// Joins the ranges of one kind that touch; they go in front of the rest.
fn merge<R>(
    types: &mut Vec<Ty>,
    range_of: impl Fn(&Type) -> Option<R>,
    join: impl Fn(&R, &R) -> Option<R>,
    make: impl Fn(R) -> Type,
) {
    let Some(chosen) = take_several(types, |ty| range_of(ty).is_some()) else { return };
    let mut ranges: Vec<R> = chosen.iter().filter_map(|ty| range_of(ty)).collect();
    let mut result = Vec::new();
    while let Some(mut joined) = ranges.pop() {
        let mut apart = Vec::new();
        for range in ranges {
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

fn integer_of(ty: &Type) -> Option<IntegerRange> {
    match ty {
        Type::Integer(range) => Some(range.clone()),
        _ => None,
    }
}

/// Two integer ranges that overlap or follow each other.
fn join_integers(a: &IntegerRange, b: &IntegerRange) -> Option<IntegerRange> {
    let before = |to: Option<&Int>, from: Option<&Int>| match (to, from) {
        (Some(to), Some(from)) => to.to_big() + 1 < from.to_big(),
        _ => false,
    };
    let ((a_from, a_to), (b_from, b_to)) = (a.ascending(), b.ascending());
    if before(a_to, b_from) || before(b_to, a_from) { None } else { Some(hull(a, b)) }
}

fn float_of(ty: &Type) -> Option<FloatRange> {
    match ty {
        Type::Float(range) => Some(*range),
        _ => None,
    }
}

fn join_floats(a: &FloatRange, b: &FloatRange) -> Option<FloatRange> {
    let before = |to: Option<f64>, from: Option<f64>| to.zip(from).is_some_and(|(to, from)| to < from);
    let ((a_from, a_to), (b_from, b_to)) = (a.ascending(), b.ascending());
    if before(a_to, b_from) || before(b_to, a_from) { None } else { Some(float_hull(a, b)) }
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
