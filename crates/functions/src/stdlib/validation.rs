//! Old-style validation: `validate_string` and others. Most are deprecated and warn; `validate_legacy` calls the checks
//! themselves.

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::{Regexp, Value};

use super::super::ruby;
use super::arguments::{integer_argument, integral_float, wants};
use super::checks::{domain_name, email_address, is_absolute_path, is_ip_address, is_ipv4, is_ipv6};
use super::deprecation::deprecated;

macro_rules! deprecated_row {
    ($name:literal, $summary:literal) => {
        Builtin::new($name, &[Signature::new("Any *$values", "Undef", |call| old(call, $name))], $summary)
    };
}

pub(super) const ROWS: &[Builtin] = &[
    deprecated_row!("validate_absolute_path", "Fails unless all are absolute paths. Deprecated."),
    deprecated_row!("validate_array", "Fails unless all are arrays. Deprecated."),
    deprecated_row!("validate_bool", "Fails unless all are Booleans. Deprecated."),
    deprecated_row!("validate_hash", "Fails unless all are hashes. Deprecated."),
    deprecated_row!("validate_integer", "Fails unless the value is an integer within bounds. Deprecated."),
    deprecated_row!("validate_numeric", "Fails unless the value is a number within bounds. Deprecated."),
    deprecated_row!("validate_ip_address", "Fails unless all are IP addresses. Deprecated."),
    deprecated_row!("validate_ipv4_address", "Fails unless all are IPv4 addresses. Deprecated."),
    deprecated_row!("validate_ipv6_address", "Fails unless all are IPv6 addresses. Deprecated."),
    deprecated_row!("validate_re", "Fails unless the string matches one of the patterns. Deprecated."),
    deprecated_row!("validate_slength", "Fails unless the lengths of the strings are within bounds. Deprecated."),
    deprecated_row!("validate_string", "Fails unless all are strings. Deprecated."),
    Builtin::new(
        "validate_domain_name",
        &[Signature::new("Any *$values, Optional[Callable] &$block", "Undef", plain)],
        "Fails unless all are strings with valid domain names.",
    )
    .shows("validate_domain_name('example.com')", "undef"),
    Builtin::new(
        "validate_email_address",
        &[Signature::new("Any *$values, Optional[Callable] &$block", "Undef", plain)],
        "Fails unless all are strings with valid email addresses.",
    )
    .shows("validate_email_address('ada@example.com')", "undef"),
    Builtin::new(
        "validate_cmd",
        &[Signature::new("Any *$values, Optional[Callable] &$block", "Undef", rejected)],
        "Checks a string with a command; unsupported, since pprepl runs no commands.",
    ),
    Builtin::new(
        "validate_augeas",
        &[Signature::new("Any *$values, Optional[Callable] &$block", "Undef", rejected)],
        "Checks a string with an Augeas lens; unsupported, since pprepl has no Augeas.",
    ),
    Builtin::new(
        "validate_x509_rsa_key_pair",
        &[Signature::new("Any *$values, Optional[Callable] &$block", "Undef", rejected)],
        "Checks that a certificate and a key match; unsupported, since pprepl reads neither.",
    ),
];

fn old(call: &mut Call<'_>, name: &str) -> EvalResult {
    deprecated(call, name, "use a parameter's type, or validate_legacy with a type, instead")?;
    plain(call)
}

fn plain(call: &mut Call<'_>) -> EvalResult {
    let args = call.args().to_vec();
    validate(call, call.name(), &args)?;
    Ok(Value::Undef)
}

fn rejected(call: &mut Call<'_>) -> EvalResult {
    call.fail(format!("`{}` is not done here: pprepl runs no commands and has neither Augeas nor OpenSSL", call.name()))
}

/// Runs a validation by its name; the first argument is the value.
pub(super) fn validate(call: &Call<'_>, name: &str, args: &[Value]) -> EvalResult<()> {
    if args.is_empty() {
        return call.fail(format!("`{name}` expects a value"));
    }
    match name {
        "validate_absolute_path" => args.iter().try_for_each(|arg| {
            let paths = super::coercion::spread(arg);
            paths.iter().try_for_each(|path| must(call, path, is_absolute_path(path)?, "an absolute path"))
        }),
        "validate_array" => all(call, args, "an array", |value| matches!(value, Value::Array(_))),
        "validate_bool" => all(call, args, "a truth", |value| matches!(value, Value::Bool(_))),
        "validate_hash" => all(call, args, "a hash", |value| matches!(value, Value::Hash(_))),
        "validate_string" => all(call, args, "a string", |value| matches!(value, Value::Str(_)) || value.is_undef()),
        "validate_integer" => validate_integer(call, args),
        "validate_numeric" => validate_numeric(call, args),
        "validate_re" => validate_re(call, args),
        "validate_slength" => validate_slength(call, args),
        "validate_ip_address" => each(call, args, "an IP address", is_ip_address),
        "validate_ipv4_address" => each(call, args, "an IPv4 address", is_ipv4),
        "validate_ipv6_address" => each(call, args, "an IPv6 address", is_ipv6),
        "validate_domain_name" => each(call, args, "the name of a domain", domain_name),
        "validate_email_address" => each(call, args, "an email address", email_address),
        _ => call.fail(format!("unknown validation `{name}`")),
    }
}

fn must(call: &Call<'_>, value: &Value, holds: bool, what: &str) -> EvalResult<()> {
    if holds { Ok(()) } else { call.fail(format!("{} is not {what}", ruby::inspected(value))) }
}

fn all(call: &Call<'_>, args: &[Value], what: &str, holds: fn(&Value) -> bool) -> EvalResult<()> {
    args.iter().try_for_each(|arg| must(call, arg, holds(arg), what))
}

fn each(call: &Call<'_>, args: &[Value], what: &str, holds: fn(&Value) -> EvalResult<bool>) -> EvalResult<()> {
    args.iter().try_for_each(|arg| must(call, arg, holds(arg)?, what))
}

/// Returns a bound; `None` when it is not given.
fn bound<T>(call: &Call<'_>, args: &[Value], at: usize, read: fn(&str) -> Option<T>) -> EvalResult<Option<T>> {
    let Some(value) = args.get(at) else { return Ok(None) };
    let text = if value.is_undef() { String::new() } else { ruby::to_s(value) };
    if at == 1 && args.len() > 2 && text.is_empty() {
        return Ok(None);
    }
    match read(&text) {
        Some(bound) => Ok(Some(bound)),
        None => call.fail(format!("{} is not a valid bound", ruby::inspected(value))),
    }
}

/// Checks that a number, or each number in an array, is at most the second and at least the third argument.
fn in_range<T: PartialOrd + Copy>(
    call: &Call<'_>,
    args: &[Value],
    what: &str,
    read: fn(&str) -> Option<T>,
) -> EvalResult<()> {
    if args.len() > 3 {
        return call.fail(format!("{what} is checked with two bounds at most"));
    }
    let (most, least) = (bound(call, args, 1, read)?, bound(call, args, 2, read)?);
    if let (Some(most), Some(least)) = (most, least)
        && least > most
    {
        return call.fail("the upper bound is below the lower one");
    }
    let numbers = match &args[0] {
        Value::Array(list) => list.items.clone(),
        single => vec![single.clone()],
    };
    numbers.iter().try_for_each(|value| {
        let number = match value {
            Value::Hash(_) => None,
            other if other.is_undef() => None,
            other => read(&ruby::to_s(other)),
        };
        let Some(number) = number else { return must(call, value, false, what) };
        let fits = most.is_none_or(|most| number <= most) && least.is_none_or(|least| number >= least);
        must(call, value, fits, "within the bounds")
    })
}

fn validate_integer(call: &Call<'_>, args: &[Value]) -> EvalResult<()> {
    in_range(call, args, "an integer", integer_argument)
}

fn validate_numeric(call: &Call<'_>, args: &[Value]) -> EvalResult<()> {
    in_range(call, args, "a number", integral_float)
}

fn validate_re(call: &Call<'_>, args: &[Value]) -> EvalResult<()> {
    let ([subject, patterns] | [subject, patterns, _]) = args else {
        return call.fail("validate_re expects patterns and, at most, a message");
    };
    let Value::Str(text) = subject else { return wants(call, "a string to match", subject) };
    let mut all = Vec::new();
    super::coercion::flatten(std::slice::from_ref(patterns), &mut all)?;
    for pattern in &all {
        let pattern = match pattern {
            Value::Str(pattern) => Regexp::new(pattern.text.as_str()),
            Value::Regexp(pattern) => pattern.clone(),
            other => return wants(call, "patterns", other),
        };
        if pattern.is_match(&text.text)? {
            return Ok(());
        }
    }
    match args.get(2) {
        Some(message) if !message.is_undef() => call.fail(ruby::to_s(message)),
        _ => call.fail(format!("{} does not match {}", ruby::inspected(subject), ruby::inspected(patterns))),
    }
}

fn validate_slength(call: &Call<'_>, args: &[Value]) -> EvalResult<()> {
    if !(2..=3).contains(&args.len()) {
        return call.fail("validate_slength expects an upper and, at most, a lower bound");
    }
    let number = |value: &Value| match value {
        Value::Int(int) => Some(*int),
        Value::Float(float) => Some(float.get() as i64),
        Value::Str(text) => integer_argument(&text.text),
        _ => None,
    };
    let most = number(&args[1]).filter(|most| *most > 0);
    let least = args.get(2).filter(|least| least.is_true()).map_or(Some(0), number).filter(|least| *least >= 0);
    let (Some(most), Some(least)) = (most, least) else { return call.fail("a length is a positive integer") };
    if most < least {
        return call.fail("the upper bound is below the lower one");
    }
    let texts = match &args[0] {
        Value::Array(list) => list.items.clone(),
        single => vec![single.clone()],
    };
    texts.iter().try_for_each(|text| match text {
        Value::Str(content) => {
            let fits = (least..=most).contains(&(content.char_count() as i64));
            must(call, text, fits, &format!("of {least} to {most} letters"))
        }
        other => wants(call, "texts", other),
    })
}
