//! The nesting depth of values. Printing, comparing and inferring recurse on the machine's stack, so that
//! deeply nested values are detected first, without recursion.

use super::algebra::children;
use super::{Ty, Value};

/// The number of levels of a value that every walk over it can descend on the machine's stack: printing, comparing,
/// hashing, releasing. A browser's stack has 500 KiB to 1 MiB, which a module cannot change. A loop that nests its value
/// looks at doubling intervals, so that it may get twice as deep.
pub const MAX_LEVELS: usize = if cfg!(target_family = "wasm") { 1_000 } else { 150_000 };

/// The maximum number of collections visited: a value with more of them is wide, not deep.
const BUDGET: usize = 1_000_000;

/// Returns whether the value is nested more than `most` levels deep.
pub fn is_nested_beyond(value: &Value, most: usize) -> bool {
    let mut open = vec![(Part::Value(value), 0)];
    for _ in 0..BUDGET {
        let Some((part, depth)) = open.pop() else { return false };
        if depth > most {
            return true;
        }
        let first = open.len();
        part.each(&mut |inner| open.push((inner, depth + 1)));
        // The last one is visited first; the same one twice in a row is visited once.
        let len = open.len();
        if len >= first + 2 && open[len - 1].0.same(&open[len - 2].0) {
            open.pop();
        }
    }
    false
}

/// A value or type that may hold others.
enum Part<'v> {
    Value(&'v Value),
    Type(Ty),
}

impl<'v> Part<'v> {
    fn each(&self, take: &mut dyn FnMut(Part<'v>)) {
        let value = match self {
            Part::Type(ty) => return children(ty, &mut |child| take(Part::Type(child.clone()))),
            Part::Value(value) => *value,
        };
        let mut take_value = |inner: &'v Value| {
            if is_collection(inner) {
                take(Part::Value(inner));
            }
        };
        match value {
            Value::Array(array) => array.items.iter().for_each(take_value),
            Value::Hash(hash) => hash.iter().for_each(|(key, value)| {
                take_value(key);
                take_value(value);
            }),
            Value::Sensitive(inner) => take_value(inner),
            Value::Type(ty) => take(Part::Type(ty.clone())),
            _ => {}
        }
    }

    fn same(&self, other: &Part<'_>) -> bool {
        match (self, other) {
            (Part::Value(Value::Array(a)), Part::Value(Value::Array(b))) => std::rc::Rc::ptr_eq(a, b),
            (Part::Value(Value::Hash(a)), Part::Value(Value::Hash(b))) => std::rc::Rc::ptr_eq(a, b),
            (Part::Type(a), Part::Type(b)) => std::rc::Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

fn is_collection(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_) | Value::Sensitive(_) | Value::Type(_))
}
