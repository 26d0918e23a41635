//! Predicates: `is_string` and others. Most are deprecated and warn.

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::{Value, float_text};

use super::super::ruby;
use super::address::{Address, parse_address};
use super::arguments::{leading_float, leading_integer, matches, received, wants};
use super::deprecation::deprecated;

/// Defines a deprecated predicate. The row's function warns, then calls the predicate itself.
macro_rules! question {
    ($name:literal, $instead:literal, $test:expr, $summary:literal) => {
        Builtin::new(
            $name,
            &[Signature::new("Any $value, Any *$ignored", "Boolean", |call| {
                deprecated(call, $name, concat!("use a match with ", $instead, " instead"))?;
                let test: fn(&Value) -> EvalResult<bool> = $test;
                test(call.arg(0)).map(Value::bool)
            })],
            $summary,
        )
    };
}

pub(super) const ROWS: &[Builtin] = &[
    question!(
        "is_array",
        "Array",
        |value| Ok(matches!(value, Value::Array(_))),
        "Returns whether the value is an array. Deprecated."
    ),
    question!(
        "is_bool",
        "Boolean",
        |value| Ok(matches!(value, Value::Bool(_))),
        "Returns whether the value is a Boolean. Deprecated."
    ),
    question!("is_float", "Float", is_float, "Returns whether the value is a float, or a string with one. Deprecated."),
    question!(
        "is_numeric",
        "Numeric",
        is_numeric,
        "Returns whether the value is a number, or a string with one. Deprecated."
    ),
    question!("is_string", "String", is_string, "Returns whether the value is a non-numeric string. Deprecated."),
    question!(
        "is_absolute_path",
        "Stdlib::Absolutepath",
        is_absolute_path,
        "Returns whether the value is an absolute Unix or Windows path. Deprecated."
    ),
    question!(
        "is_ip_address",
        "Stdlib::IP::Address",
        is_ip_address,
        "Returns whether the value is an IP address. Deprecated."
    ),
    question!(
        "is_ipv4_address",
        "Stdlib::IP::Address::V4",
        is_ipv4,
        "Returns whether the value is an IPv4 address. Deprecated."
    ),
    question!(
        "is_ipv6_address",
        "Stdlib::IP::Address::V6",
        is_ipv6,
        "Returns whether the value is an IPv6 address. Deprecated."
    ),
    Builtin::new(
        "is_hash",
        &[Signature::new("Any $value, Optional[Callable] &$block", "Boolean", is_hash)],
        "Returns whether the value is a hash.",
    )
    .shows("is_hash({})", "true"),
    Builtin::new(
        "is_integer",
        &[Signature::new("Any $value, Optional[Callable] &$block", "Boolean", is_integer)],
        "Returns whether the value is an integer, or a string with one.",
    )
    .shows("is_integer('42')", "true"),
    Builtin::new(
        "is_domain_name",
        &[Signature::new("Any $value, Optional[Callable] &$block", "Boolean", is_domain_name)],
        "Returns whether the value is a string with a valid domain name.",
    )
    .shows("is_domain_name('web-1.example.com')", "true"),
    Builtin::new(
        "is_email_address",
        &[Signature::new("Any $value, Optional[Callable] &$block", "Boolean", is_email_address)],
        "Returns whether the value is a string with a valid email address.",
    )
    .shows("is_email_address('ada@example.com')", "true"),
    Builtin::new(
        "is_mac_address",
        &[Signature::new("Any $value, Optional[Callable] &$block", "Boolean", is_mac_address)],
        "Returns whether the value is a string with a MAC address.",
    )
    .shows("is_mac_address('52:54:00:12:34:56')", "true"),
    Builtin::new(
        "type3x",
        &[Signature::new("Any $value, Optional[Callable] &$block", "String", type3x)],
        "Returns the name of the value's kind in Puppet 3: string, integer, float, boolean, array or hash.",
    )
    .shows("type3x('42')", "'integer'"),
];

/// Returns Ruby's string form of the float at the start of the string.
fn float_of(text: &str) -> String {
    float_text(leading_float(text))
}

pub(super) fn is_float(value: &Value) -> EvalResult<bool> {
    Ok(match value {
        Value::Float(_) => true,
        Value::Str(text) => float_of(&text.text) == text.text,
        _ => false,
    })
}

pub(super) fn is_numeric(value: &Value) -> EvalResult<bool> {
    match value {
        Value::Int(_) | Value::Big(_) | Value::Float(_) => Ok(true),
        Value::Str(text) => matches(r"^-?(?:(?:[1-9]\d*)|0)(?:\.\d+)?(?:[eE]-?\d+)?$", &text.text),
        _ => Ok(false),
    }
}

/// Returns whether the value is a string; an undef counts as one.
pub(super) fn is_string(value: &Value) -> EvalResult<bool> {
    Ok(match value {
        Value::Str(text) => float_of(&text.text) != text.text && leading_integer(&text.text).to_string() != text.text,
        other => other.is_undef(),
    })
}

pub(super) fn is_absolute_path(value: &Value) -> EvalResult<bool> {
    const WINDOWS: &str = r"(?i)^(([A-Z]:[\\/])|([\\/][\\/][^\\/]+[\\/][^\\/]+)|([\\/][\\/]\?[\\/][^\\/]+))";
    match value {
        Value::Str(text) => Ok(matches("^/", &text.text)? || matches(WINDOWS, &text.text)?),
        _ => Ok(false),
    }
}

/// Returns the address in a value that is a string.
fn address(value: &Value) -> Option<Address> {
    parse_address(value.as_str()?)
}

pub(super) fn is_ip_address(value: &Value) -> EvalResult<bool> {
    Ok(address(value).is_some())
}

pub(super) fn is_ipv4(value: &Value) -> EvalResult<bool> {
    Ok(address(value).is_some_and(|address| address.ip.is_ipv4()))
}

pub(super) fn is_ipv6(value: &Value) -> EvalResult<bool> {
    Ok(address(value).is_some_and(|address| address.ip.is_ipv6()))
}

fn is_hash(call: &mut Call<'_>) -> EvalResult {
    Ok(Value::bool(matches!(call.arg(0), Value::Hash(_))))
}

/// Returns whether the value is an integer, or a string with a line that is one.
pub(super) fn integer(value: &Value) -> EvalResult<bool> {
    match value {
        Value::Int(_) | Value::Big(_) => Ok(true),
        Value::Str(text) => matches(r"^-?(?:(?:[1-9]\d*)|0)$", &text.text),
        _ => Ok(false),
    }
}

fn is_integer(call: &mut Call<'_>) -> EvalResult {
    integer(call.arg(0)).map(Value::bool)
}

fn is_domain_name(call: &mut Call<'_>) -> EvalResult {
    domain_name(call.arg(0)).map(Value::bool)
}

pub(super) fn domain_name(value: &Value) -> EvalResult<bool> {
    let Some(name) = value.as_str() else { return Ok(false) };
    if name == "." {
        return Ok(true);
    }
    let name = name.strip_suffix('.').unwrap_or(name);
    if name.len() > 255 || name.contains('.') && !matches(r"\.[A-Za-z]+$", name)? {
        return Ok(false);
    }
    Ok(name.split('.').all(|part| part.len() <= 63 && is_label(part)))
}

/// Returns whether the string is a label of a domain name: letters, digits, and hyphens between them.
pub(super) fn is_label(part: &str) -> bool {
    let letters = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    !part.is_empty() && letters && !part.starts_with('-') && !part.ends_with('-')
}

fn is_email_address(call: &mut Call<'_>) -> EvalResult {
    email_address(call.arg(0)).map(Value::bool)
}

pub(super) fn email_address(value: &Value) -> EvalResult<bool> {
    match value {
        Value::Str(text) => matches(r"\A([\w+\-].?)+@[a-z\d\-]+(\.[a-z]+)*\.[a-z]+\z", &text.text),
        _ => Ok(false),
    }
}

fn is_mac_address(call: &mut Call<'_>) -> EvalResult {
    let Some(text) = call.arg(0).as_str() else { return wants(call, "a string", call.arg(0)) };
    let short = matches(r"(?i)^[a-f0-9]{1,2}(:[a-f0-9]{1,2}){5}$", text)?;
    Ok(Value::bool(short || matches(r"(?i)^[a-f0-9]{1,2}(:[a-f0-9]{1,2}){19}$", text)?))
}

fn type3x(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let name = match args.first() {
        Some(Value::Bool(_)) => "boolean",
        Some(Value::Array(_)) => "array",
        Some(Value::Hash(_)) => "hash",
        Some(Value::Float(_)) => "float",
        Some(Value::Int(_)) => "integer",
        Some(Value::Str(text)) if leading_integer(&text.text).to_string() == text.text => "integer",
        Some(Value::Str(text)) if float_of(&text.text) == text.text => "float",
        Some(Value::Str(_)) => "string",
        _ => return call.fail(format!("{} is of a kind that Puppet 3 did not know", ruby::inspected(call.arg(0)))),
    };
    Ok(Value::str(name))
}
