//! Instance tests: whether a value is of a type. Used by `=~`, `case`, parameters and `in`.
//!
//! A recursive name is guarded by the reference's rule: when it is met again with the same value, the value
//! is not an instance. Shared collections are tested once for each type. Once the budget is exhausted nothing
//! is an instance; the caller checks the budget before it uses the answer.

use std::rc::Rc;

use pprepl_budget as budget;

use super::super::{
    FloatRange, Int, IntegerRange, ObjectType, Size, StringType, StructElement, TimeRange, Ty, Type, Value,
};
use super::alias::named;
use super::assign::{assignable_guarded, inherits, is_among, tuple_size};
use super::data::{is_data, is_rich_data, is_scalar_data};
use super::guard::Guard;
use super::infer::{infer_detailed, infer_reduced};
use super::memo::{Memo, address, is_composite, shared};
use super::{accepts_undef, assignable, init, iterable, pattern_matches};

type G<'a> = Option<&'a mut Guard>;

/// The memo of a test in progress for shared collections: by type, value, and the guard's marks.
type Known = Memo<(usize, usize, (usize, bool, bool)), bool>;

/// Returns whether the value is of this type.
pub fn instance(ty: &Type, value: &Value) -> bool {
    is_instance(&mut Known::default(), ty, value, None)
}

/// Tests a part of a collection.
fn is_part(known: &mut Known, ty: &Type, value: &Value, guard: G) -> bool {
    if !is_composite(ty) {
        return !budget::is_exhausted() && is_instance(known, ty, value, guard);
    }
    let Some(part) = shared(value).filter(|_| known.meet()) else {
        return !budget::is_exhausted() && is_instance(known, ty, value, guard);
    };
    if budget::is_exhausted() {
        return false;
    }
    let key = (address(ty), part, guard.as_ref().map_or((0, false, false), |guard| guard.of_left()));
    if let Some(answer) = known.get(&key) {
        return answer;
    }
    let answer = is_instance(known, ty, value, guard);
    known.put(key, answer);
    answer
}

/// Returns whether a string is of this type.
pub(super) fn string_instance(ty: &Type, text: &str) -> bool {
    match ty {
        Type::Any | Type::Scalar | Type::ScalarData | Type::Data | Type::RichData => true,
        Type::String(string) => of_string(string, text),
        Type::Enum { values, ignore_case } => is_among(values, *ignore_case, text),
        Type::Pattern(patterns) => patterns.is_empty() || patterns.iter().any(|re| pattern_matches(re, text)),
        _ => instance(ty, &Value::str(text)),
    }
}

fn is_instance(known: &mut Known, ty: &Type, value: &Value, mut guard: G) -> bool {
    match ty {
        Type::Any | Type::Unit => true,
        Type::Undef => value.is_undef(),
        Type::Default => matches!(value, Value::Default),
        Type::Integer(range) => of_integer(range, value),
        Type::Float(range) => matches!(value, Value::Float(f) if in_floats(range, f.get())),
        Type::Numeric => match value {
            Value::Int(_) | Value::Big(_) => true,
            Value::Float(f) => !f.get().is_nan(),
            _ => false,
        },
        Type::Boolean(wanted) => matches!(value, Value::Bool(b) if wanted.is_none_or(|wanted| wanted == b.get())),
        Type::String(string) => value.as_str().is_some_and(|text| of_string(string, text)),
        Type::Enum { values, ignore_case } => value.as_str().is_some_and(|text| is_among(values, *ignore_case, text)),
        Type::Pattern(_) => value.as_str().is_some_and(|text| string_instance(ty, text)),
        Type::Regexp(pattern) => {
            matches!(value, Value::Regexp(re) if pattern.as_ref().is_none_or(|pattern| pattern == re))
        }
        Type::Scalar => is_scalar(value),
        Type::ScalarData => is_scalar_data(value),
        Type::Data => is_data(value),
        Type::RichData => is_rich_data(value),
        Type::RichDataKey => matches!(value, Value::Str(_) | Value::Int(_) | Value::Big(_) | Value::Float(_)),
        Type::NotUndef(inner) => {
            !value.is_undef() && (matches!(**inner, Type::Any) || is_instance(known, inner, value, guard))
        }
        Type::Optional(inner) => {
            value.is_undef() || inner.as_ref().is_some_and(|inner| is_instance(known, inner, value, guard))
        }
        Type::Variant(types) => types.iter().any(|ty| is_instance(known, ty, value, guard.as_deref_mut())),
        Type::Type(inner) => match value {
            Value::Type(ty) => inner.as_ref().is_none_or(|inner| assignable_guarded(inner, ty, guard)),
            _ => false,
        },
        Type::Collection(size) => match value {
            Value::Array(array) => in_size(*size, array.items.len()),
            Value::Hash(hash) => in_size(*size, hash.len()),
            _ => false,
        },
        Type::Array(element, size) => value.as_array().is_some_and(|items| {
            in_size(*size, items.len())
                && (matches!(**element, Type::Any)
                    || items.iter().all(|item| is_part(known, element, item, guard.as_deref_mut())))
        }),
        Type::Tuple(types, size) => value.as_array().is_some_and(|items| of_tuple(known, types, *size, items, guard)),
        Type::Hash(key, of, size) => value.as_hash().is_some_and(|hash| {
            in_size(*size, hash.len())
                && (matches!(**key, Type::Any)
                    || hash.keys().all(|item| is_part(known, key, item, guard.as_deref_mut())))
                && (matches!(**of, Type::Any)
                    || hash.values().all(|item| is_part(known, of, item, guard.as_deref_mut())))
        }),
        Type::Struct(elements) => of_struct(known, elements, value, guard),
        Type::AnyStruct => matches!(value, Value::Hash(_)),
        Type::Alias(_) => of_alias(known, ty, value, guard) == Tristate::Yes,
        Type::CatalogEntry
        | Type::Binary
        | Type::Sensitive(_)
        | Type::Iterable(_)
        | Type::Iterator(_)
        | Type::Callable(_)
        | Type::Init(..)
        | Type::SemVer(_)
        | Type::SemVerRange
        | Type::Timespan(_)
        | Type::Timestamp(_)
        | Type::Uri(_)
        | Type::Runtime { .. }
        | Type::Resource { .. }
        | Type::Class(_)
        | Type::Object(_)
        | Type::ObjectExtension(..)
        | Type::AnyObject
        | Type::TypeSet(_)
        | Type::AnyTypeSet
        | Type::TypeReference(_) => of_rich_type(known, ty, value, guard),
    }
}

/// Tests the rarely used types.
fn of_rich_type(known: &mut Known, ty: &Type, value: &Value, guard: G) -> bool {
    match ty {
        Type::Sensitive(inner) => matches!(value, Value::Sensitive(hidden) if is_part(known, inner, hidden, guard)),
        Type::Iterable(element) => of_iterable(element.as_ref(), ty, value, guard),
        Type::Iterator(element) => match value {
            Value::Iterator(iterator) => {
                element.as_ref().is_none_or(|wanted| assignable_guarded(wanted, &iterator.element, guard))
            }
            _ => false,
        },
        Type::Callable(_) => {
            matches!(value, Value::Callable(callable) if assignable_guarded(ty, &callable.signature, guard))
        }
        Type::Init(inner, arguments) => match inner {
            None => is_rich_data(value),
            Some(inner) if init::reach(inner, arguments) => false,
            Some(inner) => {
                is_instance(known, inner, value, guard)
                    || init::accepts(inner, arguments).is_some_and(|accepts| accepts.instance(value))
            }
        },
        Type::SemVer(ranges) => match value {
            Value::SemVer(version) => ranges.is_empty() || ranges.iter().any(|range| range.includes(version)),
            _ => false,
        },
        Type::SemVerRange => matches!(value, Value::SemVerRange(_)),
        Type::Timespan(range) => matches!(value, Value::Timespan(time) if in_time(range, **time)),
        Type::Timestamp(range) => matches!(value, Value::Timestamp(time) if in_time(range, **time)),
        Type::Binary => matches!(value, Value::Binary(_)),
        Type::Uri(parameters) => match value {
            Value::Uri(uri) => {
                let part = |name: &Value| super::uri::part(&uri.text, name.as_str()?);
                let fits =
                    |(name, wanted): (&Value, &Value)| part(name).is_some_and(|part| option_matches(&part, wanted));
                let Some(Value::Hash(wanted)) = parameters else { return true };
                wanted.iter().all(fits) || assignable(ty, &infer_detailed(value))
            }
            _ => false,
        },
        // Types are also objects: of types that only the reference's own implementation names.
        Type::TypeSet(_) | Type::AnyTypeSet => match value {
            Value::Type(ty) => matches!(&*super::resolved(ty), Type::TypeSet(_) | Type::AnyTypeSet),
            _ => false,
        },
        Type::AnyObject => matches!(value, Value::Object(_) | Value::Type(_)),
        Type::Object(object) => matches!(value, Value::Object(o) if inherits(object, &o.class)),
        Type::ObjectExtension(object, values) => match value {
            Value::Object(o) => {
                inherits(object, &o.class)
                    && matches!(&*infer_detailed(value),
                Type::ObjectExtension(_, actual) if parameters_match(values, actual, option_matches))
            }
            _ => false,
        },
        _ => false,
    }
}

/// The three answers for a name that may be recursive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tristate {
    No,
    Recursion,
    Yes,
}

fn of_alias(known: &mut Known, ty: &Type, value: &Value, guard: G) -> Tristate {
    let Some(name) = named(ty) else { return Tristate::No };
    let Some(meaning) = name.meaning else { return Tristate::No };
    if !name.recursive {
        return really(known, &meaning, value, guard);
    }
    let mut own = Guard::default();
    let guard = guard.unwrap_or(&mut own);
    let value_id = std::ptr::from_ref(value).addr();
    let value_entered = guard.enter_right(value_id);
    let entered = guard.enter_left(name.id);
    let answer = if guard.both() { Tristate::Recursion } else { really(known, &meaning, value, Some(guard)) };
    guard.leave_left(name.id, entered);
    guard.leave_right(value_id, value_entered);
    answer
}

fn really(known: &mut Known, ty: &Type, value: &Value, mut guard: G) -> Tristate {
    match ty {
        Type::Variant(types) => {
            let mut best = Tristate::No;
            for ty in types {
                best = best.max(really(known, ty, value, guard.as_deref_mut()));
                if best == Tristate::Yes {
                    break;
                }
            }
            best
        }
        Type::Alias(_) => of_alias(known, ty, value, guard),
        _ if is_instance(known, ty, value, guard) => Tristate::Yes,
        _ => Tristate::No,
    }
}

fn of_integer(range: &IntegerRange, value: &Value) -> bool {
    match value {
        Value::Int(i) => in_integers(range, *i),
        Value::Big(_) => value.as_int().is_some_and(|int| {
            let (from, to) = range.ascending();
            from.is_none_or(|from| *from <= int) && to.is_none_or(|to| int <= *to)
        }),
        _ => false,
    }
}

fn in_integers(range: &IntegerRange, i: i64) -> bool {
    let (from, to) = range.ascending();
    let above = match from {
        None => true,
        Some(Int::Small(from)) => *from <= i,
        Some(from) => *from <= Int::Small(i),
    };
    above
        && match to {
            None => true,
            Some(Int::Small(to)) => i <= *to,
            Some(to) => Int::Small(i) <= *to,
        }
}

/// Returns whether a float is in the range; NaN is in no range.
fn in_floats(range: &FloatRange, f: f64) -> bool {
    let (from, to) = range.ascending();
    f >= from.unwrap_or(f64::NEG_INFINITY) && f <= to.unwrap_or(f64::INFINITY)
}

fn of_string(string: &StringType, text: &str) -> bool {
    match string {
        StringType::Any => true,
        StringType::Size(size) => in_chars(*size, text),
        StringType::Value(wanted) => wanted.text == text,
        StringType::Values(values) => values.iter().any(|value| **value == *text),
    }
}

/// Returns whether the number of characters is in this size. The number of bytes decides where it can: a
/// character has one to four.
pub(super) fn in_chars(size: Size, text: &str) -> bool {
    let bytes = text.len();
    if size.to.is_none() && count(size.from) <= bytes.div_ceil(4) {
        return true;
    }
    in_size(Some(size), if text.is_ascii() { bytes } else { text.chars().count() })
}

fn count(from: i64) -> usize {
    usize::try_from(from).unwrap_or(0)
}

/// Returns whether a length is in this size.
pub(super) fn in_size(size: Option<Size>, len: usize) -> bool {
    let Some(size) = size else { return true };
    count(size.from) <= len && size.to.is_none_or(|to| usize::try_from(to).is_ok_and(|to| len <= to))
}

fn in_time(range: &TimeRange, time: i128) -> bool {
    range.from.is_none_or(|from| from <= time) && range.to.is_none_or(|to| time <= to)
}

fn of_tuple(known: &mut Known, types: &[Ty], size: Option<Size>, items: &[Value], mut guard: G) -> bool {
    if !in_size(Some(tuple_size(types, size)), items.len()) {
        return false;
    }
    let Some(last) = types.last() else { return true };
    items
        .iter()
        .enumerate()
        .all(|(index, item)| is_part(known, types.get(index).unwrap_or(last), item, guard.as_deref_mut()))
}

fn of_struct(known: &mut Known, elements: &[StructElement], value: &Value, mut guard: G) -> bool {
    let Value::Hash(hash) = value else { return false };
    let mut matched = 0;
    elements.iter().all(|element| match hash.get_str(&element.name) {
        None => accepts_undef(&element.key),
        Some(item) => {
            matched += 1;
            is_part(known, &element.value, item, guard.as_deref_mut())
        }
    }) && matched == hash.len()
}

fn of_iterable(element: Option<&Ty>, ty: &Type, value: &Value, guard: G) -> bool {
    if element.is_none_or(|element| assignable(element, &Type::Any)) {
        return iterable::is_iterable(value);
    }
    assignable_guarded(ty, &infer_reduced(value), guard)
}

fn is_scalar(value: &Value) -> bool {
    is_scalar_data(value)
        || matches!(
            value,
            Value::Regexp(_) | Value::SemVer(_) | Value::SemVerRange(_) | Value::Timespan(_) | Value::Timestamp(_)
        )
}

/// Returns the parent of an Object type, through any names.
pub(super) fn parent_of(object: &ObjectType) -> Option<Rc<ObjectType>> {
    match &*super::resolved(object.parent.as_ref()?) {
        Type::Object(parent) | Type::ObjectExtension(parent, _) => Some(parent.clone()),
        _ => None,
    }
}

/// Returns whether each actual value of a type parameter matches the expected one. `default` matches any value.
pub(super) fn parameters_match(wanted: &[Value], actual: &[Value], matches: fn(&Value, &Value) -> bool) -> bool {
    wanted.iter().enumerate().all(|(index, wanted)| {
        matches!(wanted, Value::Default) || actual.get(index).is_some_and(|actual| matches(actual, wanted))
    })
}

/// Returns whether the value of a type's parameter matches the expected one: a type as one that is assignable to it, others
/// as options of a `case`.
pub(super) fn parameter_matches(actual: &Value, wanted: &Value) -> bool {
    match (actual, wanted) {
        (Value::Type(actual), Value::Type(wanted)) => {
            assignable(wanted, actual) || instance(wanted, &Value::Type(actual.clone()))
        }
        _ => option_matches(actual, wanted),
    }
}

/// Returns whether the value of a type's parameter matches an option of a `case`.
fn option_matches(actual: &Value, option: &Value) -> bool {
    match (actual, option) {
        (_, Value::Type(ty)) => instance(ty, actual),
        (Value::Str(text), Value::Regexp(re)) => pattern_matches(re, &text.text),
        (_, Value::Default) => true,
        (_, Value::SemVerRange(range)) => range.includes_value(actual),
        (Value::Str(a), Value::Str(b)) => a.text.eq_ignore_ascii_case(&b.text),
        (Value::Array(a), Value::Array(b)) => {
            a.items.len() == b.items.len() && a.items.iter().zip(&b.items).all(|(a, b)| option_matches(a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            b.iter().all(|(key, option)| a.get(key).is_some_and(|actual| option_matches(actual, option)))
        }
        _ => super::super::compare::eql(actual, option),
    }
}
