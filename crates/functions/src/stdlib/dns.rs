//! Functions of the module dns.

use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::ruby;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "date",
        &[Signature::new("Any *$ignored, Optional[Callable] &$block", "String", date)],
        "Returns the seconds since 1970, as a string.",
    )
    .effect(Effect::World),
    Builtin::new(
        "get_in_addr_arpa",
        &[Signature::new("Any $address, Optional[Callable] &$block", "String", get_in_addr_arpa)],
        "Returns the reverse lookup domain of an IPv4 address.",
    )
    .shows("get_in_addr_arpa('192.0.2.1')", "'1.2.0.192.in-addr.arpa'"),
];

fn date(call: &mut Call<'_>) -> EvalResult {
    Ok(Value::from((call.host().now() / 1_000_000_000).to_string()))
}

fn get_in_addr_arpa(call: &mut Call<'_>) -> EvalResult {
    let address = ruby::to_s(call.arg(0));
    let parts: Vec<&str> = address.split('.').rev().collect();
    Ok(Value::from(format!("{}.in-addr.arpa", parts.join("."))))
}
