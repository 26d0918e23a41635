//! Splits a template into literal text, code, and code whose value is printed. `<%-` removes the spaces before it,
//! `-%>` the line end after it. `<%%`, and `%%>` inside a tag, mean literal tags. What follows a tag that nothing closes
//! is text.

/// A part of a template.
#[derive(Debug)]
pub(super) struct Piece {
    pub kind: Kind,
    /// Its source, without the tags.
    pub text: String,
    /// The line where it starts, from 1.
    pub line: usize,
}

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Literal text, printed unchanged.
    Text,
    /// Code that runs.
    Code,
    /// Code whose value is printed.
    Output,
}

/// Splits a template into parts.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut all = Vec::new();
    let (mut rest, mut line, mut literal, mut literal_line) = (text, 1, String::new(), 1);
    // Where the literal continues after `<%%`. Like the end of a tag, it counts as the start of a line.
    let mut start_of_line = 0;
    while let Some(at) = rest.find("<%") {
        literal.push_str(&rest[..at]);
        line += lines(&rest[..at]);
        rest = &rest[at + 2..];
        if let Some(after) = rest.strip_prefix('%') {
            literal.push_str("<%");
            start_of_line = literal.len();
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
            let kept = start_of_line + literal[start_of_line..].trim_end_matches([' ', '\t']).len();
            if kept == start_of_line || literal[..kept].ends_with('\n') {
                literal.truncate(kept);
            }
        }
        let Some(end) = tag_end(rest) else {
            literal.push_str(&rest[start..].replace("%%>", "%>"));
            rest = "";
            break;
        };
        let inner = &rest[start..end];
        if !literal.is_empty() {
            all.push(Piece { kind: Kind::Text, text: std::mem::take(&mut literal), line: literal_line });
        }
        start_of_line = 0;
        let (inner, trims) = match inner.strip_suffix('-') {
            Some(cut) => (cut, true),
            None => (inner, false),
        };
        if let Some(kind) = kind {
            all.push(Piece { kind, text: inner.replace("%%>", "%>"), line });
        }
        line += lines(&rest[..end]);
        rest = &rest[end + 2..];
        if trims && let Some(after) = rest.strip_prefix('\n').or_else(|| rest.strip_prefix("\r\n")) {
            rest = after;
            line += 1;
        }
        literal_line = line;
    }
    literal.push_str(rest);
    if !literal.is_empty() {
        all.push(Piece { kind: Kind::Text, text: literal, line: literal_line });
    }
    all
}

/// Returns the offset of the tag's `%>`.
fn tag_end(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find("%>") {
        let at = from + at;
        if !text[..at].ends_with('%') {
            return Some(at);
        }
        from = at + 2;
    }
    None
}

fn lines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}
