//! Text in comments: Markdown cells in the file, and comment lines of code that look like a mark.
//!
//! A line of prose follows `# `, an empty line is `#`. An option line `#| ..` is written as it is. A comment that
//! looks like a mark gets a backslash before its `%%` in the file. If it already has backslashes there, it gets one
//! more, so that the encoding is unambiguous.

use super::cell_options::is_option_line;
use super::mark;
use puppet_syntax::{LexOptions, Lexed, TokenKind, lex_without_repair};

/// Lexes code. A regular expression ends on its line: only later code decides whether a `/` starts one that spans
/// lines, and the end of a cell must not depend on that.
pub(super) fn lexed(code: &str) -> Lexed {
    lex_without_repair(code, LexOptions { multiline_regexp: false, ..LexOptions::PUPPET8 })
}

/// Returns whether the line (without its end) is empty, or a comment from its first character on.
pub(super) fn is_prose(line: &str) -> bool {
    line.starts_with('#') || line.trim().is_empty()
}

/// Puts prose into comments, with `\n` as line end, also of the last line.
pub(super) fn commented(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16 + 8);
    if text.is_empty() {
        return out;
    }
    for line in text.split('\n') {
        if is_option_line(line) {
            out.push_str(line);
        } else {
            out.push('#');
            if !line.is_empty() {
                out.push(' ');
                push_escaped(&mut out, line);
            }
        }
        out.push('\n');
    }
    out
}

/// Appends a line of prose, with one more backslash before `%%` where the comment would look like a mark, escaped or
/// not.
fn push_escaped(out: &mut String, line: &str) {
    if is_marked(line) {
        out.push('\\');
    }
    out.push_str(line);
}

/// Returns whether the line is any number of backslashes and `%%`, followed by nothing or a space.
fn is_marked(line: &str) -> bool {
    line.trim_start_matches('\\')
        .strip_prefix("%%")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// Extracts prose from comment lines (`\n` as line end, none at the end).
pub(super) fn uncommented(lines: &str) -> String {
    let mut out = String::with_capacity(lines.len());
    for (number, line) in lines.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        if is_option_line(line) {
            out.push_str(line);
            continue;
        }
        let line = line.strip_prefix('#').map_or("", |rest| rest.strip_prefix(' ').unwrap_or(rest));
        let escaped = line.strip_prefix('\\').filter(|rest| is_marked(rest));
        out.push_str(escaped.unwrap_or(line));
    }
    out
}

/// Encodes code for the file: comments that look like marks get a backslash.
pub(super) fn guarded(code: &str) -> String {
    rewritten(code, |comment| {
        let at = sign_end(comment);
        let (sign, rest) = comment.split_at_checked(at)?;
        is_marked(rest).then(|| format!("{sign}\\{rest}"))
    })
}

/// Reverses [`guarded`].
pub(super) fn unguarded(code: &str) -> String {
    rewritten(code, |comment| {
        let at = sign_end(comment);
        let (sign, rest) = comment.split_at_checked(at)?;
        let rest = rest.strip_prefix('\\').filter(|rest| is_marked(rest))?;
        Some(format!("{sign}{rest}"))
    })
}

/// Returns the length of `# ` or `#`.
fn sign_end(comment: &str) -> usize {
    if comment.starts_with("# ") { 2 } else { 1 }
}

/// Applies `change` to each comment at the start of a line, up to an unclosed construct. It lexes the code only if a
/// line of it may change.
fn rewritten(code: &str, change: impl Fn(&str) -> Option<String>) -> String {
    let might = |line: &str| line.starts_with('#') && change(line).is_some();
    if !code.contains("%%") || !code.split('\n').any(might) {
        return code.to_owned();
    }
    let lexed = lexed(code);
    let limit = lexed.unfinished.map_or(code.len(), |open| open.opener.start as usize);
    let mut out = String::with_capacity(code.len() + 16);
    let mut done = 0;
    for start in comment_lines(code, &lexed).into_iter().filter(|start| *start < limit) {
        let line = code.get(start..).and_then(|rest| rest.split('\n').next()).unwrap_or("");
        if let Some(changed) = change(line) {
            out.push_str(code.get(done..start).unwrap_or(""));
            out.push_str(&changed);
            done = start + line.len();
        }
    }
    out.push_str(code.get(done..).unwrap_or(""));
    out
}

/// Returns the starts of lines that are comments from their first character on, outside strings, heredocs and `/*
/// */`.
pub(super) fn comment_lines(code: &str, lexed: &Lexed) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = 0;
    for (start, end) in solid(lexed) {
        if start > at {
            gap(code, at, start, &mut found);
        }
        at = at.max(end);
    }
    gap(code, at, code.len(), &mut found);
    found
}

/// Returns the ranges other than spaces and comments, by start: tokens, and entire strings and heredocs.
fn solid(lexed: &Lexed) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> =
        lexed.heredocs.iter().map(|doc| (doc.body.start as usize, doc.end_line.end as usize)).collect();
    let mut open = Vec::new();
    for token in &lexed.tokens {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        ranges.push((start, end));
        match token.kind {
            TokenKind::DqPre => open.push(start),
            TokenKind::DqPost => ranges.extend(open.pop().map(|start| (start, end))),
            _ => {}
        }
    }
    ranges.sort_unstable();
    ranges
}

/// Collects the comment lines between two tokens.
fn gap(code: &str, start: usize, end: usize, found: &mut Vec<usize>) {
    let bytes = code.as_bytes();
    let mut at = start;
    while at < end {
        let rest = code.get(at..end).unwrap_or("");
        if rest.starts_with('#') {
            if at == 0 || bytes.get(at - 1) == Some(&b'\n') {
                found.push(at);
            }
            at += rest.find('\n').map_or(rest.len(), |len| len + 1);
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |len| len + 2);
        } else {
            at += rest.find(['#', '/']).unwrap_or(rest.len()).max(1);
        }
    }
}

/// Returns the first mark in the code before `limit`.
pub(super) fn first_mark(code: &str, lexed: &Lexed, limit: usize) -> Option<usize> {
    let line = |at: usize| code.get(at..).and_then(|rest| rest.split('\n').next()).unwrap_or("");
    comment_lines(code, lexed).into_iter().find(|&at| at < limit && mark::is_mark(line(at).trim_end_matches('\r')))
}
