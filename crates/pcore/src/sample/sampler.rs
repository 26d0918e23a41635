//! The state of a generation, its limits, and helpers for lists of values.

use super::super::{Alias, Ty, Value};
use super::random::Random;
use crate::algebra::constant;

/// The maximum number of types visited for one list of values.
pub(super) const FUEL: usize = 3_000;

/// The maximum nesting depth of types.
pub(super) const MAX_DEPTH: usize = 10;

/// The maximum number of times a name is expanded inside itself.
pub(super) const AGAIN: usize = 2;

/// The maximum number of elements of a collection.
pub(super) const MAX_ELEMENTS: i64 = 200;

/// The maximum number of characters of a string.
pub(super) const MAX_CHARACTERS: i64 = 2_000;

/// The generator of candidates.
pub(super) struct Sampler {
    pub(super) random: Random,
    pub(super) fuel: usize,
    pub(super) depth: usize,
    /// The enclosing names, to bound recursion.
    pub(super) names: Vec<*const Alias>,
}

/// Returns a built-in type by its name.
pub(super) fn constant_named(name: &str) -> Ty {
    super::super::type_named(name).unwrap_or_else(constant::any)
}

/// Interleaves the lists: the first of each, then the second of each, and so on.
pub(super) fn in_turns(lists: Vec<Vec<Value>>) -> Vec<Value> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let mut found = Vec::new();
    loop {
        let before = found.len();
        found.extend(lists.iter_mut().filter_map(Iterator::next));
        if found.len() == before {
            return found;
        }
    }
}

/// Counts the parts of a value, up to `most`.
pub(super) fn weight(value: &Value, most: usize) -> usize {
    let add = |sum: usize, inner: &Value| if sum >= most { sum } else { sum + weight(inner, most - sum) };
    match value {
        Value::Array(array) => array.items.iter().fold(1, add),
        Value::Hash(hash) => hash.values().fold(hash.keys().fold(1, add), add),
        Value::Sensitive(hidden) => 1 + weight(hidden, most),
        _ => 1,
    }
}
