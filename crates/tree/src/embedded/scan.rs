//! Helpers of the scanners of embedded languages.

use crate::Highlight;
use pprepl_text::Span;
use pprepl_text::theme::Role;

/// A highlight of the bytes `start..end`.
pub(super) fn highlight(start: usize, end: usize, capture: Role) -> Highlight {
    Highlight { span: Span::new(start as u32, end as u32), capture }
}

/// Returns the end of the quoted string that starts at `start`; a backslash escapes the next byte. Without a
/// closing quote it ends on its line.
pub(super) fn quoted_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes.get(start).copied();
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            _ if Some(byte) == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Returns the end of the run of `wanted` bytes from `start`.
pub(super) fn run_end(bytes: &[u8], start: usize, wanted: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    start + rest.iter().position(|&byte| !wanted(byte)).unwrap_or(rest.len())
}

pub(super) fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches('-');
    digits.starts_with(|c: char| c.is_ascii_digit()) && (word.parse::<f64>().is_ok() || digits.starts_with("0x"))
}
