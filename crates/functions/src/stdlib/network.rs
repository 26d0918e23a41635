//! IP addresses: validation, ranges, and interfaces.

use std::net::{IpAddr, Ipv6Addr};

use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::ruby;
use super::arguments::{received, wants};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "enclose_ipv6",
        &[Signature::new("Any $addresses", "Array[String]", enclose_ipv6)],
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
        &[Signature::new("Any $kind, Any $value = undef", "Boolean", has_interface_with)],
        "Returns whether an interface of the node has this name, or this value of an interface fact.",
    )
    .sees_scope()
    .effect(Effect::World),
    Builtin::new(
        "has_ip_address",
        &[Signature::new("Any $address", "Boolean", has_ip_address)],
        "Returns whether an interface of the node has this IP address.",
    )
    .sees_scope()
    .effect(Effect::World),
    Builtin::new(
        "has_ip_network",
        &[Signature::new("Any $network", "Boolean", has_ip_network)],
        "Returns whether an interface of the node is in the network with this address.",
    )
    .sees_scope()
    .effect(Effect::World),
];

/// An address, or a range of addresses.
pub(super) struct Address {
    pub ip: IpAddr,
    /// The number of leading bits that the range shares.
    pub prefix: u8,
}

/// Parses an address with an optional prefix length or mask.
pub(super) fn parse_address(text: &str) -> Option<Address> {
    let (address, mask) = text.split_once('/').map_or((text, None), |(address, mask)| (address, Some(mask)));
    let bare = address.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(address);
    let ip: IpAddr = bare.parse().ok()?;
    let most = if ip.is_ipv4() { 32 } else { 128 };
    let prefix = match mask {
        None => most,
        Some(mask) => match mask.parse::<u8>() {
            Ok(bits) if bits <= most => bits,
            Ok(_) => return None,
            Err(_) => mask_bits(mask.parse().ok()?)?,
        },
    };
    Some(Address { ip, prefix })
}

/// Returns the number of bits in a mask; `None` unless all are at its start.
fn mask_bits(mask: IpAddr) -> Option<u8> {
    let (bits, width) = (bits_of(mask), if mask.is_ipv4() { 32 } else { 128 });
    let ones = bits.count_ones();
    let zeroes = if bits == 0 { width } else { bits.trailing_zeros() };
    (ones + zeroes == width).then_some(ones as u8)
}

fn bits_of(ip: IpAddr) -> u128 {
    match ip {
        IpAddr::V4(ip) => u128::from(u32::from(ip)),
        IpAddr::V6(ip) => u128::from(ip),
    }
}

impl Address {
    fn contains(&self, other: IpAddr) -> bool {
        let width = if self.ip.is_ipv4() { 32 } else { 128 };
        let shift = width - u32::from(self.prefix);
        let cut = |bits: u128| bits.checked_shr(shift).unwrap_or(0);
        self.ip.is_ipv4() == other.is_ipv4() && cut(bits_of(self.ip)) == cut(bits_of(other))
    }
}

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
                Address { ip: IpAddr::V6(six), prefix } => Value::from(format!("[{}]", start(six, prefix))),
            },
        };
        if !out.iter().any(|known| ruby::same(known, &shown)) {
            out.push(shown);
        }
    }
    Ok(Value::array(out))
}

/// Returns the first address of a range, which Ruby uses in place of the given one.
fn start(ip: Ipv6Addr, prefix: u8) -> Ipv6Addr {
    let shift = 128 - u32::from(prefix);
    u128::from(ip).checked_shr(shift).and_then(|bits| bits.checked_shl(shift)).unwrap_or(0).into()
}

fn ip_in_range(call: &mut Call<'_>) -> EvalResult {
    let ip = address(call, call.arg(0))?.ip;
    let ranges = super::coercion::spread(call.arg(1));
    let mut found = false;
    for range in &ranges {
        found |= address(call, range)?.contains(ip);
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
