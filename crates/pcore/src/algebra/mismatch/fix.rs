//! The nearest fix for a mismatch: the code to write instead, in a few words.
//!
//! Every proposal was tested: the proposed value is an instance of the expected type. Sensitive values are
//! never inspected, and expensive proposals are skipped.

use std::rc::Rc;

use super::super::super::new::NoContext;
use super::super::super::numeric_text::to_number;
use super::super::super::{Size, StructElement, Ty, Type, Value, display, new_value};
use super::super::{accepts_undef, assignable, constant, instance, resolved, type_named, type_text};
use super::{DEEP, short_text};
use pprepl_text::suggest;

/// The maximum width of a proposed value, in characters.
const MAX_VALUE: usize = 40;

/// The maximum number of alternatives of a Variant that are tried.
const MAX_TRIED: usize = 32;

/// Returns a fix for a value that is not of the type.
pub(super) fn fix(expected: &Ty, value: &Value) -> Option<String> {
    fix_inside(expected, value, DEEP)
}

fn fix_inside(expected: &Ty, value: &Value, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let expected = resolved(expected);
    match &*expected {
        Type::Variant(types) if !value.is_undef() => {
            // A bound of one of several ranges would only be a guess.
            let several = types.iter().filter(|ty| is_of_family(&resolved(ty), value)).count() > 1;
            let tried = types.iter().filter(|ty| !several || !is_of_family(&resolved(ty), value));
            return tried.take(MAX_TRIED).find_map(|ty| fix_inside(ty, value, depth));
        }
        Type::Optional(Some(inner)) | Type::NotUndef(inner) if !value.is_undef() => {
            return fix_inside(inner, value, depth).or_else(|| no_value(&expected, value));
        }
        _ => {}
    }
    match value {
        Value::Undef | Value::Unset => Some(without_value(&expected)),
        Value::Sensitive(hidden) => instance(&expected, hidden).then(|| "unwrap it: .unwrap".to_owned()),
        Value::Str(text) => of_string(&expected, value, &text.text),
        Value::Int(_) | Value::Big(_) | Value::Float(_) => of_number(&expected, value),
        _ => converted(&expected, value),
    }
    .or_else(|| wrapped(&expected, value))
}

/// Returns the fix where a value is required and none is set.
fn without_value(expected: &Ty) -> String {
    let name = type_text(expected);
    if name.chars().count() > MAX_VALUE || matches!(**expected, Type::NotUndef(_)) {
        return "give it a value".to_owned();
    }
    format!("give it a value, or declare it Optional[{name}]")
}

/// Returns the fix where no value may be set.
fn no_value(expected: &Ty, value: &Value) -> Option<String> {
    let empty = matches!(value.as_str(), Some("" | "undef" | "nil" | "null" | "none"));
    (empty && accepts_undef(expected)).then(|| "write undef".to_owned())
}

fn of_string(expected: &Ty, value: &Value, text: &str) -> Option<String> {
    match &**expected {
        Type::Enum { values, ignore_case: _ } => return of_enum(values, text),
        Type::Undef | Type::Optional(None) => return no_value(expected, value),
        Type::Boolean(_) => return boolean(expected, text),
        Type::Regexp(_) => return converted(expected, value),
        Type::Type(_) => return type_name(expected, text),
        _ => {}
    }
    let number = to_number(value).filter(|number| instance(expected, number));
    match (number, converted(expected, value)) {
        (Some(number), Some(conversion)) => Some(format!("write {}, or {conversion}", display(&number))),
        (Some(number), None) => Some(format!("write {}", display(&number))),
        (None, conversion) => {
            conversion.or_else(|| to_number(value).and_then(|number| nearest_number(expected, &number)))
        }
    }
}

/// Returns the fix that names the most similar string of the Enum.
fn of_enum(values: &[Rc<str>], text: &str) -> Option<String> {
    let same = values.iter().find(|value| value.eq_ignore_ascii_case(text)).map(|value| &**value);
    let near = same.or_else(|| suggest::nearest(text, values.iter().map(|value| &**value)))?;
    Some(format!("did you mean {}?", display(&Value::str(near))))
}

fn boolean(expected: &Ty, text: &str) -> Option<String> {
    let meant = match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "y" | "on" => true,
        "false" | "no" | "n" | "off" => false,
        _ => return None,
    };
    instance(expected, &Value::bool(meant)).then(|| format!("write {meant}"))
}

fn type_name(expected: &Ty, text: &str) -> Option<String> {
    let ty = type_named(text)?;
    instance(expected, &Value::Type(ty)).then(|| format!("write {text} without quotes"))
}

fn of_number(expected: &Ty, value: &Value) -> Option<String> {
    let quoted = Value::str(display(value));
    match (&**expected, value) {
        (Type::Integer(_) | Type::Float(_), _) if is_of_family(expected, value) => nearest_number(expected, value),
        (Type::Float(_), Value::Int(int)) => {
            let float = Value::float(*int as f64);
            instance(expected, &float).then(|| format!("write {}", display(&float)))
        }
        (Type::Integer(_), Value::Float(_)) => converted(expected, value),
        _ if instance(expected, &quoted) => Some(format!("write {}", short_text(&display(&quoted), MAX_VALUE))),
        _ => converted(expected, value),
    }
}

fn is_of_family(expected: &Type, value: &Value) -> bool {
    matches!((expected, value), (Type::Integer(_), Value::Int(_) | Value::Big(_)) | (Type::Float(_), Value::Float(_)))
}

/// Returns the bound that a number exceeds.
fn nearest_number(expected: &Type, value: &Value) -> Option<String> {
    let (least, most) = match expected {
        Type::Integer(range) => {
            let (from, to) = range.ascending();
            (from.map(|int| Value::int(int.clone())), to.map(|int| Value::int(int.clone())))
        }
        Type::Float(range) => {
            let (from, to) = range.ascending();
            (from.map(Value::float), to.map(Value::float))
        }
        _ => return None,
    };
    let below = |bound: &Value| ordered(value, bound);
    match (least, most) {
        (Some(least), _) if below(&least) => Some(format!("the least is {}", display(&least))),
        (_, Some(most)) if ordered(&most, value) => Some(format!("the most is {}", display(&most))),
        _ => None,
    }
}

/// Returns whether a number is less than another.
fn ordered(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => a.get() < b.get(),
        (Value::Int(a), Value::Int(b)) => a < b,
        (Value::Int(_), Value::Big(b)) => b.sign() == num_bigint::Sign::Plus,
        (Value::Big(a), Value::Int(_)) => a.sign() == num_bigint::Sign::Minus,
        (Value::Big(a), Value::Big(b)) => a < b,
        _ => false,
    }
}

/// Returns the call of the type that converts this value to a valid one.
fn converted(expected: &Ty, value: &Value) -> Option<String> {
    let convertible = match &**expected {
        Type::Integer(_) | Type::Float(_) | Type::Numeric | Type::Regexp(_) | Type::Binary => is_scalar(value),
        Type::SemVer(_) | Type::SemVerRange | Type::Uri(_) => matches!(value, Value::Str(_)),
        Type::Timespan(_) | Type::Timestamp(_) => is_scalar(value),
        Type::String(_) => matches!(value, Value::Bool(_) | Value::SemVer(_) | Value::Uri(_)),
        // A trial call would ask for a fix again.
        Type::Object(class) => matches!(value, Value::Hash(hash) if crate::takes_hash(class, hash)),
        _ => false,
    };
    if !convertible || value.as_str().is_some_and(|text| text.len() > 1000) {
        return None;
    }
    let made = new_value(expected, std::slice::from_ref(value), &mut NoContext).ok()?;
    if !instance(expected, &made) {
        return None;
    }
    if let Value::Regexp(_) = made {
        return Some(format!("write {}", short_text(&display(&made), MAX_VALUE)));
    }
    let name = type_text(expected);
    let name = name.split('[').next().unwrap_or_default();
    Some(format!("{name}({})", short_text(&display(value), MAX_VALUE)))
}

fn is_scalar(value: &Value) -> bool {
    matches!(value, Value::Str(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) | Value::Bool(_))
}

/// Returns the fix that adds or removes a wrapper around the value.
fn wrapped(expected: &Ty, value: &Value) -> Option<String> {
    match (&**expected, value) {
        (Type::Array(..) | Type::Tuple(..), value) if !matches!(value, Value::Array(_)) => {
            let array = Value::array(vec![value.clone()]);
            instance(expected, &array).then(|| match value {
                Value::Sensitive(_) => "wrap it: [..]".to_owned(),
                _ => format!("wrap it: {}", short_text(&display(&array), MAX_VALUE)),
            })
        }
        (Type::Sensitive(inner), value) => instance(inner, value).then(|| "hide it: Sensitive(..)".to_owned()),
        (_, Value::Array(array)) => match &array.items[..] {
            [Value::Sensitive(_)] => None,
            [only] if instance(expected, only) => {
                Some(format!("take the element: {}", short_text(&display(only), MAX_VALUE)))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Returns the fix for a size that is not the expected one.
pub(super) fn size_fix(expected: Size, actual: i64, unit: &'static str) -> String {
    let missing = expected.from.saturating_sub(actual);
    if missing > 0 {
        return format!("{missing} more {}", one_or_many(unit, missing));
    }
    let excess = expected.to.map_or(0, |most| actual.saturating_sub(most));
    format!("remove {excess} {}", one_or_many(unit, excess))
}

fn one_or_many(unit: &'static str, count: i64) -> &'static str {
    match (unit, count) {
        ("entries", 1) => "entry",
        (unit, 1) => unit.trim_end_matches('s'),
        (unit, _) => unit,
    }
}

/// Returns the suggested name for an unknown key of a Struct: a name that is not set yet.
pub(super) fn entry_fix(key: &Value, elements: &[StructElement], given: impl Fn(&str) -> bool) -> Option<String> {
    let text = key.as_str()?;
    let free = elements.iter().map(|element| &*element.name).filter(|name| !given(name));
    match suggest::nearest(text, free) {
        Some(near) => Some(format!("did you mean {}?", display(&Value::str(near)))),
        None => Some("remove it".to_owned()),
    }
}

/// Returns the fix for a missing key, unless an unknown key resembles it.
pub(super) fn missing_fix(name: &str, strays: &[&Value]) -> Option<String> {
    let meant = strays.iter().filter_map(|key| key.as_str()).any(|key| suggest::nearest(key, [name]).is_some());
    (!meant).then(|| format!("add {} => ..", short_text(&display(&Value::str(name)), MAX_VALUE)))
}

/// Returns the fix for a type that is not a subtype of another.
pub(super) fn type_fix(expected: &Ty, actual: &Ty) -> Option<String> {
    let (expected, actual) = (resolved(expected), resolved(actual));
    let is_array = matches!(&*actual, Type::Array(..) | Type::Tuple(..));
    match (&*expected, &*actual) {
        (_, Type::Optional(Some(inner))) if assignable(&expected, inner) => {
            Some("test for undef first, or declare Optional[..]".to_owned())
        }
        (_, Type::Sensitive(inner)) if assignable(&expected, inner) => Some("unwrap it: .unwrap".to_owned()),
        (Type::Sensitive(inner), _) if assignable(inner, &actual) => Some("hide it: Sensitive(..)".to_owned()),
        (Type::Array(element, _), _) if !is_array && assignable(element, &actual) => Some("wrap it: [..]".to_owned()),
        (Type::Integer(_) | Type::Float(_) | Type::Numeric, Type::String(_) | Type::Pattern(_) | Type::Enum { .. })
        | (Type::Integer(_), Type::Float(_))
        | (Type::Float(_), Type::Integer(_))
        | (Type::Boolean(_), Type::String(_) | Type::Enum { .. }) => Some(conversion(&expected)),
        (Type::String(_), Type::Integer(_) | Type::Float(_) | Type::Numeric | Type::Boolean(_)) => {
            Some(conversion(&expected))
        }
        (Type::Enum { values, .. }, Type::String(super::super::super::StringType::Value(text))) => {
            of_enum(values, &text.text)
        }
        (_, Type::Array(element, _)) if assignable(&expected, element) => Some("take one element: $x[0]".to_owned()),
        _ if assignable(&constant::optional_of(expected.clone()), &actual) => {
            Some("test for undef first, or declare Optional[..]".to_owned())
        }
        _ => None,
    }
}

fn conversion(expected: &Type) -> String {
    let name = type_text(expected);
    format!("convert it: {}($x)", name.split('[').next().unwrap_or_default())
}
