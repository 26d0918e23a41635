//! Functions of the module memcached.

use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::ruby;
use super::arguments::{leading_float, leading_integer};

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "memcached::max_memory",
    &[Signature::new("Any $size", "Integer", max_memory)],
    "Returns megabytes: as given, or a percentage of the node's memory.",
)
.effect(Effect::World)];

fn max_memory(call: &mut Call<'_>) -> EvalResult {
    let size = call.arg(0).clone();
    let text = if size.is_true() { ruby::to_s(&size) } else { "95%".to_owned() };
    if !text.ends_with('%') {
        return Ok(Value::Int(leading_integer(&text)));
    }
    let memory = call.variable("facts").and_then(|facts| facts.as_hash()?.get_str("memorysize").map(ruby::to_s));
    let Some(Ok(bytes)) = memory.map(|memory| super::booleans::bytes(&memory)) else {
        return call.fail("`memcached::max_memory` needs the fact memorysize, which is not set or not readable");
    };
    let megabytes = (bytes as i64) / (1 << 20);
    Ok(Value::Int((megabytes as f64 * (leading_float(&text) / 100.0)).floor() as i64))
}
