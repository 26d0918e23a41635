//! Selects values: `pick` and others, and queries for existence.

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::ruby;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "pick",
        &[Signature::new("Any *$values, Optional[Callable] &$block", "Any", pick)],
        "Returns the first value that is neither undef nor an empty string; fails without one.",
    )
    .shows("pick(undef, '', 'web01')", "'web01'"),
    Builtin::new(
        "pick_default",
        &[Signature::new("Any *$values, Optional[Callable] &$block", "Any", pick_default)],
        "Returns the first value that is neither undef nor an empty string, or else the last value.",
    )
    .shows("pick_default(undef, '')", "''"),
    Builtin::new(
        "is_function_available",
        &[Signature::new("Any $name, Optional[Callable] &$block", "Boolean", is_function_available)],
        "Returns whether the function exists.",
    )
    .shows("is_function_available('no_such_function')", "false"),
    Builtin::new(
        "is_a",
        &[Signature::new("Any $value, Type $type", "Boolean", is_a)],
        "Returns whether the value has the type.",
    )
    .shows("'a'.is_a(Integer)", "false"),
];

fn picked(call: &mut Call<'_>) -> Option<Value> {
    let given = |value: &Value| !value.is_undef() && value.as_str() != Some("");
    call.args().iter().find(|value| given(value)).cloned()
}

fn pick(call: &mut Call<'_>) -> EvalResult {
    match picked(call) {
        Some(value) => Ok(ruby::legacy(&value)),
        None => call.fail("`pick` needs one value at least that is neither undef nor an empty text"),
    }
}

fn pick_default(call: &mut Call<'_>) -> EvalResult {
    if let Some(value) = picked(call) {
        return Ok(ruby::legacy(&value));
    }
    match call.args().last() {
        Some(value) => Ok(ruby::legacy(value)),
        None => call.fail("`pick_default` needs one value at least"),
    }
}

fn is_function_available(call: &mut Call<'_>) -> EvalResult {
    let name = call.arg(0).as_str().unwrap_or_default().to_owned();
    Ok(Value::bool(!name.is_empty() && call.function_exists(&name)))
}

fn is_a(call: &mut Call<'_>) -> EvalResult {
    match call.arg(1) {
        Value::Type(ty) => Ok(Value::bool(puppet_pcore::instance(ty, call.arg(0)))),
        other => super::arguments::wants(call, "a Type", other),
    }
}
