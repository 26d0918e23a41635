//! Equality, order and hashing of values.

use std::hash::Hasher;

use super::Value;

/// Ruby's `eql?`: the equality of hash keys (`1` is not `1.0`, `'a'` is not `'A'`).
pub fn eql(_a: &Value, _b: &Value) -> bool {
    todo!()
}

/// A hash that agrees with [`eql`].
pub fn hash_value<H: Hasher>(_value: &Value, _state: &mut H) {
    todo!()
}
