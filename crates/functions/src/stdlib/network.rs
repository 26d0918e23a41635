//! IP addresses: validation, ranges, and interfaces.

use std::net::IpAddr;

use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::ruby;
use super::address::{Address, parse_address, text};
use super::arguments::{received, wants};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "enclose_ipv6",
        &[Signature::new("Any $addresses, Optional[Callable] &$block", "Array[String]", enclose_ipv6)],
        "Puts IPv6 addresses in brackets.",
    )
    .shows("enclose_ipv6(['127.0.0.1', '::1', '*'])", "['127.0.0.1', '[::1]', '*']"),
    Builtin::new(
        "stdlib::ip_in_range",
        &[Signature::new("String $address, Variant[String, Array] $ranges", "Boolean", ip_in_range)],
        "Returns whether the address is in one of the ranges.",
    )
    .shows("stdlib::ip_in_range('10.1.2.3', '10.0.0.0/8')", "true"),
    Builtin::new(
        "has_interface_with",
        &[Signature::new("Any $kind, Any $value = undef, Optional[Callable] &$block", "Boolean", has_interface_with)],
        "Returns whether an interface of the node has this name, or this value of an interface fact.",
    )
    .sees_scope()
    .effect(Effect::World),
    Builtin::new(
        "has_ip_address",
        &[Signature::new("Any $address, Optional[Callable] &$block", "Boolean", has_ip_address)],
        "Returns whether an interface of the node has this IP address.",
    )
    .sees_scope()
    .effect(Effect::World),
    Builtin::new(
        "has_ip_network",
        &[Signature::new("Any $network, Optional[Callable] &$block", "Boolean", has_ip_network)],
        "Returns whether an interface of the node is in the network with this address.",
    )
    .sees_scope()
    .effect(Effect::World),
];

/// Returns the address in a value; fails unless it is a string with one.
fn address(call: &Call<'_>, value: &Value) -> EvalResult<Address> {
    match value.as_str().and_then(parse_address) {
        Some(address) => Ok(address),
        None => call.fail(format!("{} is not an IP address", ruby::inspected(value))),
    }
}

fn enclose_ipv6(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    if !matches!(args.first(), Some(Value::Str(_) | Value::Array(_))) {
        return wants(call, "a string or an array", call.arg(0));
    }
    let mut all = Vec::new();
    super::coercion::flatten(&args[..1], &mut all)?;
    let mut out: Vec<Value> = Vec::new();
    for value in all.iter().filter(|value| !value.is_undef()) {
        let shown = match value.as_str() {
            Some("*") => value.clone(),
            _ => match address(call, value)? {
                Address { ip: IpAddr::V4(_), .. } => value.clone(),
                six => Value::from(format!("[{}]", text(six.first()))),
            },
        };
        if !out.iter().any(|known| ruby::same(known, &shown)) {
            out.push(shown);
        }
    }
    Ok(Value::array(out))
}

fn ip_in_range(call: &mut Call<'_>) -> EvalResult {
    let one = address(call, call.arg(0))?;
    let ranges = super::coercion::spread(call.arg(1));
    let mut found = false;
    for range in &ranges {
        found |= address(call, range)?.contains(&one);
    }
    Ok(Value::bool(found))
}

/// Returns whether a fact has the value, directly or for some interface.
fn interface_has(call: &Call<'_>, kind: &str, value: &Value) -> bool {
    let Some(Value::Str(interfaces)) = call.variable("interfaces") else { return false };
    let holds = |name: &str| call.variable(name).is_some_and(|known| ruby::same(&known, value));
    holds(kind) || interfaces.text.split(',').any(|one| holds(&format!("{kind}_{}", one.to_lowercase())))
}

fn has_interface_with(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let kind = args.first().map(ruby::to_s).unwrap_or_default();
    let found = match args.get(1) {
        Some(value) => interface_has(call, &kind, value),
        None => match call.variable("interfaces") {
            Some(Value::Str(interfaces)) => interfaces.text.split(',').any(|one| one == kind),
            _ => false,
        },
    };
    Ok(Value::bool(found))
}

fn has_ip_address(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    Ok(Value::bool(args.first().is_some_and(|value| interface_has(call, "ipaddress", value))))
}

fn has_ip_network(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    Ok(Value::bool(args.first().is_some_and(|value| interface_has(call, "network", value))))
}
