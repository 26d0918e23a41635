//! Functions of the module redis.

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::ruby;
use super::arguments::received;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "getvar_emptystring",
        &[Signature::new("Any $name, Optional[Callable] &$block", "Any", getvar_emptystring)],
        "Returns the value of a variable, or an empty string.",
    )
    .sees_scope()
    .shows("getvar_emptystring('environment')", "'production'"),
    Builtin::new(
        "redisget",
        &[Signature::new("Any *$values, Optional[Callable] &$block", "Any", redisget)],
        "Gets a value from a Redis server; unsupported, since pprepl does not use the network.",
    ),
];

fn getvar_emptystring(call: &mut Call<'_>) -> EvalResult {
    let name = ruby::to_s(&received(call)?[0]);
    match call.variable(&name) {
        None if call.vm().rejects_unknown(&name) => call.fail(format!("unknown variable `${name}`")),
        value => Ok(value.filter(|value| !value.is_undef()).unwrap_or_else(|| Value::str(""))),
    }
}

fn redisget(call: &mut Call<'_>) -> EvalResult {
    call.fail("`redisget` asks a server, and pprepl reaches no network")
}
