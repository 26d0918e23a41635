//! Indentation of a new line, and of a line that a bracket closes.

use crate::tree::{Document, INDENT, indent_for_new_line};

/// The blanks of a line that Enter starts at byte `pos` of `text`.
pub fn next_line(text: &str, pos: usize) -> String {
    " ".repeat(indent_for_new_line(&Document::new(text), pos))
}

/// How many blanks before the cursor a closing bracket takes away: one level, when only blanks stand there.
pub fn closing(before: &str) -> usize {
    let line = before.rsplit('\n').next().unwrap_or("");
    let first = before.len() == line.len();
    let blank = !line.is_empty() && line.chars().all(|c| c == ' ');
    if blank && !first { line.len().min(INDENT) } else { 0 }
}
