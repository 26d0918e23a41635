//! Strings as floats, like Ruby's `Float(text)`: spaces around, underscores between digits, hexadecimal.

use num_traits::ToPrimitive;

/// Parses a float.
pub fn parse(text: &str) -> Option<f64> {
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\x0b');
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let negative = text.starts_with('-');
    let magnitude = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => hexadecimal(hex)?,
        None => decimal(digits)?,
    };
    Some(if negative { -magnitude } else { magnitude })
}

/// Returns the digits without the underscores between them; `None` for other characters.
fn digits_only(text: &str) -> Option<String> {
    let good = !text.is_empty() && !text.starts_with('_') && !text.ends_with('_') && !text.contains("__");
    let plain: String = text.chars().filter(|c| *c != '_').collect();
    (good && plain.bytes().all(|byte| byte.is_ascii_digit())).then_some(plain)
}

fn decimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let mut number = digits_only(whole)?;
    if let Some(fraction) = fraction {
        number.push('.');
        number.push_str(&digits_only(fraction)?);
    }
    if let Some(exponent) = exponent {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        digits_only(unsigned)?;
        number.push('e');
        number.push_str(&exponent.replace('_', ""));
    }
    number.parse().ok()
}

/// Parses `1f` and `1.8p3`.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.find(['p', 'P']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() || !whole.chars().chain(fraction.chars()).all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let digits = num_bigint::BigInt::parse_bytes(format!("{whole}{fraction}").as_bytes(), 16)?.to_f64()?;
    Some(digits * 2f64.powi(exponent.saturating_sub(4 * fraction.len() as i32)))
}
