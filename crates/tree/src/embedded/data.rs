//! Syntax highlighting of JSON and YAML.

use super::scan::{highlight, is_number, quoted_end, run_end};
use crate::Highlight;
use pprepl_text::theme::Role;

/// Highlights JSON: keys, strings, numbers, the three literals, brackets.
pub fn json(text: &str) -> Vec<Highlight> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let (end, capture) = match byte {
            b'"' => {
                let end = quoted_end(bytes, at);
                let after = run_end(bytes, end, |byte| byte.is_ascii_whitespace());
                (end, if bytes.get(after) == Some(&b':') { Role::Property } else { Role::String })
            }
            b'{' | b'}' | b'[' | b']' => (at + 1, Role::PunctuationBracket),
            b',' | b':' => (at + 1, Role::PunctuationDelimiter),
            _ if is_word(byte) => {
                let end = run_end(bytes, at, is_word);
                (end, scalar(text.get(at..end).unwrap_or("")))
            }
            _ => (at + 1, Role::Plain),
        };
        if capture != Role::Plain {
            found.push(highlight(at, end, capture));
        }
        at = end.max(at + 1);
    }
    found
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.' | b'_')
}

/// Returns the capture of an unquoted value.
fn scalar(word: &str) -> Role {
    match word {
        "true" | "false" | "yes" | "no" => Role::Boolean,
        "null" | "~" => Role::ConstantBuiltin,
        word if is_number(word) => Role::Number,
        _ => Role::StringHeredoc,
    }
}

/// Highlights YAML line by line: keys, markers, values, comments.
pub fn yaml(text: &str) -> Vec<Highlight> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        yaml_line(line.trim_end(), at, &mut found);
        at += line.len();
    }
    found
}

fn yaml_line(line: &str, start: usize, found: &mut Vec<Highlight>) {
    let mut push = |from: usize, to: usize, capture| {
        if from < to {
            found.push(highlight(start + from, start + to, capture));
        }
    };
    let mut at = line.len() - line.trim_start().len();
    if matches!(line, "---" | "...") {
        return push(0, line.len(), Role::Label);
    }
    while line.get(at..).is_some_and(|rest| rest.starts_with("- ") || rest == "-") {
        push(at, at + 1, Role::PunctuationDelimiter);
        at += 1;
        at += line.get(at..).map_or(0, |rest| rest.len() - rest.trim_start().len());
    }
    if let Some(end) = key_end(line, at) {
        push(at, end, Role::Property);
        push(end, end + 1, Role::PunctuationDelimiter);
        at = end + 1;
    }
    let rest = line.get(at..).unwrap_or("");
    let (value, comment) = split_comment(rest);
    let own = value.trim();
    let from = at + (value.len() - value.trim_start().len());
    let capture = match own.bytes().next() {
        None => Role::Plain,
        Some(b'"' | b'\'') => Role::String,
        Some(b'&' | b'*' | b'!') => Role::Attribute,
        Some(b'|' | b'>') => Role::PunctuationSpecial,
        Some(b'[' | b']' | b'{' | b'}') => Role::PunctuationBracket,
        Some(_) => scalar(own),
    };
    if capture != Role::Plain {
        push(from, from + own.len(), capture);
    }
    push(line.len() - comment.len(), line.len(), Role::Comment);
}

/// Returns the end of the key that starts at `at`: before a `:` that a space or the end of the line follows.
fn key_end(line: &str, at: usize) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut end = match bytes.get(at)? {
        b'#' | b'[' | b'{' | b'&' | b'*' | b'!' => return None,
        b'"' | b'\'' => quoted_end(bytes, at),
        _ => at,
    };
    loop {
        end = run_end(bytes, end, |byte| byte != b':' && byte != b'#');
        if bytes.get(end) != Some(&b':') {
            return None;
        }
        if bytes.get(end + 1).is_none_or(|byte| *byte == b' ') {
            return Some(end);
        }
        end += 1;
    }
}

/// Splits a value from the comment after it.
fn split_comment(rest: &str) -> (&str, &str) {
    let quoted = rest.trim_start().starts_with(['"', '\'']);
    let start = if quoted { rest.rfind(['"', '\'']).map_or(0, |at| at + 1) } else { 0 };
    let tail = rest.get(start..).unwrap_or("");
    let at = if tail.starts_with('#') { Some(0) } else { tail.find(" #").map(|at| at + 1) };
    rest.split_at(at.map_or(rest.len(), |at| start + at))
}
