//! A translated piece of a pattern.

use std::fmt::Write as _;

use super::super::Result;

#[derive(Clone)]
pub(super) struct Piece {
    pub text: String,
    /// Whether it never consumes a character.
    pub zero_width: bool,
    /// Whether it can always match the empty string, in any context.
    pub nullable: bool,
    /// The number of characters it consumes, when that is constant.
    pub length: Option<u32>,
    /// Whether it is a capturing group without capturing groups inside.
    pub lone: bool,
    /// Whether it is nothing but a `(?:..)` with alternatives, each of a constant length: a look-behind takes them as its own.
    pub fixed_alternatives: bool,
}

impl Piece {
    /// Returns the translation of an empty pattern.
    pub(super) fn empty() -> Piece {
        Piece {
            text: String::new(),
            zero_width: true,
            nullable: true,
            length: Some(0),
            lone: false,
            fixed_alternatives: false,
        }
    }

    /// Returns a piece that consumes an unknown number of characters.
    pub(super) fn varying(text: String) -> Piece {
        Piece { text, zero_width: false, nullable: false, length: None, lone: false, fixed_alternatives: false }
    }

    /// Appends another piece.
    pub(super) fn append(&mut self, next: &Piece) {
        let is_first = self.text.is_empty();
        self.text.push_str(&next.text);
        self.zero_width &= next.zero_width;
        self.nullable &= next.nullable;
        self.length = self.length.zip(next.length).and_then(|(a, b)| a.checked_add(b));
        self.fixed_alternatives = is_first && next.fixed_alternatives;
    }
}

/// Returns a piece that consumes one character.
pub(super) fn wide(text: impl Into<String>) -> Result<Piece> {
    Ok(Piece { length: Some(1), ..Piece::varying(text.into()) })
}

/// Returns a zero-width piece.
pub(super) fn zero(text: impl Into<String>) -> Result<Piece> {
    Ok(Piece { zero_width: true, length: Some(0), ..Piece::varying(text.into()) })
}

/// Returns the pattern of a literal character.
pub(super) fn literal(c: char) -> String {
    if c.is_ascii_alphanumeric() || !c.is_ascii() || c == ' ' || c == '_' {
        return c.to_string();
    }
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write!(out, "\\x{{{:X}}}", u32::from(c));
    out
}

/// The character set of `\w` and similar shorthands, and of bracket classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charset {
    /// `\w` ASCII, brackets Unicode: the default.
    Default,
    /// `(?a)`: all ASCII.
    Ascii,
    /// `(?u)`: all Unicode.
    Unicode,
}
