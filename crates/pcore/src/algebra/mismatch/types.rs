//! The mismatch tree of a type that is not a subtype of another, for the static checker. Its steps and
//! reasons are those of a value's tree.
//!
//! The actual type may be a union (a Variant, an Optional, a name). Each alternative that does not match is a
//! branch, unless no alternative matches.

use super::super::super::{CallableType, Size, StringType, StructElement, Ty, Type, Value, display};
use super::super::alias::named;
use super::super::assign::{contains, exactly, tuple_size};
use super::super::{accepts_undef, assignable, constant, resolved};
use super::fix::{entry_fix, missing_fix, size_fix, type_fix};
use super::{Depth, Mismatch, Reason, Step, short_type, type_name};

/// The maximum width of an actual type.
const MAX_TYPE: usize = 100;

/// Returns the node of a type that is not a subtype of the expected one.
pub(super) fn node(step: Option<Step>, expected: &Ty, actual: &Ty, depth: Depth) -> Mismatch {
    let mut found = Mismatch::at(step, expected, type_name(actual, MAX_TYPE));
    explain(expected, actual, &mut found, depth);
    if found.reason.is_none() && found.inside.is_empty() {
        found.reason = Some(wrong_type(expected, actual));
    }
    if found.fix.is_none() && found.inside.is_empty() {
        found.fix = type_fix(expected, actual);
    }
    found
}

fn wrong_type(expected: &Ty, actual: &Type) -> Reason {
    Reason::Type { expected: vec![expected.clone()], actual: type_name(actual, MAX_TYPE) }
}

/// Adds the reasons why `actual` is not a subtype of `expected`.
pub(super) fn explain(expected: &Ty, actual: &Ty, found: &mut Mismatch, depth: Depth) {
    if depth.is_over() {
        return;
    }
    match (&**expected, &**actual) {
        (_, Type::Alias(_)) => match named(actual).and_then(|name| name.meaning) {
            Some(meaning) => explain(expected, &meaning, found, depth.deeper()),
            None => found.reason = Some(wrong_type(expected, actual)),
        },
        (_, Type::Variant(types)) => alternatives(expected, types, found, depth),
        (_, Type::Optional(Some(inner))) => {
            alternatives(expected, &[constant::undef(), inner.clone()], found, depth);
        }
        (_, Type::NotUndef(inner)) if !matches!(**inner, Type::Any) => explain(expected, inner, found, depth.deeper()),
        (Type::Alias(_), _) => explain_alias(expected, actual, found, depth),
        (Type::Optional(Some(inner)), _) | (Type::NotUndef(inner), _) if !matches!(**inner, Type::Any) => {
            explain(inner, actual, found, depth.deeper());
            if let Some(Reason::Type { expected: list, .. }) = &mut found.reason {
                *list = vec![expected.clone()];
            }
        }
        (Type::Variant(types), _) => explain_variant(expected, types, actual, found, depth),
        _ => explain_family(expected, actual, found, depth),
    }
}

/// Explains an actual union: lists the alternatives that do not match, or the whole union when none does.
fn alternatives(expected: &Ty, types: &[Ty], found: &mut Mismatch, depth: Depth) {
    let (good, bad): (Vec<&Ty>, Vec<&Ty>) = types.iter().partition(|ty| assignable(expected, ty));
    if good.is_empty() && bad.len() != 1 {
        return;
    }
    for ty in bad {
        let step = Step::Alternative(short_type(ty, MAX_TYPE));
        found.add(depth, || node(Some(step), expected, ty, depth.deeper()));
    }
}

fn explain_alias(expected: &Ty, actual: &Ty, found: &mut Mismatch, depth: Depth) {
    let Some(meaning) = named(expected).and_then(|name| name.meaning) else { return };
    explain(&meaning, actual, found, depth.deeper());
    if matches!(found.reason, Some(Reason::Type { .. })) {
        found.reason = Some(wrong_type(expected, actual));
    }
}

/// Explains the expected alternative of the same kind, when there is exactly one; otherwise lists all.
fn explain_variant(expected: &Ty, types: &[Ty], actual: &Ty, found: &mut Mismatch, depth: Depth) {
    let mut of_kind = types.iter().filter(|ty| is_of_kind(ty, actual));
    if let (Some(single), None) = (of_kind.next(), of_kind.next()) {
        explain(single, actual, found, depth.deeper());
        if !found.inside.is_empty() || matches!(found.reason, Some(Reason::Size { .. })) {
            return;
        }
    }
    let list = if types.is_empty() { vec![expected.clone()] } else { types.to_vec() };
    found.reason = Some(Reason::Type { expected: list, actual: type_name(actual, MAX_TYPE) });
}

fn is_of_kind(ty: &Ty, actual: &Type) -> bool {
    matches!(
        (&*resolved(ty), actual),
        (Type::Array(..) | Type::Tuple(..), Type::Array(..) | Type::Tuple(..))
            | (Type::Hash(..) | Type::Struct(_), Type::Hash(..) | Type::Struct(_))
            | (Type::Callable(_), Type::Callable(_))
            | (Type::Type(_), Type::Type(_))
    )
}

fn explain_family(expected: &Ty, actual: &Ty, found: &mut Mismatch, depth: Depth) {
    match (&**expected, &**actual) {
        (Type::String(StringType::Size(size)), Type::String(string)) => {
            sized(Some(*size), string_size(string), "characters", found);
        }
        (Type::Array(element, size), Type::Array(other, other_size)) => {
            sized(*size, other_size.unwrap_or(Size::ANY), "elements", found);
            descend(element, other, || Step::Elements, found, depth);
        }
        (Type::Array(element, size), Type::Tuple(types, other_size)) => {
            sized(*size, tuple_size(types, *other_size), "elements", found);
            each(|_| Some(element), types, Step::Element, found, depth);
        }
        (Type::Tuple(own, size), Type::Tuple(types, other_size)) => {
            sized(Some(tuple_size(own, *size)), tuple_size(types, *other_size), "elements", found);
            each(|index| own.get(index).or(own.last()), types, Step::Element, found, depth);
        }
        (Type::Tuple(own, size), Type::Array(element, other_size)) => {
            sized(Some(tuple_size(own, *size)), other_size.unwrap_or(Size::ANY), "elements", found);
            for (index, ty) in own.iter().enumerate() {
                descend(ty, element, || Step::Element(index), found, depth);
            }
        }
        (Type::Hash(key, value, size), Type::Hash(other_key, other_value, other_size)) => {
            sized(*size, other_size.unwrap_or(Size::ANY), "entries", found);
            descend(key, other_key, || Step::Keys, found, depth);
            descend(value, other_value, || Step::Values, found, depth);
        }
        (Type::Hash(key, value, size), Type::Struct(elements)) => {
            sized(*size, exactly(elements.len()), "entries", found);
            for element in elements {
                let name = constant::string_value(&element.name);
                descend(key, &name, || Step::Key(key_text(element)), found, depth);
                descend(value, &element.value, || Step::Entry(key_text(element)), found, depth);
            }
        }
        (Type::Struct(own), Type::Struct(elements)) => structure(own, elements, found, depth),
        (Type::Struct(own), Type::Hash(_, value, _)) => {
            for element in own.iter().filter(|element| !element.is_optional()) {
                descend(&element.value, value, || Step::Entry(key_text(element)), found, depth);
            }
        }
        (Type::Callable(own), Type::Callable(other)) => callable(own, other, found, depth),
        (Type::Type(Some(inner)), Type::Type(Some(other))) => {
            descend(inner, other, || Step::Described, found, depth);
        }
        (Type::Sensitive(inner), Type::Sensitive(other)) => descend(inner, other, || Step::Hidden, found, depth),
        (
            Type::Iterable(Some(inner)) | Type::Iterator(Some(inner)),
            Type::Iterable(Some(other)) | Type::Iterator(Some(other)) | Type::Array(other, _),
        ) => descend(inner, other, || Step::Elements, found, depth),
        (Type::Collection(size), Type::Array(_, other) | Type::Hash(_, _, other) | Type::Collection(other)) => {
            sized(*size, other.unwrap_or(Size::ANY), "elements", found);
        }
        _ => found.reason = Some(wrong_type(expected, actual)),
    }
}

fn string_size(string: &StringType) -> Size {
    match string {
        StringType::Size(size) => *size,
        StringType::Value(text) => exactly(text.char_count()),
        StringType::Any | StringType::Values(_) => Size::ANY,
    }
}

fn sized(expected: Option<Size>, actual: Size, unit: &'static str, found: &mut Mismatch) {
    if let Some(expected) = expected.filter(|size| !contains(Some(*size), actual)) {
        found.fix = (actual.to == Some(actual.from)).then(|| size_fix(expected, actual.from, unit));
        found.reason = Some(Reason::Size { expected, actual, unit });
    }
}

fn descend(expected: &Ty, actual: &Ty, step: impl FnOnce() -> Step, found: &mut Mismatch, depth: Depth) {
    if !assignable(expected, actual) {
        found.add(depth, || node(Some(step()), expected, actual, depth.deeper()));
    }
}

fn each<'t>(
    expected: impl Fn(usize) -> Option<&'t Ty>,
    types: &[Ty],
    step: impl Fn(usize) -> Step,
    found: &mut Mismatch,
    depth: Depth,
) {
    for (index, ty) in types.iter().enumerate() {
        if let Some(expected) = expected(index) {
            descend(expected, ty, || step(index), found, depth);
        }
    }
}

fn key_text(element: &StructElement) -> String {
    display(&Value::str(&*element.name))
}

fn structure(own: &[StructElement], given: &[StructElement], found: &mut Mismatch, depth: Depth) {
    let other = |element: &StructElement| given.iter().rfind(|other| other.name == element.name);
    let strays: Vec<&StructElement> =
        given.iter().filter(|element| !own.iter().any(|known| known.name == element.name)).collect();
    let stray_keys: Vec<Value> = strays.iter().map(|element| Value::str(&*element.name)).collect();
    for element in own {
        let reason = match other(element) {
            None if !accepts_undef(&element.key) => Reason::Missing(key_text(element)),
            Some(other) if other.is_optional() && !element.is_optional() => Reason::MayBeMissing(key_text(element)),
            _ => continue,
        };
        let missing = matches!(reason, Reason::Missing(_));
        let keys: Vec<&Value> = stray_keys.iter().collect();
        found.add(depth, || Mismatch {
            expected: Some(element.value.clone()),
            fix: missing_fix(&element.name, &keys).filter(|_| missing),
            ..Mismatch::leaf(None, reason)
        });
    }
    for (element, key) in strays.iter().zip(&stray_keys) {
        found.add(depth, || Mismatch {
            fix: entry_fix(key, own, |name| given.iter().any(|other| *other.name == *name)),
            ..Mismatch::leaf(None, Reason::Unknown(key_text(element)))
        });
    }
    for element in own {
        if let Some(other) = other(element) {
            descend(&element.value, &other.value, || Step::Entry(key_text(element)), found, depth);
        }
    }
}

/// Explains Callables. Parameters are contravariant: the actual callable must accept the arguments of the
/// expected one.
fn callable(own: &CallableType, other: &CallableType, found: &mut Mismatch, depth: Depth) {
    if let (Some(Type::Tuple(calls, size)), Some(Type::Tuple(takes, takes_size))) =
        (own.params.as_deref(), other.params.as_deref())
    {
        let (called, taken) = (tuple_size(calls, *size), tuple_size(takes, *takes_size));
        if !contains(Some(taken), called) {
            found.reason = Some(Reason::Size { expected: called, actual: taken, unit: "arguments" });
        }
        let at = |types: &[Ty], index: usize| types.get(index).or(types.last()).cloned();
        for index in 0..calls.len() {
            if let (Some(called), Some(taken)) = (at(calls, index), at(takes, index)) {
                descend(&taken, &called, || Step::Parameter(index), found, depth);
            }
        }
    }
    let none = constant::undef();
    let block = |callable: &CallableType| callable.block.clone().unwrap_or_else(|| none.clone());
    if own.params.is_some() {
        descend(&block(other), &block(own), || Step::Block, found, depth);
    }
    if let Some(returns) = &own.returns {
        let given = other.returns.clone().unwrap_or_else(constant::any);
        descend(returns, &given, || Step::Returned, found, depth);
    }
}
