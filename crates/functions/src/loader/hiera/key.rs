//! Keys: a name and a path of segments into its value. `a.b.0`, `a."b.c"`, `mod::name.part`.

use puppet_pcore::Value;

/// A key taken apart.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    /// As it was written.
    pub(super) text: String,
    /// What the data are searched for.
    pub(super) root: String,
    /// The way into the value found.
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
    /// As a key.
    pub(super) fn value(&self) -> Value {
        match self {
            Segment::Name(name) => Value::str(name.as_str()),
            Segment::Index(index) => Value::Int(*index),
        }
    }

    /// What users read.
    pub(super) fn text(&self) -> String {
        match self {
            Segment::Name(name) => name.clone(),
            Segment::Index(index) => index.to_string(),
        }
    }
}

impl Key {
    /// The key that a text means; `None` when it is not one.
    pub(super) fn parse(text: &str) -> Option<Key> {
        if !text.contains(['\'', '"', '.']) {
            return Some(Key { text: text.to_owned(), root: text.to_owned(), segments: Vec::new() });
        }
        let mut segments = split(text)?;
        let root = segments.remove(0).text();
        Some(Key { text: text.to_owned(), root, segments })
    }

    /// The name that data carry their own rules under.
    pub(super) fn lookup_options() -> Key {
        Key { text: OPTIONS.to_owned(), root: OPTIONS.to_owned(), segments: Vec::new() }
    }

    /// The module that the name begins with.
    pub(super) fn module(&self) -> Option<String> {
        self.root.find("::").filter(|at| *at > 0).map(|at| self.root[..at].to_owned())
    }
}

/// The key of the rules.
pub(super) const OPTIONS: &str = "lookup_options";

/// The segments of a dotted key, at least one; spaces around them do not count, nor do dots in quotes.
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

/// What stands up to the next dot, and the rest.
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
    let digits = raw.strip_prefix(['+', '-']).unwrap_or(raw);
    match raw.parse() {
        Ok(index) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Segment::Index(index),
        _ => Segment::Name(raw.to_owned()),
    }
}
