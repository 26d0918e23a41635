//! The size of values: `length`, `size`, `empty`.

use puppet_eval::{Builtin, Call, EvalResult, Level, Signature};
use puppet_pcore::Value;

use super::ruby;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "length",
        &[
            Signature::new("Collection $list", "Integer[0]", length),
            Signature::new("String $text", "Integer[0]", length),
            Signature::new("Binary $bytes", "Integer[0]", length),
        ],
        "Returns the number of elements, characters or bytes.",
    )
    .shows("length('müsli')", "5"),
    Builtin::new(
        "size",
        &[Signature::new("Variant[Collection, String, Binary] $subject", "Integer[0]", length)],
        "Returns the number of elements, characters or bytes; the same as length.",
    )
    .shows("size({'a' => 1, 'b' => 2})", "2"),
    Builtin::new(
        "empty",
        &[
            Signature::new("Collection $list", "Boolean", empty),
            Signature::new("Sensitive[String] $text", "Boolean", empty),
            Signature::new("String $text", "Boolean", empty),
            Signature::new("Numeric $number", "Boolean", empty_number),
            Signature::new("Binary $bytes", "Boolean", empty),
            Signature::new("Undef $nothing", "Boolean", empty),
        ],
        "Returns whether the value is empty; undef counts as empty.",
    )
    .shows("empty([])", "true"),
];

fn length(call: &mut Call<'_>) -> EvalResult {
    match call.arg(0) {
        Value::Str(text) => Ok(Value::Int(text.char_count() as i64)),
        Value::Array(items) => Ok(Value::Int(items.items.len() as i64)),
        Value::Hash(hash) => Ok(Value::Int(hash.len() as i64)),
        Value::Binary(bytes) => Ok(Value::Int(bytes.len() as i64)),
        other => call.fail(format!("{} has no length", ruby::inspected(other))),
    }
}

fn empty(call: &mut Call<'_>) -> EvalResult {
    Ok(Value::bool(is_empty(call.arg(0))))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Str(text) => text.text.is_empty(),
        Value::Array(items) => items.items.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        Value::Binary(bytes) => bytes.is_empty(),
        Value::Sensitive(inner) => is_empty(inner),
        other => other.is_undef(),
    }
}

fn empty_number(call: &mut Call<'_>) -> EvalResult {
    if call.host().first_time("empty of a Numeric") {
        call.log(Level::Warning, "empty of a number is deprecated: a number is never empty");
    }
    Ok(Value::bool(false))
}
