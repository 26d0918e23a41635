//! Choosing among values: `pick` and its like.

use crate::eval::{Builtin, Call, R};
use crate::pcore::Value;

use super::super::signature;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "pick",
        &[signature("Any *$values", "Any", pick)],
        "The first of the values that is neither undef nor an empty text; fails when there is none.",
    )
    .shows("pick(undef, '', 'web01')", "'web01'"),
    Builtin::new(
        "pick_default",
        &[signature("Any *$values", "Any", pick_default)],
        "The first of the values that is neither undef nor an empty text, or else the last one.",
    )
    .shows("pick_default(undef, '')", "''"),
];

fn picked(call: &mut Call<'_>) -> Option<Value> {
    let given = |value: &Value| !value.is_undef() && value.as_str() != Some("");
    call.args().iter().find(|value| given(value)).cloned()
}

fn pick(call: &mut Call<'_>) -> R {
    match picked(call) {
        Some(value) => Ok(value),
        None => call.fail("`pick` needs one value at least that is neither undef nor an empty text"),
    }
}

fn pick_default(call: &mut Call<'_>) -> R {
    if let Some(value) = picked(call) {
        return Ok(value);
    }
    match call.args().last() {
        Some(value) => Ok(value.clone()),
        None => call.fail("`pick_default` needs one value at least"),
    }
}
