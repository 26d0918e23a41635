//! Stands in for parts of pcore until they land.

use crate::pcore::{Ty, Value};

pub(super) fn describe(what: &str, ty: &Ty, value: &Value) -> String {
    format!("{what} should be a {ty}, not {}", crate::pcore::infer_detailed(value))
}
