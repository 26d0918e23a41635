//! Stands in for parts of pcore until they land.

use crate::pcore::{Answer, Ty, Value};

pub(super) fn describe(what: &str, ty: &Ty, value: &Value) -> String {
    format!("{what} should be a {ty}, not {}", crate::pcore::infer_detailed(value))
}
pub(super) fn sprintf(_: &str, _: &[Value]) -> Answer<String> {
    todo!()
}
pub(super) fn new_value(_: &Ty, _: &[Value]) -> Answer<Value> {
    todo!()
}
pub(super) fn format_timespan(_: i128, _: &str) -> Answer<String> {
    todo!()
}
pub(super) fn format_timestamp(_: i128, _: &str, _: Option<&str>) -> Answer<String> {
    todo!()
}
