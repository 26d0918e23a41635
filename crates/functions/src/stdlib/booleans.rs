//! Conversions between Booleans, strings and numbers: `str2bool`, `bool2str`, `num2bool` and others; numbers in
//! strings.

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::ruby;
use super::arguments::{first, integral_float, leading_float, matches, received, to_integer, wants};
use super::coercion::truth_of;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "str2bool",
        &[Signature::new("Any $text, Any *$ignored, Optional[Callable] &$block", "Boolean", str2bool)],
        "Converts a string to a Boolean: 1, t, y, true and yes, or 0, f, n, false, no and an empty string.",
    )
    .shows("str2bool('yes')", "true"),
    Builtin::new(
        "bool2str",
        &[
            Signature::new("Any $truth, Optional[Callable] &$block", "String", bool2str),
            Signature::new("Any $truth, Any $true, Any $false, Optional[Callable] &$block", "String", bool2str),
        ],
        "Converts a Boolean to the string 'true' or 'false', or to one of two strings.",
    )
    .shows("bool2str(false, 'on', 'off')", "'off'"),
    Builtin::new(
        "bool2num",
        &[Signature::new("Any $truth, Any *$ignored, Optional[Callable] &$block", "Integer[0, 1]", bool2num)],
        "Converts a Boolean, or a string that means one, to 1 or 0.",
    )
    .shows("bool2num('yes')", "1"),
    Builtin::new(
        "num2bool",
        &[Signature::new("Any $number, Optional[Callable] &$block", "Boolean", num2bool)],
        "Returns whether the number, or the number in a string, is 1 or more.",
    )
    .shows("num2bool('3')", "true"),
    Builtin::new(
        "any2bool",
        &[Signature::new("Any $value, Any *$ignored, Optional[Callable] &$block", "Boolean", any2bool)],
        "Converts any value to a Boolean: numbers above 0, strings as in str2bool, false for undef, true for others.",
    )
    .shows("any2bool(['x'])", "true"),
    Builtin::new(
        "clamp",
        &[Signature::new("Any *$numbers, Optional[Callable] &$block", "Integer", clamp)],
        "Returns the middle one of three numbers: a value clamped to two bounds.",
    )
    .shows("clamp(1, 24, 16)", "16"),
    Builtin::new(
        "convert_base",
        &[Signature::new("Any $number, Any $base, Optional[Callable] &$block", "String", convert_base)],
        "Formats an integer, or an integer in a string, in a base from 2 to 36.",
    )
    .shows("convert_base(254, 16)", "'fe'"),
    Builtin::new(
        "to_bytes",
        &[Signature::new("Any $size, Optional[Callable] &$block", "Numeric", to_bytes)],
        "Converts a size such as '4 kB' to bytes: k, M, G, T, P and E are powers of 1024.",
    )
    .shows("to_bytes('4 kB')", "4096"),
];

fn str2bool(call: &mut Call<'_>) -> EvalResult {
    let value = first(call)?;
    truth(call, &value).map(Value::bool)
}

/// Converts a string to a Boolean; fails for other strings.
fn truth(call: &Call<'_>, value: &Value) -> EvalResult<bool> {
    match value {
        Value::Bool(bit) => Ok(bit.get()),
        Value::Str(text) => match truth_of(&text.text)? {
            Some(truth) => Ok(truth),
            None => call.fail(format!("cannot convert {} to Boolean", ruby::inspected(value))),
        },
        other => wants(call, "a string", other),
    }
}

fn bool2num(call: &mut Call<'_>) -> EvalResult {
    let value = first(call)?;
    truth(call, &value).map(|truth| Value::Int(i64::from(truth)))
}

fn bool2str(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let Some(Value::Bool(truth)) = args.first() else { return wants(call, "a Boolean", call.arg(0)) };
    // A false instead of a string counts as missing.
    let text = |at: usize, default: &str| match args.get(at) {
        None => Ok(Value::str(default)),
        Some(Value::Bool(bit)) if !bit.get() => Ok(Value::str(default)),
        Some(Value::Str(text)) => Ok(Value::Str(text.clone())),
        Some(other) => wants(call, "strings for true and false", other),
    };
    let (yes, no) = (text(1, "true")?, text(2, "false")?);
    Ok(if truth.get() { yes } else { no })
}

fn num2bool(call: &mut Call<'_>) -> EvalResult {
    let value = first(call)?;
    number_truth(call, &value).map(Value::bool)
}

fn number_truth(call: &Call<'_>, value: &Value) -> EvalResult<bool> {
    match value {
        Value::Int(int) => Ok(*int > 0),
        Value::Float(float) => Ok(float.get().trunc() > 0.0),
        Value::Str(text) => match integral_float(&text.text) {
            Some(float) => Ok(float.trunc() > 0.0),
            None => call.fail(format!("{} is not a number", ruby::inspected(value))),
        },
        _ => Ok(false),
    }
}

fn any2bool(call: &mut Call<'_>) -> EvalResult {
    let value = first(call)?;
    let found = match &value {
        Value::Bool(bit) => bit.get(),
        Value::Int(_) | Value::Float(_) => number_truth(call, &value)?,
        Value::Str(text) if integral_float(&text.text).is_some() => number_truth(call, &value)?,
        Value::Str(_) => truth(call, &value)?,
        _ => true,
    };
    Ok(Value::bool(found))
}

fn clamp(call: &mut Call<'_>) -> EvalResult {
    let mut numbers = Vec::new();
    super::coercion::flatten(&received(call)?, &mut numbers)?;
    if numbers.len() != 3 {
        return call.fail(format!("`clamp` expects 3 numbers, found {}", numbers.len()));
    }
    let mut integers = Vec::new();
    for number in &numbers {
        match number {
            Value::Str(text) if !matches(r"^\d+$", &text.text)? => return wants(call, "numbers", number),
            Value::Int(_) | Value::Float(_) | Value::Str(_) => integers.push(to_integer(number)),
            other => return wants(call, "numbers", other),
        }
    }
    integers.sort_unstable();
    Ok(Value::Int(integers[1]))
}

fn convert_base(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let mut numbers = Vec::new();
    for arg in &args {
        match arg {
            Value::Int(int) => numbers.push(*int),
            Value::Str(text) if matches(r"^[0-9]+$", &text.text)? => numbers.push(to_integer(arg)),
            other => return wants(call, "integers, or their decimal digits", other),
        }
    }
    match numbers[..] {
        [number, base @ 2..=36] => Ok(Value::from(digits(number, base as u64))),
        _ => call.fail("a base is from 2 to 36"),
    }
}

fn digits(number: i64, base: u64) -> String {
    let mut rest = number.unsigned_abs();
    let mut out = Vec::new();
    loop {
        out.extend(char::from_digit((rest % base) as u32, base as u32));
        rest /= base;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        out.push('-');
    }
    out.iter().rev().collect()
}

fn to_bytes(call: &mut Call<'_>) -> EvalResult {
    let value = first(call)?;
    let text = match &value {
        Value::Int(_) | Value::Float(_) => return Ok(value),
        Value::Str(text) => text.text.clone(),
        other => return wants(call, "a string or number", other),
    };
    match bytes(&text) {
        Ok(bytes) => Ok(Value::Int(bytes as i64)),
        Err(UnknownUnit(unit)) => call.fail(format!("`{unit}` is not a unit of size; expected k, M, G, T, P and E")),
    }
}

/// A unit of sizes that does not exist.
pub(super) struct UnknownUnit(pub(super) char);

/// Returns the bytes of a size.
pub(super) fn bytes(text: &str) -> Result<f64, UnknownUnit> {
    let number: String =
        text.chars().take_while(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | '+' | '-')).collect();
    let unit = text[number.len()..].trim_start().chars().next().filter(|c| !matches!(c, 'b' | 'B'));
    let power = match unit {
        None => 0,
        Some('k') => 10,
        Some('M') => 20,
        Some('G') => 30,
        Some('T') => 40,
        Some('P') => 50,
        Some('E') => 60,
        Some(other) => return Err(UnknownUnit(other)),
    };
    Ok((leading_float(&number) * (1u64 << power) as f64).trunc())
}
