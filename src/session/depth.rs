//! How deep a value is nested. Printing and inferring go down level by level on the machine's stack, so a value that is
//! nested without reason is told apart first, without going down on that stack.

use crate::pcore::Value;

/// The levels that are shown.
const MOST: usize = 5_000;

/// How many collections are looked at: a value with more of them is wide, not deep.
const BUDGET: usize = 1_000_000;

/// Is the value nested too deeply to be printed and described?
pub(super) fn is_too_deep(value: &Value) -> bool {
    let mut open = vec![(value, 0)];
    for _ in 0..BUDGET {
        let Some((value, depth)) = open.pop() else { return false };
        if depth > MOST {
            return true;
        }
        let first = open.len();
        let mut take = |inner| {
            if is_collection(inner) {
                open.push((inner, depth + 1));
            }
        };
        match value {
            Value::Array(array) => array.items.iter().for_each(&mut take),
            Value::Hash(hash) => hash.iter().for_each(|(key, value)| {
                take(key);
                take(value);
            }),
            Value::Sensitive(inner) => take(inner),
            _ => {}
        }
        // The last one is looked at first; the same one twice in a row, once.
        let len = open.len();
        if len >= first + 2 && same(open[len - 1].0, open[len - 2].0) {
            open.pop();
        }
    }
    false
}

fn is_collection(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_) | Value::Sensitive(_))
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => std::rc::Rc::ptr_eq(a, b),
        (Value::Hash(a), Value::Hash(b)) => std::rc::Rc::ptr_eq(a, b),
        _ => false,
    }
}
