//! Releasing nested values without recursion: a browser's stack holds the frames of some hundred levels only.
//!
//! Elsewhere the stack holds all levels that a value may have, and what a collection holds is released with it.

use std::rc::Rc;

use super::{Array, Hash, Value};

impl Drop for Array {
    fn drop(&mut self) {
        if self.items.iter().any(holds_others) {
            release(std::mem::take(&mut self.items));
        }
    }
}

impl Drop for Hash {
    fn drop(&mut self) {
        if self.iter().any(|(key, value)| holds_others(key) || holds_others(value)) {
            let mut open = Vec::new();
            self.drain_into(&mut open);
            release(open);
        }
    }
}

fn holds_others(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_) | Value::Sensitive(_))
}

/// Releases values, and all that only they hold.
fn release(mut open: Vec<Value>) {
    while let Some(value) = open.pop() {
        match value {
            Value::Array(array) => {
                if let Some(mut array) = Rc::into_inner(array) {
                    open.append(&mut array.items);
                }
            }
            Value::Hash(hash) => {
                if let Some(mut hash) = Rc::into_inner(hash) {
                    hash.drain_into(&mut open);
                }
            }
            Value::Sensitive(inner) => open.extend(Rc::into_inner(inner)),
            _ => {}
        }
    }
}
