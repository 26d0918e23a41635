//! Arguments of legacy functions and Ruby's conversions: arguments without undef and newer kinds, numbers in
//! strings, patterns.

use pprepl_budget as budget;
use puppet_eval::{Call, EvalResult, Flow};
use puppet_pcore::{Regexp, Value, instance};

use super::super::ruby;

/// Returns the arguments as an old-style function receives them.
pub(crate) fn received(call: &mut Call<'_>) -> EvalResult<Vec<Value>> {
    ruby::check_legacy(call)?;
    let args = call.args().iter().map(ruby::legacy).collect();
    budget::poll()?;
    Ok(args)
}

/// Returns the first argument as an old-style function receives it.
pub(crate) fn first(call: &mut Call<'_>) -> EvalResult {
    Ok(received(call)?.into_iter().next().unwrap_or(Value::Undef))
}

/// Returns the value's Ruby class, for messages.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Undef | Value::Unset => "an Undef",
        Value::Bool(_) => "a Boolean",
        Value::Int(_) | Value::Big(_) => "an Integer",
        Value::Float(_) => "a Float",
        Value::Str(_) => "a String",
        Value::Array(_) => "an Array",
        Value::Hash(_) => "a Hash",
        Value::Type(_) => "a Type",
        Value::Sensitive(_) => "a Sensitive",
        _ => "another kind of value",
    }
}

/// Fails for an argument of the wrong kind.
pub(crate) fn wants<T>(call: &Call<'_>, what: &str, given: &Value) -> EvalResult<T> {
    call.fail(format!("`{}` expects {what}, found {}", call.name(), kind(given)))
}

/// Fails unless the n-th argument has the type, whose aliases the modules define.
pub(crate) fn check_argument(call: &mut Call<'_>, at: usize, ty: &str) -> EvalResult<()> {
    let ty = call.parse_type(ty)?;
    match instance(&ty, call.arg(at)) {
        true => Ok(()),
        false => Err(Flow::mismatch(&format!("argument {} of `{}`", at + 1, call.name()), &ty, call.arg(at))),
    }
}

/// Returns whether a Ruby pattern matches.
pub(crate) fn matches(pattern: &str, text: &str) -> EvalResult<bool> {
    Ok(Regexp::new(pattern).is_match(text)?)
}

/// Converts as Ruby's `String#to_i`: the integer at the start, else 0.
pub(crate) fn leading_integer(text: &str) -> i64 {
    let text = text.trim_start();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits: String = digits.chars().take_while(|c| c.is_ascii_digit() || *c == '_').filter(|c| *c != '_').collect();
    sign * digits.parse::<i64>().unwrap_or(0)
}

/// Converts as Ruby's `String#to_f`: the number at the start, else 0.
pub(crate) fn leading_float(text: &str) -> f64 {
    let text = text.trim_start();
    let mut end = 0;
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if matches!(bytes.first(), Some(b'-' | b'+')) {
        end += 1;
    }
    end += digits(end);
    if bytes.get(end) == Some(&b'.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'-' | b'+')));
        let exponent = digits((end + 1 + sign).min(bytes.len()));
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    text.get(..end).and_then(|number| number.parse().ok()).unwrap_or(0.0)
}

/// Converts as Ruby's `to_i`.
pub(crate) fn to_integer(value: &Value) -> i64 {
    match value {
        Value::Int(int) => *int,
        Value::Float(float) => float.get() as i64,
        Value::Str(text) => leading_integer(&text.text),
        _ => 0,
    }
}

/// Converts as Ruby's `Integer(..)`: a whole string that is an integer, with an optional base prefix.
pub(crate) fn integer_argument(text: &str) -> Option<i64> {
    let text = text.trim();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let (base, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', b'o', ..] => (8, &lower[2..]),
        [b'0', _, ..] => (8, &lower[1..]),
        _ => (10, &lower[..]),
    };
    let plain = !digits.starts_with(['_', '+', '-']) && !digits.ends_with('_') && !digits.contains("__");
    let digits: String = digits.chars().filter(|c| *c != '_').collect();
    let number = i64::from_str_radix(&digits, base).ok().filter(|_| plain)?;
    Some(sign * number)
}

/// Converts as Ruby's `Float(..)`: a whole string that is a number.
pub(crate) fn integral_float(text: &str) -> Option<f64> {
    let text = text.trim();
    let letters = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E');
    if let Some(integer) = integer_argument(text).filter(|_| text.contains(['x', 'X'])) {
        return Some(integer as f64);
    }
    let between_digits = |at: usize| {
        let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
        at > 0 && digit(at - 1) && digit(at + 1)
    };
    if !text.match_indices('_').all(|(at, _)| between_digits(at)) {
        return None;
    }
    let text = text.replace('_', "");
    let bad = text.ends_with('.') || text.contains(".e") || text.contains(".E") || !text.chars().all(letters);
    if bad { None } else { text.parse().ok() }
}
