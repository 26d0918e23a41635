//! Numeric functions: `abs`, `ceiling`, `floor`, `round`.
//!
//! Three of them still accept strings, with a warning once a session.

use num_bigint::{BigInt, Sign};
use num_traits::FromPrimitive;

use puppet_eval::{Builtin, Call, EvalResult, Level, Signature};
use puppet_pcore::{Int, Value};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "abs",
        &[Signature::new("Numeric $number", "Numeric", abs), Signature::new("String $text", "Numeric", abs_text)],
        "Returns the absolute value of a number.",
    )
    .shows("abs(-7)", "7"),
    Builtin::new(
        "ceiling",
        &[
            Signature::new("Numeric $number", "Integer", ceiling),
            Signature::new("String $text", "Integer", ceiling_text),
        ],
        "Rounds up to an integer.",
    )
    .shows("ceiling(2.1)", "3"),
    Builtin::new(
        "floor",
        &[Signature::new("Numeric $number", "Integer", floor), Signature::new("String $text", "Integer", floor_text)],
        "Rounds down to an integer.",
    )
    .shows("floor(-2.1)", "-3"),
    Builtin::new(
        "round",
        &[Signature::new("Numeric $number", "Integer", round)],
        "Rounds to the nearest integer; halves round away from zero.",
    )
    .shows("round(2.5)", "3"),
];

/// Warns, once a session, that strings should be converted first.
fn warn_of_text(call: &mut Call<'_>, name: &str) {
    if call.host().first_time(&format!("{name} of a String")) {
        call.log(Level::Warning, &format!("{name} of a String is deprecated: convert it to a number first"));
    }
}

fn abs(call: &mut Call<'_>) -> EvalResult {
    Ok(match call.take(0) {
        Value::Float(f) => Value::float(f.get().abs()),
        Value::Int(i) => i.checked_abs().map_or_else(|| Value::from(-BigInt::from(i)), Value::Int),
        Value::Big(big) if big.sign() == Sign::Minus => Value::from(-&*big),
        other => other,
    })
}

fn abs_text(call: &mut Call<'_>) -> EvalResult {
    warn_of_text(call, "abs");
    let text = call.arg(0).as_str().unwrap_or_default();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let all_digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if all_digits(digits)
        && let Ok(big) = digits.parse::<BigInt>()
    {
        return Ok(Value::from(big));
    }
    match digits.split_once('.') {
        Some((whole, fraction)) if all_digits(whole) && all_digits(fraction) => {
            Ok(Value::float(digits.parse().unwrap_or(0.0)))
        }
        _ => call.fail("abs expects a number, found a string without one"),
    }
}

fn ceiling(call: &mut Call<'_>) -> EvalResult {
    float_to_integer(call, f64::ceil)
}

fn floor(call: &mut Call<'_>) -> EvalResult {
    float_to_integer(call, f64::floor)
}

fn ceiling_text(call: &mut Call<'_>) -> EvalResult {
    text_to_integer(call, "ceiling", f64::ceil)
}

fn floor_text(call: &mut Call<'_>) -> EvalResult {
    text_to_integer(call, "floor", f64::floor)
}

fn text_to_integer(call: &mut Call<'_>, name: &str, towards: fn(f64) -> f64) -> EvalResult {
    warn_of_text(call, name);
    match ruby_float(call.arg(0).as_str().unwrap_or_default()) {
        Some(float) => integral_value(call, towards(float)),
        None => call.fail(format!("{name} expects a number, found a string without one")),
    }
}

fn float_to_integer(call: &mut Call<'_>, towards: fn(f64) -> f64) -> EvalResult {
    match call.take(0) {
        Value::Float(f) => integral_value(call, towards(f.get())),
        integer => Ok(integer),
    }
}

/// Rounds as the reference does: it adds 0.5 as a float and truncates, integers included.
fn round(call: &mut Call<'_>) -> EvalResult {
    let number = match call.arg(0) {
        Value::Float(f) => f.get(),
        integer => integer.as_int().unwrap_or(Int::Small(0)).to_f64(),
    };
    let half = if number > 0.0 { 0.5 } else { -0.5 };
    integral_value(call, (number + half).trunc())
}

/// Converts a float without fraction to an integer of any size.
fn integral_value(call: &Call<'_>, float: f64) -> EvalResult {
    if float.abs() < 9.0e18 {
        return Ok(Value::Int(float as i64));
    }
    match BigInt::from_f64(float) {
        Some(big) => Ok(Value::from(big)),
        None => call.fail("this is not a finite number, it has no integer"),
    }
}

/// Parses as Ruby's `Float(string)`: surrounding spaces, `_` between digits, hexadecimal integers.
fn ruby_float(text: &str) -> Option<f64> {
    let text = text.trim();
    let (negative, body) = match text.strip_prefix('-') {
        Some(body) => (true, body),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let inner_blanks = body.starts_with('_') || body.ends_with('_') || body.contains("__");
    if inner_blanks || body.ends_with('.') || body.contains(".e") || body.contains(".E") {
        return None;
    }
    let plain: String = body.chars().filter(|c| *c != '_').collect();
    let value = match plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok()? as f64,
        None if plain.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-')) => {
            plain.parse().ok()?
        }
        None => return None,
    };
    Some(if negative { -value } else { value })
}
