//! `Integer`, `Float`, `Numeric` and `Boolean` from other values.

use pprepl_text::Topic;
use std::borrow::Cow;

use num_traits::Signed;

use super::super::number_format::float_to_integer;
use super::super::number_order::NANOS;
use super::super::numeric_text::{is_space, to_number};
use super::super::{Hash, Int, Result, Value, ValueError, float_parse, integer_text};
use super::arguments::{arguments, no_conversion};

/// Checks a hash of named arguments for unknown keys; returns its `from` value.
fn named<'h>(hash: &'h Hash, names: &[&str], what: &str) -> Result<&'h Value> {
    let unknown = hash.keys().find(|key| !key.as_str().is_some_and(|key| names.contains(&key)));
    match (unknown, hash.get_str("from")) {
        (None, Some(from)) => Ok(from),
        _ => Err(ValueError::new(
            Topic::ConversionFailed,
            format!("{what} takes a hash with the keys {}", names.join(", ")),
        )),
    }
}

fn flag(value: Option<&Value>, what: &str) -> Result<bool> {
    match value {
        None => Ok(false),
        Some(Value::Bool(abs)) => Ok(abs.get()),
        Some(other) => Err(no_conversion(other, what)),
    }
}

/// Makes `Integer(from, radix, abs)` or `Integer({from => .., radix => .., abs => ..})`.
pub(super) fn integer(args: &[Value]) -> Result<Value> {
    if let [Value::Hash(hash)] = args {
        let from = named(hash, &["from", "radix", "abs"], "an Integer")?;
        let radix = hash.get_str("radix").unwrap_or(&Value::Default);
        return convert_integer(from, radix, flag(hash.get_str("abs"), "the flag abs")?);
    }
    match args {
        [from] => convert_integer(from, &Value::Default, false),
        [from, radix] => convert_integer(from, radix, false),
        [from, radix, Value::Bool(abs)] => convert_integer(from, radix, abs.get()),
        _ => Err(arguments("an Integer", args)),
    }
}

fn convert_integer(from: &Value, radix: &Value, abs: bool) -> Result<Value> {
    let radix = match radix {
        Value::Default => None,
        Value::Int(radix @ (2 | 8 | 10 | 16)) => Some(*radix as u32),
        _ => return Err(ValueError::new(Topic::ConversionFailed, "a radix is 2, 8, 10, 16 or default")),
    };
    let int = match from {
        Value::Int(i) => Int::Small(*i),
        Value::Big(b) => Int::Big(b.clone()),
        Value::Float(f) => float_to_integer(f.get().trunc())?,
        Value::Bool(b) => Int::Small(i64::from(b.get())),
        Value::Timespan(nanos) | Value::Timestamp(nanos) => {
            Int::from(num_bigint::BigInt::from(nanos.div_euclid(NANOS)))
        }
        Value::Str(text) if is_integer_text(&text.text) => {
            let joined = without_spaces_after_sign(&text.text);
            integer_text::parse(&joined, radix)?.ok_or_else(|| no_conversion(from, "an Integer"))?
        }
        _ => return Err(no_conversion(from, "an Integer")),
    };
    Ok(Value::int(if abs { Int::from(int.to_big().abs()) } else { int }))
}

/// Returns whether the string is a sign, whitespace, and decimal, hexadecimal or binary digits.
fn is_integer_text(text: &str) -> bool {
    let digits = after_sign(text);
    if !digits.starts_with('0') {
        return all(digits, |c| c.is_ascii_digit());
    }
    prefixed(digits, &["0x", "0X"], |c| c.is_ascii_hexdigit())
        || prefixed(digits, &["0b", "0B"], |c| matches!(c, '0' | '1'))
        || all(digits, |c| c.is_ascii_digit())
}

/// Extends [`is_integer_text`] with octal, fraction and exponent; decimal digits do not begin with 0.
fn is_float_text(text: &str) -> bool {
    let digits = after_sign(text);
    prefixed(digits, &["0x", "0X"], |c| c.is_ascii_hexdigit())
        || prefixed(digits, &["0b", "0B"], |c| matches!(c, '0' | '1'))
        || prefixed(digits, &["0"], |c| c.is_digit(8))
        || is_decimal(digits)
}

fn is_decimal(digits: &str) -> bool {
    let (mantissa, exponent) = match digits.find(['e', 'E']) {
        Some(at) => (&digits[..at], Some(&digits[at + 1..])),
        None => (digits, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let is_digit = |c: char| c.is_ascii_digit();
    all(whole, is_digit)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(|fraction| all(fraction, is_digit))
        && exponent.is_none_or(|exponent| all(exponent.strip_prefix('-').unwrap_or(exponent), is_digit))
}

fn after_sign(text: &str) -> &str {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    digits.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\x0b')
}

fn all(text: &str, good: impl Fn(char) -> bool) -> bool {
    !text.is_empty() && text.chars().all(good)
}

fn prefixed(text: &str, prefixes: &[&str], good: impl Fn(char) -> bool) -> bool {
    prefixes.iter().filter_map(|prefix| text.strip_prefix(prefix)).any(|rest| all(rest, &good))
}

/// Removes spaces between the sign and the digits. A line end there remains, so that the string is not a
/// number.
fn without_spaces_after_sign(text: &str) -> Cow<'_, str> {
    match text.strip_prefix(['+', '-']) {
        Some(rest) if rest.starts_with(is_space) => {
            Cow::Owned(format!("{}{}", &text[..1], rest.trim_start_matches(is_space)))
        }
        _ => Cow::Borrowed(text),
    }
}

/// Makes `Float(from, abs)` or `Float({from => .., abs => ..})`.
pub(super) fn float(args: &[Value]) -> Result<Value> {
    let (from, abs) = from_and_abs(args, "a Float")?;
    let float = match from {
        Value::Float(f) => f.get(),
        Value::Int(_) | Value::Big(_) => from.as_int().map_or(f64::NAN, |int| int.to_f64()),
        Value::Bool(b) => f64::from(u8::from(b.get())),
        Value::Timespan(nanos) | Value::Timestamp(nanos) => **nanos as f64 / NANOS as f64,
        Value::Str(text) => float_of_text(&text.text).ok_or_else(|| no_conversion(from, "a Float"))?,
        _ => return Err(no_conversion(from, "a Float")),
    };
    Ok(Value::float(if abs { float.abs() } else { float }))
}

fn float_of_text(text: &str) -> Option<f64> {
    // The reference does not accept a lone 0.
    if !is_float_text(text) || text == "0" {
        return None;
    }
    if text.starts_with("0b") || text.starts_with("0B") {
        return integer_text::parse(text, None).ok().flatten().map(|int| int.to_f64());
    }
    float_parse::parse(&without_spaces_after_sign(text))
}

fn from_and_abs<'a>(args: &'a [Value], what: &str) -> Result<(&'a Value, bool)> {
    match args {
        [Value::Hash(hash)] => Ok((named(hash, &["from", "abs"], what)?, flag(hash.get_str("abs"), "the flag abs")?)),
        [from] => Ok((from, false)),
        [from, Value::Bool(abs)] => Ok((from, abs.get())),
        _ => Err(arguments(what, args)),
    }
}

/// Makes `Numeric(from, abs)` or `Numeric({from => .., abs => ..})`.
pub(super) fn numeric(args: &[Value]) -> Result<Value> {
    let (from, abs) = from_and_abs(args, "a Numeric")?;
    let number = match from {
        Value::Int(_) | Value::Big(_) | Value::Float(_) => from.clone(),
        Value::Bool(b) => Value::Int(i64::from(b.get())),
        Value::Timespan(nanos) | Value::Timestamp(nanos) => Value::float(**nanos as f64 / NANOS as f64),
        Value::Str(text) => number_of_text(&text.text, from).ok_or_else(|| no_conversion(from, "a Numeric"))?,
        _ => return Err(no_conversion(from, "a Numeric")),
    };
    Ok(match number {
        Value::Float(f) if abs => Value::float(f.get().abs()),
        Value::Int(_) | Value::Big(_) if abs => {
            Value::int(Int::from(number.as_int().unwrap_or(Int::Small(0)).to_big().abs()))
        }
        _ => number,
    })
}

fn number_of_text(text: &str, from: &Value) -> Option<Value> {
    if !is_float_text(text) {
        return None;
    }
    if text.starts_with("0b") || text.starts_with("0B") {
        return integer_text::parse(text, None).ok().flatten().map(Value::int);
    }
    to_number(from)
}

/// Makes `Boolean(from)`.
pub(super) fn boolean(args: &[Value]) -> Result<Value> {
    let [from] = args else { return Err(arguments("a Boolean", args)) };
    match from {
        Value::Bool(b) => Ok(Value::Bool(*b)),
        Value::Int(i) => Ok(Value::bool(*i != 0)),
        Value::Big(_) => Ok(Value::bool(true)),
        Value::Float(f) => Ok(Value::bool(f.get() != 0.0)),
        Value::Str(text) => match text.text.to_lowercase().as_str() {
            "true" | "yes" | "y" => Ok(Value::bool(true)),
            "false" | "no" | "n" => Ok(Value::bool(false)),
            _ => Err(no_conversion(from, "a Boolean")),
        },
        _ => Err(no_conversion(from, "a Boolean")),
    }
}
