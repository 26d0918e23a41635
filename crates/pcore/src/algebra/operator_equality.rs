//! The operators `==` and `<` on types.

use super::super::Type;
use super::assignable;
use super::equality::same;

/// Returns the result of `==` on types: the same type, or each accepts the other.
pub fn equal(a: &Type, b: &Type) -> bool {
    same(a, b) || (assignable(b, a) && assignable(a, b))
}

/// Returns the result of `<` on types: `b` accepts `a`, and they are not equal.
pub fn narrower(a: &Type, b: &Type) -> bool {
    assignable(b, a) && !equal(a, b)
}

impl Type {
    /// Compares two types as the operator `==` does.
    pub(crate) fn is_equal(&self, other: &Type) -> bool {
        equal(self, other)
    }
}
