//! Lookup keys: a name and a path of segments into its value. `a.b.0`, `a."b.c"`, `mod::name.part`.

use pprepl_text::IssueCode;
use puppet_eval::{EvalResult, Flow};
use puppet_pcore::Value;

use super::error::data_error;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    /// The key as written.
    pub(super) text: String,
    /// The name to search the data for.
    pub(super) root: String,
    /// The path into the value found.
    pub(super) segments: Vec<Segment>,
}

/// A step into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    /// A key of a hash.
    Name(String),
    /// An index of an array, or an integer key of a hash.
    Index(i64),
}

impl Segment {
    /// Returns the segment as a hash key.
    pub(super) fn value(&self) -> Value {
        match self {
            Segment::Name(name) => Value::str(name.as_str()),
            Segment::Index(index) => Value::Int(*index),
        }
    }

    /// Formats the segment for display.
    pub(super) fn text(&self) -> String {
        match self {
            Segment::Name(name) => name.clone(),
            Segment::Index(index) => index.to_string(),
        }
    }
}

impl Key {
    /// Parses a key; `None` when it is invalid.
    pub(super) fn parse(text: &str) -> Option<Key> {
        if !text.contains(['\'', '"', '.']) {
            return Some(Key { text: text.to_owned(), root: text.to_owned(), segments: Vec::new() });
        }
        let mut segments = split(text)?;
        // A number is not a name of data.
        let Segment::Name(root) = segments.remove(0) else { return None };
        Some(Key { text: text.to_owned(), root, segments })
    }

    /// Returns the name under which data contain their own rules.
    pub(super) fn lookup_options() -> Key {
        Key { text: OPTIONS.to_owned(), root: OPTIONS.to_owned(), segments: Vec::new() }
    }

    /// Returns the module that the name begins with.
    pub(super) fn module(&self) -> Option<String> {
        self.root.find("::").filter(|at| *at > 0).map(|at| self.root[..at].to_owned())
    }
}

/// The key of the rules.
pub(super) const OPTIONS: &str = "lookup_options";

/// Splits a dotted key into at least one segment. Surrounding spaces are ignored, and dots in quotes do not separate.
fn split(text: &str) -> Option<Vec<Segment>> {
    let mut segments = Vec::new();
    let mut rest = text;
    loop {
        let (raw, after) = token(rest)?;
        segments.push(segment(raw.trim()));
        if after.is_empty() {
            return Some(segments);
        }
        rest = after.strip_prefix('.')?;
    }
}

/// Splits at the next dot outside quotes.
fn token(text: &str) -> Option<(&str, &str)> {
    let start = text.trim_start();
    for quote in ['"', '\''] {
        if let Some(inner) = start.strip_prefix(quote) {
            let end = inner.find(quote).filter(|end| *end > 0)?;
            let after = inner.get(end + 1..)?;
            let blanks = after.len() - after.trim_start().len();
            let length = text.len() - after.len() + blanks;
            return Some(text.split_at(length));
        }
    }
    let end = text.find(['\'', '"', '.']).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

fn segment(raw: &str) -> Segment {
    let quoted = |quote: char| raw.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    if let Some(name) = quoted('"').or_else(|| quoted('\'')) {
        return Segment::Name(name.to_owned());
    }
    raw.parse().map_or_else(|_| Segment::Name(raw.to_owned()), Segment::Index)
}

/// Returns whether a key concerns the rules of the data, which no search finds.
pub(super) fn is_reserved(text: &str) -> bool {
    text == OPTIONS || text.strip_prefix(OPTIONS).is_some_and(|rest| rest.starts_with('.'))
}

/// Fails if the string is not a key that a search can have.
pub(super) fn check(text: &str) -> EvalResult<()> {
    if is_reserved(text) || Key::parse(text).is_some() { Ok(()) } else { Err(invalid_key(text)) }
}

/// Returns the error of a key that cannot be parsed.
pub(super) fn invalid_key(text: &str) -> Box<Flow> {
    let help = "a dotted key begins with a name, and has a name or a number after each dot";
    data_error(IssueCode::HieraData, format!("'{text}' is not a valid key"), help)
}
