//! Indentation of a line: two columns for each line with open brackets, two more for a continuation after an
//! operator or under a title, none inside strings and heredocs.
//!
//! It uses the open brackets and the previous line, so that it also works on incomplete source.

use super::{Bracket, Document, Place, Structure};

/// The columns of one level.
pub const INDENT: usize = 2;

/// Returns the indentation of the line that a line end at `offset` would start.
pub fn indent_for_new_line(document: &Document, offset: usize) -> usize {
    let text = document.text();
    let structure = Structure::of(document);
    let before = text.get(..offset).unwrap_or(text);
    let line = current_line(before);
    match structure.place(offset) {
        // The line after the end tag is code again.
        Place::Heredoc if is_before_code(&structure, text, offset) => {}
        Place::Text | Place::Heredoc | Place::Comment => return columns(line),
        Place::Code | Place::Regexp => {}
    }
    let after = text.get(offset..).unwrap_or("").split('\n').next().unwrap_or("").trim_start();
    match structure.open_brackets(offset).last() {
        Some(opener) if starts_with_closer(after, opener) => line_indent_of(text, opener),
        Some(opener) => line_indent_of(text, opener) + INDENT + extra(before, Some(opener)),
        None => extra(before, None),
    }
}

/// Returns whether a line end follows, and code after it.
fn is_before_code(structure: &Structure, text: &str, offset: usize) -> bool {
    let rest = text.get(offset..).unwrap_or_default();
    let length = rest.find('\n').filter(|&at| rest.get(..at).is_some_and(|rest| rest.trim().is_empty()));
    length.is_some_and(|at| structure.place(offset + at + 1) == Place::Code)
}

/// Returns the indentation of the line that starts at `line_start` (the offset of its first byte). A closing
/// bracket at its start aligns with the line of its opener.
pub fn indent_for_line(document: &Document, line_start: usize) -> usize {
    let text = document.text();
    if line_start == 0 {
        return 0;
    }
    let line = text.get(line_start..).unwrap_or("").split('\n').next().unwrap_or("");
    let structure = Structure::of(document);
    if matches!(structure.place(line_start), Place::Text | Place::Heredoc) {
        return columns(line);
    }
    match structure.open_brackets(line_start).last() {
        Some(opener) if starts_with_closer(line.trim_start(), opener) => line_indent_of(text, opener),
        _ => indent_for_new_line(document, line_start - 1),
    }
}

/// Counts the columns of leading spaces.
fn columns(line: &str) -> usize {
    line.chars().take_while(|c| matches!(c, ' ' | '\t')).count()
}

/// Returns the part of `before` after its last line end.
fn current_line(before: &str) -> &str {
    before.rsplit('\n').next().unwrap_or("")
}

fn line_indent_of(text: &str, bracket: &Bracket) -> usize {
    columns(text.get(..bracket.span.start as usize).map_or("", current_line))
}

fn starts_with_closer(line: &str, opener: &Bracket) -> bool {
    line.starts_with(opener.closer)
}

/// Returns one extra level after an operator at the end of a line, and for attributes below a title on its own
/// line.
fn extra(before: &str, opener: Option<&Bracket>) -> usize {
    let line = current_line(before).trim();
    let continues = ["=", "=>", "+>", "+", "-", "*", "/", "==", "!=", "=~", "!~", " and", " or", " in", "?"];
    if !line.ends_with("*/") && continues.iter().any(|operator| line.ends_with(operator)) {
        return INDENT;
    }
    let Some(opener) = opener else { return 0 };
    let inside = before.get(opener.span.end as usize..).unwrap_or("");
    if opener.closer == "}" && is_below_title(inside) { INDENT } else { 0 }
}

/// Returns whether the last part of `inside`, a resource body, is a title on its own line whose attributes
/// continue.
fn is_below_title(inside: &str) -> bool {
    let body = inside.rsplit(';').next().unwrap_or("");
    let mut lines = body.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let own_line = body.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
    own_line && lines.next().is_some_and(|line| line.ends_with(':') && !line.ends_with("::") && !opens_body(line))
}

/// Returns whether a line opens a body of its own, whose title it ends with: `file { '/a':`.
fn opens_body(line: &str) -> bool {
    line.matches('{').count() > line.matches('}').count()
}
