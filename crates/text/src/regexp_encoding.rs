//! Whether Ruby ties a regular expression to an encoding. Puppet prints such a pattern with its options, which have no other use.

/// Returns whether the pattern has a character beyond ASCII, written or escaped, or a property (`\p{Alpha}`).
pub fn has_fixed_encoding(pattern: &str) -> bool {
    if !pattern.is_ascii() {
        return true;
    }
    let mut rest = pattern;
    while let Some((_, after)) = rest.split_once('\\') {
        let mut chars = after.chars();
        let escape = chars.next();
        let digits = chars.as_str();
        let is_fixed = match escape {
            Some('p' | 'P') => true,
            Some('x') => number(digits, 2, 16) > 0x7F,
            Some('u') => unicode(digits) > 0x7F,
            Some('0'..='7') => number(after, 3, 8) > 0x7F,
            _ => false,
        };
        if is_fixed {
            return true;
        }
        rest = digits;
    }
    false
}

/// Returns the code of `\u00e9` or the greatest one of `\u{61 e9}`.
fn unicode(digits: &str) -> u32 {
    match digits.strip_prefix('{').and_then(|list| list.split_once('}')) {
        Some((list, _)) => list.split_whitespace().map(|code| number(code, 6, 16)).max().unwrap_or(0),
        None => number(digits, 4, 16),
    }
}

/// Returns the number that up to `most` digits form.
fn number(digits: &str, most: usize, radix: u32) -> u32 {
    let values = digits.chars().take(most).map_while(|c| c.to_digit(radix));
    values.fold(0, |number, digit| number * radix + digit)
}
