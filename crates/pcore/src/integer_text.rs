//! Strings as integers, like Ruby's `Integer(text, radix)`: prefixes, a sign, underscores between digits.

use super::{Int, Result, big};

/// Parses an integer; fails where it is too long. Without a radix the prefix (`0x`, `0b`, `0o`, `0`) decides;
/// with a radix, the prefix must agree.
pub fn parse(text: &str, radix: Option<u32>) -> Result<Option<Int>> {
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\x0b');
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (radix, digits) =
        if digits.starts_with('0') { without_prefix(digits, radix) } else { (radix.unwrap_or(10), digits) };
    if let Ok(number) = i128::from_str_radix(digits, radix)
        && digits.starts_with(|c: char| c.is_ascii_alphanumeric())
    {
        return Ok(Some(Int::from(if negative { -number } else { number })));
    }
    if digits.starts_with('_') || digits.ends_with('_') || digits.contains("__") || digits.is_empty() {
        return Ok(None);
    }
    let plain: String = digits.chars().filter(|c| *c != '_').collect();
    if !plain.chars().all(|c| c.is_digit(radix)) {
        return Ok(None);
    }
    let big = big::parse(&plain, radix)?;
    Ok(big.map(|big| Int::from(if negative { -big } else { big })))
}

fn without_prefix(digits: &str, radix: Option<u32>) -> (u32, &str) {
    const PREFIXES: [(&str, u32); 8] =
        [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8), ("0O", 8), ("0d", 10), ("0D", 10)];
    for (prefix, base) in PREFIXES {
        if let Some(rest) = digits.strip_prefix(prefix)
            && radix.is_none_or(|radix| radix == base)
        {
            return (base, rest);
        }
    }
    match radix {
        Some(radix) => (radix, digits),
        None if digits.len() > 1 && digits.starts_with('0') => {
            (8, digits[1..].strip_prefix('_').unwrap_or(&digits[1..]))
        }
        None => (10, digits),
    }
}
