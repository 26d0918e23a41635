//! The text of a regular expression with its options, as Ruby and Puppet write it: `(?i-mx:a)`.

use std::fmt::Write as _;

use pprepl_text::has_fixed_encoding;

use super::super::Regexp;

/// The letters of the options, in Ruby's order.
const LETTERS: [char; 3] = ['m', 'i', 'x'];

/// Which of [`LETTERS`] are on.
type Options = [bool; 3];

/// Returns the pattern as Ruby's `to_s` writes it. A pattern that is one group of options has the options of that group.
pub fn pattern_with_options(source: &str) -> String {
    let (options, pattern) = outer_options(source).unwrap_or(([false; 3], source));
    let letters = |wanted: bool| -> String {
        LETTERS.iter().zip(options).filter(|(_, is_on)| *is_on == wanted).map(|(letter, _)| *letter).collect()
    };
    let off = letters(false);
    let separator = if off.is_empty() { "" } else { "-" };
    format!("(?{}{separator}{off}:{})", letters(true), escaped_pattern(pattern))
}

/// Returns the pattern as Puppet's `%s` writes it: with its options if it has any.
pub fn plain_pattern(source: &str) -> String {
    if has_fixed_encoding(source) { format!("(?-imx:{source})") } else { source.to_owned() }
}

/// Splits a pattern that is one group of options, and further ones in front of it.
fn outer_options(source: &str) -> Option<(Options, &str)> {
    let mut options = [false; 3];
    let mut rest = source;
    loop {
        let Some(group) = rest.strip_prefix("(?").filter(|_| rest.len() >= 4) else {
            return (rest.len() < source.len()).then_some((options, rest));
        };
        let mut behind = set(group, &mut options, true);
        if let Some(negated) = behind.strip_prefix('-') {
            behind = set(negated, &mut options, false);
        }
        match behind.strip_prefix(')') {
            Some(after) => rest = after,
            None => {
                let inner = behind.strip_prefix(':')?.strip_suffix(')')?;
                return Regexp::new(inner).check().is_ok().then_some((options, inner));
            }
        }
    }
}

/// Switches the options of the letters in front, and returns what follows them.
fn set<'a>(text: &'a str, options: &mut Options, value: bool) -> &'a str {
    let behind = text.trim_start_matches(LETTERS);
    for letter in text[..text.len() - behind.len()].chars() {
        if let Some(at) = LETTERS.iter().position(|one| *one == letter) {
            options[at] = value;
        }
    }
    behind
}

/// Formats a regular expression as Puppet does: a pattern that Ruby ties to an encoding has its options.
pub fn regexp_text(source: &str) -> String {
    if has_fixed_encoding(source) {
        return format!("/{}/", pattern_with_options(source));
    }
    inspected_regexp(source)
}

/// Formats a regular expression as Ruby's `inspect` does.
pub fn inspected_regexp(source: &str) -> String {
    format!("/{}/", escaped_pattern(source))
}

/// Escapes the slashes of a pattern, and writes unprintable characters in hexadecimal.
pub fn escaped_pattern(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push(c);
                out.extend(chars.next());
            }
            '/' => out.push_str("\\/"),
            '\t' | '\n' | '\x0b' | '\x0c' | '\r' => out.push(c),
            c if c.is_ascii_control() => {
                let _ = write!(out, "\\x{:02X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}
