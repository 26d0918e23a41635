//! Patterns in the source of strings: what other languages interpolate, and what follows a variable.

use std::ops::Range;

/// Returns the length of the identifier at the start of `text`: a lowercase letter or `_`, then word characters.
pub(super) fn identifier(text: &str) -> usize {
    let starts = text.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    let length = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    if starts { length } else { 0 }
}

/// Returns the identifier at the start of `text`, and the rest.
fn split_identifier(text: &str) -> Option<(&str, &str)> {
    let length = identifier(text);
    (length > 0).then(|| text.split_at(length))
}

/// An interpolation of another language in a string.
pub(super) struct Foreign<'t> {
    /// Where, in the scanned text.
    pub(super) range: Range<usize>,
    /// The variable that it names.
    pub(super) name: &'t str,
}

/// Returns each `open name close` in the text; spaces around the name are allowed.
pub(super) fn enclosed<'t>(text: &'t str, open: &'static str, close: &'static str) -> Vec<Foreign<'t>> {
    let found = text.match_indices(open).filter_map(|(at, _)| {
        let inside = text.get(at + open.len()..)?;
        let start = inside.trim_start_matches([' ', '@', '$']);
        let (name, rest) = split_identifier(start)?;
        let rest = rest.trim_start_matches(' ');
        rest.starts_with(close).then(|| {
            let end = text.len() - rest.len() + close.len();
            Foreign { range: at..end, name }
        })
    });
    found.collect()
}

/// Returns each `$name` that is a word of its own: at the start of the text or after a space, and not before a sign
/// that occurs in shells and regular expressions.
pub(super) fn plain_variables(text: &str) -> Vec<Foreign<'_>> {
    let found = text.match_indices('$').filter_map(|(at, _)| {
        let (name, rest) = split_identifier(text.get(at + 1..)?)?;
        let before = text.get(..at)?;
        let starts = before.ends_with(' ') || before == "'";
        let ends = rest.starts_with([' ', '\'', '!', ',', '.']);
        // A string that is only a name is an argument of defined() or getvar().
        let is_name = before == "'" && rest == "'";
        (starts && ends && !is_name).then(|| Foreign { range: at..at + 1 + name.len(), name })
    });
    found.collect()
}

/// Returns the length of the `[..]` groups at the start of `text` that can be meant as an index or a key: an
/// integer, a quoted string, a variable or a word.
pub(super) fn indices(text: &str) -> usize {
    let mut length = 0;
    while let Some(end) = text.get(length..).and_then(index) {
        length += end;
    }
    length
}

fn index(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let end = inner.find(']')?;
    let key = inner.get(..end)?;
    is_key(key).then_some(end + 2)
}

fn is_key(key: &str) -> bool {
    let digits = key.strip_prefix('-').unwrap_or(key);
    let quoted = key.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    let escaped = key.strip_prefix("\\\"").and_then(|rest| rest.strip_suffix("\\\""));
    let word = key.strip_prefix('$').unwrap_or(key);
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        || quoted.or(escaped).is_some_and(|key| !key.is_empty() && !key.contains(['\'', '"', '\\']))
        || (!word.is_empty() && identifier(word) == word.len())
}

/// Returns whether the text is one name of a key: a lowercase word.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty() && identifier(text) == text.len()
}
