//! Text in comments: prose in the file, and the comment lines of code that look like a mark.
//!
//! A line of prose stands after `# `, an empty one is `#`. A comment that would read as a mark has a backslash before
//! its `%%` in the file; one that has backslashes there gets one more, so that every line can be told.

use super::mark;
use puppet_syntax::{LexOptions, Lexed, TokenKind, lex_without_repair};

/// Reads code. A regular expression ends on its line: whether `/` starts one that runs over lines is known only from
/// what follows, and where a cell ends must not hang on that.
pub(super) fn lexed(code: &str) -> Lexed {
    lex_without_repair(code, LexOptions { multiline_regexp: false, ..LexOptions::PUPPET8 })
}

/// Returns whether the line is (without its end) nothing, or a comment from its first character on.
pub(super) fn is_prose(line: &str) -> bool {
    line.starts_with('#') || line.trim().is_empty()
}

/// Prose in comments, with `\n` as line end, also of the last line.
pub(super) fn commented(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16 + 8);
    if text.is_empty() {
        return out;
    }
    for line in text.split('\n') {
        out.push('#');
        if !line.is_empty() {
            out.push(' ');
            push_escaped(&mut out, line);
        }
        out.push('\n');
    }
    out
}

/// A line of prose, with one backslash more before `%%` where the comment would be, or seem, a mark.
fn push_escaped(out: &mut String, line: &str) {
    if is_marked(line) {
        out.push('\\');
    }
    out.push_str(line);
}

/// Returns whether it is `%%`, after any number of backslashes, and then nothing or a space.
fn is_marked(line: &str) -> bool {
    line.trim_start_matches('\\')
        .strip_prefix("%%")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// The prose of comment lines (`\n` as line end, none at the end).
pub(super) fn uncommented(lines: &str) -> String {
    let mut out = String::with_capacity(lines.len());
    for (number, line) in lines.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let line = line.strip_prefix('#').map_or("", |rest| rest.strip_prefix(' ').unwrap_or(rest));
        let escaped = line.strip_prefix('\\').filter(|rest| is_marked(rest));
        out.push_str(escaped.unwrap_or(line));
    }
    out
}

/// Code as the file has it: comments that look like marks with a backslash.
pub(super) fn guarded(code: &str) -> String {
    rewritten(code, |comment| {
        let at = sign_end(comment);
        let (sign, rest) = comment.split_at_checked(at)?;
        is_marked(rest).then(|| format!("{sign}\\{rest}"))
    })
}

/// Code as it was before [`guarded`].
pub(super) fn unguarded(code: &str) -> String {
    rewritten(code, |comment| {
        let at = sign_end(comment);
        let (sign, rest) = comment.split_at_checked(at)?;
        let rest = rest.strip_prefix('\\').filter(|rest| is_marked(rest))?;
        Some(format!("{sign}{rest}"))
    })
}

/// The length of `# ` or `#`.
fn sign_end(comment: &str) -> usize {
    if comment.starts_with("# ") { 2 } else { 1 }
}

/// `code` with each comment line that starts its line put through `change`, up to what the code leaves open. The code is
/// only read where a line of it might be changed.
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

/// Where lines start that are comments from their first character on, outside of strings, heredocs and `/* */`.
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

/// The ranges that are no spaces and comments, in order of their starts: tokens, and whole strings and heredocs.
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

/// The comment lines between two tokens.
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

/// The first mark in the code, of those that are before `limit`.
pub(super) fn first_mark(code: &str, lexed: &Lexed, limit: usize) -> Option<usize> {
    let line = |at: usize| code.get(at..).and_then(|rest| rest.split('\n').next()).unwrap_or("");
    comment_lines(code, lexed).into_iter().find(|&at| at < limit && mark::is_mark(line(at).trim_end_matches('\r')))
}
