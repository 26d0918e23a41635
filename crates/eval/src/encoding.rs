//! Strings that Ruby marks as bytes: which functions return such a string for one.

use puppet_pcore::{Captures, Value};

/// Returns the text of a group, if it took part in the match: bytes if the searched string is.
pub(super) fn group(matches: &Captures, number: usize) -> Option<Value> {
    let text = matches.get(number)?;
    Some(if matches.subject.is_bytes { Value::bytes(text.to_owned()) } else { Value::str(text) })
}

/// The functions whose result has the encoding of their first argument, or of the first element of an array.
const KEEPING: &[&str] = &[
    "any2array",
    "camelcase",
    "capitalize",
    "chomp",
    "chop",
    "convert_to",
    "downcase",
    "flatten",
    "join",
    "lstrip",
    "match",
    "regsubst",
    "reverse",
    "rstrip",
    "shellquote",
    "split",
    "squeeze",
    "strip",
    "swapcase",
    "upcase",
];

/// Returns whether a function gets such a string.
#[inline]
pub(super) fn is_bytes(args: &[Value]) -> bool {
    match args.first() {
        Some(Value::Array(array)) => array.items.first().is_some_and(Value::is_bytes),
        Some(value) => value.is_bytes(),
        None => false,
    }
}

/// Marks the result of a function that got such a string.
#[cold]
pub(super) fn preserved(name: &str, value: Value) -> Value {
    let is_preserved = KEEPING.binary_search(&name).is_ok();
    if is_preserved { marked(value) } else { value }
}

fn marked(value: Value) -> Value {
    match value {
        Value::Str(text) => Value::bytes(text.text.clone()),
        Value::Array(array) => Value::array(array.items.iter().cloned().map(marked).collect()),
        other => other,
    }
}
