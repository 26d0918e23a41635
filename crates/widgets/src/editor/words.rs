//! Words: where they start and end, for the keys of plain editors and Emacs (letters only) and for vi (signs are words
//! too). All of it in bytes of the text, in whole characters.

use std::ops::Range;

/// What a character is to vi's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A space or a line end.
    Blank,
    Sign,
    /// A letter, a digit or `_`.
    Letter,
}

/// What a character is; in `big` words all that is no space is one kind.
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

/// Where the word before `at` starts.
pub fn left(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or("").trim_end_matches(|c| !is_letter(c));
    before.trim_end_matches(is_letter).len()
}

/// Where the word after `at` ends.
pub fn right(text: &str, at: usize) -> usize {
    let behind = text.get(at..).unwrap_or("").trim_start_matches(|c| !is_letter(c));
    text.len() - behind.trim_start_matches(is_letter).len()
}

/// The word at `at`, or the run of what else is there.
pub fn around(text: &str, at: usize, big: bool) -> Range<usize> {
    let (before, behind) = (text.get(..at).unwrap_or(""), text.get(at..).unwrap_or(""));
    let Some(own) = behind.chars().next().map(|c| class(c, big)) else { return at..at };
    let same = |c: char| class(c, big) == own && c != '\n';
    before.trim_end_matches(same).len()..text.len() - behind.trim_start_matches(same).len()
}

/// Where the next of vi's words starts (`w`); an empty line is one.
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

/// Where vi's word before starts (`b`).
pub fn previous_start(text: &str, at: usize, big: bool) -> usize {
    let before = text.get(..at).unwrap_or("").trim_end_matches(char::is_whitespace);
    match before.chars().next_back().map(|c| class(c, big)) {
        Some(own) => before.trim_end_matches(|c| class(c, big) == own).len(),
        None => 0,
    }
}

/// Where the last character of vi's word starts (`e`), after the character at `at`.
pub fn next_end(text: &str, at: usize, big: bool) -> usize {
    let first = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    let behind = text.get(at + first..).unwrap_or("").trim_start_matches(char::is_whitespace);
    let Some(own) = behind.chars().next().map(|c| class(c, big)) else { return last(text) };
    let end = text.len() - behind.trim_start_matches(|c| class(c, big) == own).len();
    end - text.get(..end).and_then(|word| word.chars().next_back()).map_or(0, char::len_utf8)
}

/// Where the last character of vi's word before starts (`ge`).
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

/// Where the last character starts.
fn last(text: &str) -> usize {
    text.len() - text.chars().next_back().map_or(0, char::len_utf8)
}
