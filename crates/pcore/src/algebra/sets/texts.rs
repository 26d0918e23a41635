//! Types of strings: their intersections and differences.

use std::rc::Rc;

use super::super::super::{Size, StringType, Ty, Type, Value};
use super::super::instance;
use super::numbers::{both_sizes, sizes_outside};
use super::parts::Parts;

/// A type of strings by its shape.
pub(super) enum Text {
    /// A fixed list, and whether case is ignored.
    List(Vec<Rc<str>>, bool),
    /// All strings of a length.
    Length(Size),
    /// Anything else: patterns.
    Other,
}

impl Text {
    pub(super) fn of(ty: &Ty) -> Text {
        match &**ty {
            Type::String(StringType::Any) => Text::Length(Size::ANY),
            Type::String(StringType::Size(size)) => Text::Length(*size),
            Type::String(StringType::Value(text)) => Text::List(vec![text.text.as_str().into()], false),
            Type::String(StringType::Values(values)) => Text::List(values.clone(), false),
            Type::Enum { values, ignore_case } => Text::List(values.clone(), *ignore_case),
            _ => Text::Other,
        }
    }
}

/// Returns the type of all strings of a length.
pub(super) fn of_length(size: Size) -> Ty {
    Rc::new(Type::String(if size == Size::ANY { StringType::Any } else { StringType::Size(size) }))
}

/// Returns the type of these strings.
pub(super) fn listed(mut values: Vec<Rc<str>>, ignore_case: bool) -> Parts {
    values.sort();
    values.dedup();
    if values.is_empty() { Parts::none() } else { Parts::one(Rc::new(Type::Enum { values, ignore_case })) }
}

/// Returns whether the strings have one spelling only: no letter of them has another case.
fn is_caseless(values: &[Rc<str>]) -> bool {
    values.iter().all(|value| !value.bytes().any(|byte| byte.is_ascii_alphabetic()))
}

fn filtered(values: &[Rc<str>], ty: &Type, is_instance: bool) -> Vec<Rc<str>> {
    values.iter().filter(|value| instance(ty, &Value::str(&***value)) == is_instance).cloned().collect()
}

/// Returns the strings of both types.
pub(super) fn intersection(a: &Ty, b: &Ty) -> Parts {
    match (Text::of(a), Text::of(b)) {
        (Text::List(values, false), _) => listed(filtered(&values, b, true), false),
        (_, Text::List(values, false)) => listed(filtered(&values, a, true), false),
        (Text::List(values, true), Text::List(_, true) | Text::Length(_)) => listed(filtered(&values, b, true), true),
        (Text::Length(_), Text::List(values, true)) => listed(filtered(&values, a, true), true),
        (Text::List(values, true), Text::Other) => spelled(&values, a, b),
        (Text::Other, Text::List(values, true)) => spelled(&values, b, a),
        (Text::Length(x), Text::Length(y)) => match both_sizes(x, y) {
            Some(size) => Parts::one(of_length(size)),
            None => Parts::none(),
        },
        (Text::Length(_), Text::Other) => Parts::at_most(b),
        (Text::Other, _) => Parts::at_most(a),
    }
}

/// Returns the strings of a list that ignores case that match a pattern.
fn spelled(values: &[Rc<str>], list: &Ty, pattern: &Ty) -> Parts {
    if is_caseless(values) { listed(filtered(values, pattern, true), false) } else { Parts::at_most(list) }
}

/// Returns the strings of `a` that are not in `b`.
pub(super) fn difference(a: &Ty, b: &Ty) -> Parts {
    match (Text::of(a), Text::of(b)) {
        (Text::List(values, false), _) => listed(filtered(&values, b, false), false),
        (Text::List(values, true), Text::List(_, true) | Text::Length(_)) => listed(filtered(&values, b, false), true),
        (Text::List(values, true), _) if is_caseless(&values) => listed(filtered(&values, b, false), false),
        (Text::Length(x), Text::Length(y)) => lengths(&sizes_outside(x, y)),
        (Text::Length(x), Text::List(values, _)) if values.iter().all(|value| value.is_empty()) => {
            lengths(&sizes_outside(x, Size { from: 0, to: Some(0) }))
        }
        _ => Parts::at_most(a),
    }
}

fn lengths(sizes: &[Size]) -> Parts {
    Parts::exactly(sizes.iter().map(|size| of_length(*size)).collect())
}
