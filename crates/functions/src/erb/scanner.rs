//! A template's text cut into what is printed as it stands, code, and code whose value is printed. `<%-` takes the spaces
//! before it away, `-%>` the line end after it; `<%%` and, within a tag, `%%>` stand
//! for the tags themselves.

/// A part of a template.
#[derive(Debug)]
pub(super) struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Its text, without the tags.
    pub text: String,
    /// The line that it starts in, from 1.
    pub line: usize,
}

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Printed as it stands.
    Text,
    /// Run.
    Code,
    /// Run, and its value printed.
    Output,
}

/// The parts of a template.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut all = Vec::new();
    let (mut rest, mut line, mut literal, mut literal_line) = (text, 1, String::new(), 1);
    while let Some(at) = rest.find("<%") {
        literal.push_str(&rest[..at]);
        line += lines(&rest[..at]);
        rest = &rest[at + 2..];
        if let Some(after) = rest.strip_prefix('%') {
            literal.push_str("<%");
            rest = after;
            continue;
        }
        let (kind, start) = match rest.as_bytes().first() {
            Some(b'=') => (Some(Kind::Output), 1),
            Some(b'#') => (None, 1),
            Some(b'-') => (Some(Kind::Code), 1),
            _ => (Some(Kind::Code), 0),
        };
        if rest.starts_with('-') {
            let kept = literal.trim_end_matches([' ', '\t']).len();
            if kept == 0 && literal_line == 1 && all.is_empty()
                || literal[..kept].ends_with('\n')
                || kept == 0 && after_line_end(&all)
            {
                literal.truncate(kept);
            }
        }
        let end = tag_end(rest);
        let inner = &rest[start.min(end)..end];
        if !literal.is_empty() {
            all.push(Piece { kind: Kind::Text, text: std::mem::take(&mut literal), line: literal_line });
        }
        let (inner, trims) = match inner.strip_suffix('-') {
            Some(cut) => (cut, true),
            None => (inner, false),
        };
        if let Some(kind) = kind {
            all.push(Piece { kind, text: inner.replace("%%>", "%>"), line });
        }
        line += lines(&rest[..end]);
        rest = rest.get(end + 2..).unwrap_or_default();
        if trims && let Some(after) = rest.strip_prefix('\n').or_else(|| rest.strip_prefix("\r\n")) {
            rest = after;
            line += 1;
            all.push(Piece { kind: Kind::Text, text: String::new(), line });
        }
        literal_line = line;
    }
    literal.push_str(rest);
    if !literal.is_empty() {
        all.push(Piece { kind: Kind::Text, text: literal, line: literal_line });
    }
    all
}

/// Returns whether the output sos far end a line (where a tag took the line end away, an empty text says so).
fn after_line_end(all: &[Piece]) -> bool {
    all.last().is_some_and(|piece| piece.kind == Kind::Text && (piece.text.is_empty() || piece.text.ends_with('\n')))
}

/// Where the tag's `%>` stands.
fn tag_end(text: &str) -> usize {
    let mut from = 0;
    while let Some(at) = text[from..].find("%>") {
        let at = from + at;
        if !text[..at].ends_with('%') {
            return at;
        }
        from = at + 2;
    }
    text.len()
}

fn lines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}
