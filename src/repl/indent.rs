//! Indentation of a new line, and of a line that a bracket closes.

use crate::syntax::{LexOptions, OpenEnd, lex};
use crate::tree::{Document, INDENT, indent_for_new_line};

/// The blanks of a line that Enter starts at byte `pos` of `text`: none in strings and heredocs, where blanks count and
/// an indented text may come from a paste.
pub fn next_line(text: &str, pos: usize) -> String {
    if continues_text(text.get(..pos).unwrap_or("")) {
        return String::new();
    }
    " ".repeat(indent_for_new_line(&Document::new(text), pos))
}

/// Is the next line one of a string, a heredoc or a comment?
fn continues_text(before: &str) -> bool {
    let lexed = lex(&format!("{before}\n"), LexOptions::default());
    lexed.unfinished.is_some_and(|open| !matches!(open.what, OpenEnd::Bracket | OpenEnd::TemplateTag))
}

/// How many blanks before the cursor a closing bracket takes away: one level, when only blanks stand there.
pub fn closing(before: &str) -> usize {
    let line = before.rsplit('\n').next().unwrap_or("");
    let first = before.len() == line.len();
    let blank = !line.is_empty() && line.chars().all(|c| c == ' ');
    if blank && !first { line.len().min(INDENT) } else { 0 }
}
