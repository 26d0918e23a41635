//! Stand-ins until pcore has them.

use crate::pcore::{Ty, Value};

/// A type test.
pub struct Matcher(Ty);

impl Matcher {
    /// For this type.
    pub fn new(ty: &Ty) -> Matcher {
        Matcher(ty.clone())
    }

    /// Does the value belong to it?
    pub fn test(&self, value: &Value) -> bool {
        crate::pcore::instance(&self.0, value)
    }
}

/// Why a value does not fit.
pub fn describe_mismatch(label: &str, expected: &Ty, actual: &Value) -> String {
    format!("{label} expects {expected}, got {}", crate::pcore::infer_generalized(actual))
}
