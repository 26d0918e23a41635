//! Membership by Ruby's `==`, in constant time for strings and integers.

use crate::eval::R;
use crate::functions::ruby;
use crate::pcore::{Hash, Value};

/// Values that others are compared with.
pub(in crate::functions) struct Members {
    /// Strings, integers and truths: `==` is `eql?` among them.
    exact: Hash,
    /// Values that may equal another kind of value: floats, collections.
    others: Vec<Value>,
}

impl Members {
    pub(in crate::functions) fn new(values: &[Value]) -> R<Members> {
        let mut members = Members { exact: Hash::new(), others: Vec::new() };
        for value in values {
            crate::budget::poll()?;
            match is_exact(value) {
                true => members.exact.insert(value.clone(), Value::Undef),
                false => members.others.push(value.clone()),
            }
        }
        Ok(members)
    }

    /// Returns whether one of the values equals this one.
    pub(in crate::functions) fn contain(&self, value: &Value) -> R<bool> {
        if is_exact(value) && self.exact.contains_key(value) || self.exact_float(value) {
            return Ok(true);
        }
        for other in &self.others {
            if ruby::same(value, other) {
                return Ok(true);
            }
            crate::budget::poll()?;
        }
        Ok(false)
    }

    /// A float equals the integer of its value.
    fn exact_float(&self, value: &Value) -> bool {
        let Value::Float(float) = value else { return false };
        let integer = Value::Int(float.get() as i64);
        ruby::same(&integer, value) && self.exact.contains_key(&integer)
    }
}

fn is_exact(value: &Value) -> bool {
    matches!(value, Value::Str(_) | Value::Int(_) | Value::Bool(_))
}
