//! Word boundaries for plain and Emacs keys (letters only) and for vi (punctuation forms words too). All offsets are
//! bytes at character boundaries.

use std::ops::Range;

/// A character class of vi's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A space or a line end.
    Blank,
    Sign,
    /// A letter, a digit or `_`.
    Letter,
}

/// Returns the class of a character. In `big` words all non-space characters have the same class.
pub fn class(c: char, big: bool) -> Class {
    match c {
        c if c.is_whitespace() => Class::Blank,
        _ if big => Class::Letter,
        c if is_letter(c) => Class::Letter,
        _ => Class::Sign,
    }
}

/// Returns whether it is a letter, a digit, `_`, or part of one.
pub fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || matches!(c, '\u{300}'..='\u{36f}' | '\u{200d}')
}

/// Returns the start of the word before `at`.
pub fn left(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or("").trim_end_matches(|c| !is_letter(c));
    before.trim_end_matches(is_letter).len()
}

/// Returns the end of the word after `at`.
pub fn right(text: &str, at: usize) -> usize {
    let behind = text.get(at..).unwrap_or("").trim_start_matches(|c| !is_letter(c));
    text.len() - behind.trim_start_matches(is_letter).len()
}

/// Returns the word at `at`, or the run of other characters there.
pub fn around(text: &str, at: usize, big: bool) -> Range<usize> {
    let (before, behind) = (text.get(..at).unwrap_or(""), text.get(at..).unwrap_or(""));
    let Some(own) = behind.chars().next().map(|c| class(c, big)) else { return at..at };
    let same = |c: char| class(c, big) == own && c != '\n';
    before.trim_end_matches(same).len()..text.len() - behind.trim_start_matches(same).len()
}

/// Returns the start of the next vi word (`w`); an empty line is one.
pub fn next_start(text: &str, at: usize, big: bool) -> usize {
    let mut rest = text.get(at..).unwrap_or("").chars().peekable();
    let Some(own) = rest.peek().map(|&c| class(c, big)) else { return at };
    let mut at = at;
    while let Some(c) = rest.next_if(|&c| own != Class::Blank && class(c, big) == own) {
        at += c.len_utf8();
    }
    let mut line_end = false;
    while let Some(c) = rest.next_if(|&c| class(c, big) == Class::Blank) {
        if c == '\n' && line_end {
            return at;
        }
        line_end = if c == '\n' { true } else { line_end && c == '\r' };
        at += c.len_utf8();
    }
    at
}

/// Returns the start of the previous vi word (`b`).
pub fn previous_start(text: &str, at: usize, big: bool) -> usize {
    let before = text.get(..at).unwrap_or("").trim_end_matches(char::is_whitespace);
    match before.chars().next_back().map(|c| class(c, big)) {
        Some(own) => before.trim_end_matches(|c| class(c, big) == own).len(),
        None => 0,
    }
}

/// Returns the start of the last character of a vi word (`e`), after the character at `at`.
pub fn next_end(text: &str, at: usize, big: bool) -> usize {
    let first = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    let behind = text.get(at + first..).unwrap_or("").trim_start_matches(char::is_whitespace);
    let Some(own) = behind.chars().next().map(|c| class(c, big)) else { return last(text) };
    let end = text.len() - behind.trim_start_matches(|c| class(c, big) == own).len();
    end - text.get(..end).and_then(|word| word.chars().next_back()).map_or(0, char::len_utf8)
}

/// Returns the start of the last character of the previous vi word (`ge`).
pub fn previous_end(text: &str, at: usize, big: bool) -> usize {
    let before = text.get(..at).unwrap_or("");
    let first = text.get(at..).and_then(|rest| rest.chars().next()).map(|c| class(c, big));
    let own = first.filter(|&own| own != Class::Blank);
    let before = match own {
        Some(own) => before.trim_end_matches(|c| class(c, big) == own),
        None => before,
    };
    last(before.trim_end_matches(char::is_whitespace))
}

/// Returns the start of the last character.
fn last(text: &str) -> usize {
    text.len() - text.chars().next_back().map_or(0, char::len_utf8)
}
