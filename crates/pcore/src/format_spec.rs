//! A format of `String.new` and `sprintf`: its letter, flags and widths, as parsed from a directive.

use super::{Result, Ty, ValueError};
use pprepl_text::Topic;

/// One format: `%<flags><width>.<precision><letter>`.
#[derive(Clone, Debug)]
pub(super) struct Format {
    /// The format as written.
    pub text: String,
    pub letter: char,
    /// `#`
    pub alternate: bool,
    /// `-`
    pub left: bool,
    /// `0`
    pub zero: bool,
    /// `' '`
    pub space: bool,
    /// `+`
    pub plus: bool,
    /// One of `[ { ( < |`.
    pub delimiter: Option<char>,
    pub width: Option<usize>,
    pub precision: Option<usize>,
    pub separator: Option<String>,
    pub separator2: Option<String>,
    /// Formats of the elements of a container.
    pub elements: Option<FormatMap>,
}

/// Formats by type, the most specific first.
pub(super) type FormatMap = Vec<(Ty, Format)>;

pub(super) const WIDEST: usize = 1 << 24;

impl Format {
    /// Parses a format.
    pub(super) fn parse(text: &str) -> Result<Format> {
        let bad = || {
            ValueError::new(
                Topic::StringFormat,
                format!("invalid format '{text}': write %<flags><width>.<precision><letter>"),
            )
        };
        let body = text.strip_prefix('%').ok_or_else(bad)?;
        let is_flag = |c: char| c.is_ascii_whitespace() || "[+#0{<(|-".contains(c);
        let flags_end = body.find(|c| !is_flag(c)).unwrap_or(body.len());
        let (flags, rest) = body.split_at(flags_end);
        let (width, rest) = leading_number(rest);
        let (precision, rest) = match rest.strip_prefix('.') {
            Some(rest) => {
                let (precision, rest) = leading_number(rest);
                (Some(precision.ok_or_else(bad)?), rest)
            }
            None => (None, rest),
        };
        let mut letters = rest.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic).ok_or_else(bad)?;
        if letters.next().is_some() || [width, precision].into_iter().flatten().any(|number| number > WIDEST) {
            return Err(bad());
        }
        if flags.char_indices().any(|(at, flag)| flags[..at].contains(flag)) {
            return Err(ValueError::new(Topic::StringFormat, format!("duplicate flag in format '{text}'")));
        }
        let delimiters: Vec<char> = flags.chars().filter(|flag| "[{(<|".contains(*flag)).collect();
        if delimiters.len() > 1 {
            return Err(ValueError::new(
                Topic::StringFormat,
                format!("the format '{text}' has more than one delimiter"),
            ));
        }
        Ok(Format {
            text: text.to_owned(),
            letter,
            alternate: flags.contains('#'),
            left: flags.contains('-'),
            zero: flags.contains('0'),
            space: flags.contains(' '),
            plus: flags.contains('+'),
            delimiter: delimiters.first().copied(),
            width,
            precision,
            separator: None,
            separator2: None,
            elements: None,
        })
    }

    /// Returns a format without flags.
    pub(super) fn plain(letter: char) -> Format {
        Format {
            text: format!("%{letter}"),
            letter,
            alternate: false,
            left: false,
            zero: false,
            space: false,
            plus: false,
            delimiter: None,
            width: None,
            precision: None,
            separator: None,
            separator2: None,
            elements: None,
        }
    }

    /// Returns the delimiters of a container.
    pub(super) fn delimiters(&self, default: (&'static str, &'static str)) -> (&'static str, &'static str) {
        match self.delimiter {
            Some('[') => ("[", "]"),
            Some('{') => ("{", "}"),
            Some('(') => ("(", ")"),
            Some('<') => ("<", ">"),
            Some(_) => ("|", "|"),
            None if self.space => ("", ""),
            None => default,
        }
    }
}

pub(super) fn leading_number(text: &str) -> (Option<usize>, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].parse().ok(), &text[end..])
}
