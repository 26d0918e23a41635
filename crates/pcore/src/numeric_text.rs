//! Numeric strings: the forms that operators and indexes accept.

use super::{Int, Value};

/// Converts a value to a number. Accepts strings with a sign, decimal, octal (`010`), hexadecimal (`0x1f`)
/// and floating point notation, and surrounding spaces. Times and versions count as numbers.
pub fn to_number(value: &Value) -> Option<Value> {
    match value {
        Value::Int(_) | Value::Float(_) | Value::Big(_) => Some(value.clone()),
        Value::Timespan(_) | Value::Timestamp(_) | Value::SemVer(_) => Some(value.clone()),
        Value::Str(text) => parse_number(text.text.strip_prefix("::").unwrap_or(&text.text)),
        _ => None,
    }
}

/// Returns whether the character may surround a number.
pub(crate) fn is_space(c: char) -> bool {
    c == '\t' || c.is_whitespace() && !matches!(c, '\n' | '\x0b' | '\x0c' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn parse_number(text: &str) -> Option<Value> {
    let text = text.trim_matches(is_space);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = digits.trim_start_matches(is_space);
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return integer(hex, 16, negative);
    }
    let whole = digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (whole, rest) = digits.split_at(whole);
    if whole.is_empty() {
        return None;
    }
    if rest.is_empty() {
        let octal = whole.len() > 1 && whole.starts_with('0');
        return integer(whole, if octal { 8 } else { 10 }, negative);
    }
    float(whole, rest, negative)
}

fn integer(digits: &str, radix: u32, negative: bool) -> Option<Value> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let int = match i64::from_str_radix(digits, radix) {
        Ok(small) => Int::Small(if negative { -small } else { small }),
        Err(_) => {
            let big = super::big::parse(digits, radix).ok()??;
            Int::from(if negative { -big } else { big })
        }
    };
    Some(Value::int(int))
}

/// Parses `rest` as a fraction, an exponent (which may have a minus, but no plus), or both.
fn float(whole: &str, rest: &str, negative: bool) -> Option<Value> {
    if !is_fraction_and_exponent(rest) {
        return None;
    }
    // The reference first parses the part before the point as an integer: in octal when it starts with 0.
    if whole.len() > 1 && whole.starts_with('0') && whole.contains(['8', '9']) {
        return None;
    }
    let is_zero = whole.bytes().all(|digit| digit == b'0');
    if is_zero && zero_with_exponent(rest) {
        return None;
    }
    let float: f64 = format!("{whole}{rest}").parse().ok()?;
    float.is_finite().then_some(Value::float(if negative { -float } else { float }))
}

fn is_fraction_and_exponent(rest: &str) -> bool {
    let (fraction, exponent) = match rest.find(['e', 'E']) {
        Some(at) => (&rest[..at], Some(&rest[at + 1..])),
        None => (rest, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let good_fraction = fraction.is_empty() || fraction.strip_prefix('.').is_some_and(digits);
    good_fraction && exponent.is_none_or(|exponent| digits(exponent.strip_prefix('-').unwrap_or(exponent)))
}

/// Returns whether the text is zero with an exponent (`0e1`, `0.0e5`), which is not a number.
fn zero_with_exponent(rest: &str) -> bool {
    rest.find(['e', 'E']).is_some_and(|at| rest[..at].trim_start_matches('.').bytes().all(|digit| digit == b'0'))
}
