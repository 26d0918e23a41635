//! Stands in for parts of pcore until they land.

use crate::pcore::{Answer, Ty, Value};

pub(super) fn describe(what: &str, ty: &Ty, value: &Value) -> String {
    format!("{what} should be a {ty}, not {}", crate::pcore::infer_detailed(value))
}
pub(super) fn new_value(ty: &Ty, _: &[Value]) -> Answer<Value> {
    Err(crate::pcore::Issue::runtime(format!("making a {ty} is still to come")))
}
pub(super) fn format_timespan(_: i128, _: &str) -> Answer<String> {
    Err(crate::pcore::Issue::runtime("formatting times is still to come"))
}
pub(super) fn format_timestamp(_: i128, _: &str, _: Option<&str>) -> Answer<String> {
    Err(crate::pcore::Issue::runtime("formatting times is still to come"))
}
