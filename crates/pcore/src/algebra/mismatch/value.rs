//! The mismatch tree of a value, as deep as the type describes it. The kind of the value selects alternatives
//! of a Variant: an alternative of the same kind is explained, the others are only listed. Sensitive values
//! stay hidden.

use rustc_hash::FxHashSet;

use super::super::super::{Size, StringType, StructElement, Ty, Type, Value, display};
use super::super::alias::named;
use super::super::assign::{exactly, tuple_size};
use super::super::instance::{in_chars, in_size};
use super::super::{
    accepts_undef, constant, generalize, infer_detailed, infer_reduced, instance, resolved, type_outline, type_text,
};
use super::fix::{entry_fix, fix, missing_fix, size_fix};
use super::{DEEP, Depth, Mismatch, Reason, Step, short_text, short_type};

/// The maximum width of a value in a sentence.
const MAX_VALUE: usize = 60;

/// The maximum width of a value in a row.
const MAX_ROW: usize = 48;

/// Returns the node of a value that is not of the type.
pub(super) fn node(step: Option<Step>, expected: &Ty, value: &Value, depth: Depth) -> Mismatch {
    let mut found = Mismatch::at(step, expected, in_row(value));
    explain(expected, value, &mut found, depth);
    if found.reason.is_none() && found.inside.is_empty() {
        found.reason = Some(wrong_type(expected, value));
    }
    if found.fix.is_none() && found.inside.is_empty() {
        found.fix = fix(expected, value);
    }
    found
}

/// Returns the description of a value: the value itself where it is short and of the expected kind, otherwise
/// its kind.
fn actual_text(expected: &Type, value: &Value) -> String {
    if matches!(value, Value::Undef | Value::Unset) {
        return "Undef".to_owned();
    }
    if is_simple(value) && instance(&generalize_kind(expected), value) {
        let text = match value {
            Value::Type(ty) => type_outline(ty, 8 * MAX_VALUE),
            value => display(value),
        };
        if text.chars().count() <= MAX_VALUE {
            return text;
        }
    }
    match value {
        Value::Array(_) => "Array".to_owned(),
        Value::Hash(_) => "Hash".to_owned(),
        Value::Str(_) => "String".to_owned(),
        other => short_type(&generalize(&infer_reduced(other)), 4 * MAX_VALUE),
    }
}

fn is_simple(value: &Value) -> bool {
    matches!(
        value,
        Value::Str(_)
            | Value::Int(_)
            | Value::Big(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Type(_)
            | Value::Regexp(_)
    )
}

/// Returns the description of a value in a row: its kind and the shortened value.
pub(super) fn in_row(value: &Value) -> String {
    match value {
        Value::Undef | Value::Unset => "undef".to_owned(),
        Value::Sensitive(_) => "Sensitive".to_owned(),
        Value::Array(array) => format_count("Array", array.items.len(), "element", "elements"),
        Value::Hash(hash) => format_count("Hash", hash.len(), "entry", "entries"),
        Value::Type(ty) => format!("type {}", short_text(&type_outline(ty, 8 * MAX_ROW), MAX_ROW)),
        value if is_simple(value) => format!("{} {}", kind(value), short_text(&display(value), MAX_ROW)),
        other => short_type(&generalize(&infer_reduced(other)), MAX_ROW),
    }
}

fn format_count(kind: &str, count: usize, one: &str, many: &str) -> String {
    match count {
        0 => format!("{kind}, empty"),
        1 => format!("{kind} of 1 {one}"),
        _ => format!("{kind} of {count} {many}"),
    }
}

fn kind(value: &Value) -> String {
    match value {
        Value::Str(_) => "String".to_owned(),
        Value::Regexp(_) => "Regexp".to_owned(),
        other => type_text(&generalize(&infer_reduced(other))),
    }
}

fn generalize_kind(expected: &Type) -> Ty {
    kind_inside(expected, DEEP)
}

fn kind_inside(expected: &Type, depth: usize) -> Ty {
    if depth == 0 {
        return constant::variant();
    }
    match expected {
        Type::Enum { .. } | Type::Pattern(_) | Type::String(_) => constant::string(),
        Type::Integer(_) => constant::integer(),
        Type::Float(_) => constant::float(),
        Type::Boolean(_) => constant::boolean(),
        Type::Regexp(_) => constant::regexp(),
        Type::Type(_) => constant::type_type(),
        Type::Alias(_) => named(expected)
            .and_then(|name| name.meaning)
            .map_or_else(constant::variant, |ty| kind_inside(&ty, depth - 1)),
        Type::Optional(Some(inner)) | Type::NotUndef(inner) => kind_inside(inner, depth - 1),
        _ => constant::variant(),
    }
}

fn wrong_type(expected: &Ty, value: &Value) -> Reason {
    Reason::Type { expected: vec![expected.clone()], actual: actual_text(expected, value) }
}

fn explain(expected: &Ty, value: &Value, found: &mut Mismatch, depth: Depth) {
    if depth.is_over() {
        return;
    }
    match (&**expected, value) {
        (Type::Optional(Some(inner)), _) if !value.is_undef() => explain_optional(inner, value, found, depth),
        (Type::NotUndef(inner), _) if !value.is_undef() && !matches!(**inner, Type::Any) => {
            explain(inner, value, found, depth.deeper());
        }
        (Type::Variant(types), _) => explain_variant(types, value, found, depth),
        (Type::Alias(_), _) => explain_alias(expected, value, found, depth),
        (Type::String(StringType::Size(size)), Value::Str(text)) if !in_chars(*size, &text.text) => {
            let actual = exactly(text.char_count());
            found.fix = Some(size_fix(*size, actual.from, "characters"));
            found.reason = Some(Reason::Size { expected: *size, actual, unit: "characters" });
        }
        (Type::Pattern(_), Value::Str(_)) => {
            let actual = short_text(&display(value), MAX_VALUE);
            found.reason = Some(Reason::Pattern { expected: expected.clone(), actual });
        }
        (Type::Enum { .. }, Value::Str(_)) => {
            let actual = short_text(&display(value), MAX_VALUE);
            found.reason = Some(Reason::Enum { expected: expected.clone(), actual });
        }
        (Type::Array(element, size), Value::Array(array)) => {
            check_size(*size, array.items.len(), "elements", found);
            for (index, item) in array.items.iter().enumerate() {
                descend(element, item, || Step::Element(index), found, depth);
            }
        }
        (Type::Tuple(types, size), Value::Array(array)) => {
            check_size(Some(tuple_size(types, *size)), array.items.len(), "elements", found);
            for (index, item) in array.items.iter().enumerate() {
                if let Some(ty) = types.get(index).or(types.last()) {
                    descend(ty, item, || Step::Element(index), found, depth);
                }
            }
        }
        (Type::Hash(key_type, value_type, size), Value::Hash(hash)) => {
            check_size(*size, hash.len(), "entries", found);
            for (key, value) in hash.iter() {
                descend(key_type, key, || Step::Key(display(key)), found, depth);
                descend(value_type, value, || Step::Entry(display(key)), found, depth);
            }
        }
        (Type::Struct(elements), Value::Hash(_)) => explain_struct(elements, value, found, depth),
        (Type::Collection(size), Value::Array(array)) => check_size(*size, array.items.len(), "elements", found),
        (Type::Collection(size), Value::Hash(hash)) => check_size(*size, hash.len(), "entries", found),
        (Type::Sensitive(inner), Value::Sensitive(hidden)) => explain_hidden(inner, hidden, found),
        (Type::Callable(_), Value::Callable(_)) => {
            super::types::explain(expected, &infer_detailed(value), found, depth.deeper());
        }
        _ => found.reason = Some(wrong_type(expected, value)),
    }
}

/// Explains a Sensitive; its value stays hidden.
fn explain_hidden(inner: &Ty, hidden: &Value, found: &mut Mismatch) {
    if !instance(inner, hidden) {
        let actual = type_text(&generalize(&infer_reduced(hidden)));
        let mut branch = Mismatch::at(Some(Step::Hidden), inner, actual.clone());
        branch.reason = Some(Reason::Type { expected: vec![inner.clone()], actual });
        found.inside.push(branch);
    }
}

fn explain_optional(inner: &Ty, value: &Value, found: &mut Mismatch, depth: Depth) {
    explain(inner, value, found, depth.deeper());
    let collection = matches!(value, Value::Array(_) | Value::Hash(_))
        && matches!(&**inner, Type::Array(..) | Type::Hash(..) | Type::Struct(_) | Type::Tuple(..));
    if let Some(Reason::Type { expected, .. }) = found.reason.as_mut().filter(|_| !collection) {
        expected.insert(0, constant::undef());
    }
}

fn explain_alias(expected: &Ty, value: &Value, found: &mut Mismatch, depth: Depth) {
    let Some(meaning) = named(expected).and_then(|name| name.meaning) else { return };
    explain(&meaning, value, found, depth.deeper());
    // No part inside is wrong: the name explains more than its definition.
    if matches!(found.reason, Some(Reason::Type { .. })) {
        found.reason = Some(wrong_type(expected, value));
    }
}

fn check_size(size: Option<Size>, actual: usize, unit: &'static str, found: &mut Mismatch) {
    if let Some(expected) = size.filter(|size| !in_size(Some(*size), actual)) {
        let actual = exactly(actual);
        found.fix = Some(size_fix(expected, actual.from, unit));
        found.reason = Some(Reason::Size { expected, actual, unit });
    }
}

fn descend(ty: &Ty, value: &Value, step: impl FnOnce() -> Step, found: &mut Mismatch, depth: Depth) {
    if !instance(ty, value) {
        found.add(depth, || node(Some(step()), ty, value, depth.deeper()));
    }
}

fn explain_struct(elements: &[StructElement], value: &Value, found: &mut Mismatch, depth: Depth) {
    let Value::Hash(hash) = value else { return };
    let names: FxHashSet<&str> = elements.iter().map(|element| &*element.name).collect();
    let known = |key: &Value| key.as_str().is_some_and(|key| names.contains(key));
    let strays: Vec<&Value> = hash.keys().filter(|key| !known(key)).collect();
    let missing = |element: &&StructElement| hash.get_str(&element.name).is_none() && !accepts_undef(&element.key);
    for element in elements.iter().filter(missing) {
        found.add(depth, || Mismatch {
            expected: Some(element.value.clone()),
            fix: missing_fix(&element.name, &strays),
            ..Mismatch::leaf(None, Reason::Missing(display(&Value::str(&*element.name))))
        });
    }
    for key in strays {
        found.add(depth, || Mismatch {
            fix: entry_fix(key, elements, |name| hash.get_str(name).is_some()),
            ..Mismatch::leaf(None, Reason::Unknown(display(key)))
        });
    }
    for element in elements {
        if let Some(item) = hash.get_str(&element.name) {
            descend(&element.value, item, || Step::Entry(display(&Value::str(&*element.name))), found, depth);
        }
    }
}

/// Explains the alternative of the value's own kind, when there is exactly one; otherwise lists all.
fn explain_variant(types: &[Ty], value: &Value, found: &mut Mismatch, depth: Depth) {
    let mut of_kind = types.iter().filter(|ty| is_of_kind(ty, value));
    if let (Some(single), None) = (of_kind.next(), of_kind.next()) {
        explain(single, value, found, depth.deeper());
        if !matches!(found.reason, Some(Reason::Type { .. })) {
            return;
        }
    }
    found.inside.clear();
    found.more = 0;
    found.reason = Some(Reason::Type { expected: types.to_vec(), actual: variant_actual(types, value) });
}

fn variant_actual(types: &[Ty], value: &Value) -> String {
    let kind = actual_text(&Type::Variant(Vec::new()), value);
    let mut texts = types.iter().take(DEEP).map(|ty| actual_text(ty, value));
    texts.find(|text| *text != kind).unwrap_or(kind)
}

/// Returns whether the parts of the value would explain more than its kind.
fn is_of_kind(ty: &Ty, value: &Value) -> bool {
    matches!(
        (&*resolved(ty), value),
        (Type::Array(..) | Type::Tuple(..), Value::Array(_))
            | (Type::Hash(..) | Type::Struct(_), Value::Hash(_))
            | (Type::String(_) | Type::Enum { .. } | Type::Pattern(_), Value::Str(_))
    )
}
