//! Floats in Ruby's format: the shortest digits that parse back to the same float.

use super::decimal::write_integer;

/// Formats a float like Ruby: positional from 0.0001 up to 16 digits, otherwise with an exponent of a sign
/// and two digits.
pub fn float_text(float: f64) -> String {
    let mut out = String::new();
    write_float(float, &mut out);
    out
}

/// Writes a float in Ruby's format.
pub fn write_float(float: f64, out: &mut String) {
    if !write_short(float, out) {
        out.push_str(&any_text(float));
    }
}

/// Writes a float of a few digits, the usual kind, without a search for the shortest ones. A decimal of at
/// most 15 digits that parses to this float is unique, so that the first one found is the answer. Returns
/// `false` for other floats.
fn write_short(float: f64, out: &mut String) -> bool {
    let size = float.abs();
    if !(0.001..1e11).contains(&size) {
        return false;
    }
    for (places, scale) in [(1, 10u32), (2, 100), (3, 1000)] {
        let scaled = size * f64::from(scale);
        if scaled.trunc() == scaled && scaled / f64::from(scale) == size {
            write_decimal(float < 0.0, scaled as i64, places, out);
            return true;
        }
    }
    false
}

/// Writes digits with a point before the last `places` of them; keeps one trailing zero.
fn write_decimal(negative: bool, mut digits: i64, mut places: u32, out: &mut String) {
    while places > 1 && digits % 10 == 0 {
        digits /= 10;
        places -= 1;
    }
    if negative {
        out.push('-');
    }
    let scale = 10i64.pow(places);
    write_integer(digits / scale, out);
    out.push('.');
    let fraction = digits % scale;
    (1..places).filter(|place| fraction < 10i64.pow(*place)).for_each(|_| out.push('0'));
    write_integer(fraction, out);
}

fn any_text(float: f64) -> String {
    if float.is_nan() {
        return "NaN".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let sign = if float.is_sign_negative() { "-" } else { "" };
    let (digits, point) = shortest_digits(float.abs());
    format!("{sign}{}", place_point(&digits, point))
}

/// Returns the shortest digits that parse back, and the position of the point: `0.DIGITS * 10 ** point`.
pub(crate) fn shortest_digits(float: f64) -> (String, i32) {
    if float == 0.0 {
        return ("0".to_owned(), 1);
    }
    let text = format!("{float:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = mantissa.replace('.', "");
    let exponent = exponent.parse::<i32>().unwrap_or(0);
    let digits = even_digits(float, &digits, exponent).unwrap_or(digits);
    (digits, exponent + 1)
}

/// Returns the digits that end in an even digit, where the float is exactly between them and the given odd ones, and both
/// parse back: Ruby takes the even ones.
fn even_digits(float: f64, digits: &str, exponent: i32) -> Option<String> {
    const MIN_DIGITS: usize = 16;
    let last = digits.as_bytes().last()? - b'0';
    if digits.len() < MIN_DIGITS || last.is_multiple_of(2) {
        return None;
    }
    // The digits that follow are a 5 and zeros.
    let exact = format!("{float:.0$e}", digits.len() + 20);
    let exact = exact.split('e').next()?.replace('.', "");
    let (below, behind) = exact.split_at_checked(digits.len())?;
    let is_between = behind.strip_prefix('5').is_some_and(|zeros| zeros.bytes().all(|digit| digit == b'0'));
    let (first, rest) = below.split_at_checked(1)?;
    let parses_back = format!("{first}.{rest}e{exponent}").parse() == Ok(float);
    (is_between && below != digits && parses_back).then(|| below.to_owned())
}

fn place_point(digits: &str, point: i32) -> String {
    let count = digits.len() as i32;
    if 0 < point && point < count {
        let (whole, fraction) = digits.split_at(point as usize);
        format!("{whole}.{fraction}")
    } else if 0 < point && point <= 15 {
        format!("{digits}{}.0", "0".repeat((point - count) as usize))
    } else if -4 < point && point <= 0 {
        format!("0.{}{digits}", "0".repeat(-point as usize))
    } else {
        let (first, rest) = digits.split_at(1);
        let rest = if rest.is_empty() { "0" } else { rest };
        let exponent = point - 1;
        format!("{first}.{rest}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
    }
}
