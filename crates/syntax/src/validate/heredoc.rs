//! Checks of a heredoc whose tag names a syntax: JSON, Base64, Puppet or EPP. Other names are not checked.
//!
//! Heredocs without interpolation are checked here, before evaluation. For one with interpolation the evaluator calls
//! [`check_heredoc_syntax`] on the result.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::IgnoredAny;

use crate::ast::{Expr, ExprKind, Heredoc};
use crate::{LexOptions, parse};
use pprepl_text::{Diagnostic, IssueCode, Severity, Span};

use super::{Checker, ValidateOptions, validate};

/// Checks `text` against `syntax` (from the tag: `json` or `data+json`). Returns `None` when it is valid, or when the
/// syntax is unknown. The diagnostic has no position: the caller knows that of the heredoc.
pub fn check_heredoc_syntax(syntax: &str, text: &str, options: &ValidateOptions) -> Option<Diagnostic> {
    error(syntax, text, options, false).map(|fault| fault.diagnostic(None))
}

/// An error in a heredoc's text and its offset in the text.
struct HeredocError {
    code: IssueCode,
    message: String,
    offset: Option<usize>,
}

impl HeredocError {
    fn diagnostic(self, span: Option<Span>) -> Diagnostic {
        let help = match self.code {
            IssueCode::IllegalJson => "make it valid JSON, or remove the syntax from the tag",
            IssueCode::IllegalBase64 => "make it valid Base64, or remove the syntax from the tag",
            IssueCode::IllegalPp => "fix the Puppet code in the heredoc",
            _ => "fix the template in the heredoc",
        };
        Diagnostic::new(Severity::Error, self.code, span, self.message).with_help(help)
    }
}

fn error(syntax: &str, text: &str, options: &ValidateOptions, tasks: bool) -> Option<HeredocError> {
    // The text is the content of a file.
    let as_file = LexOptions { additions: options.additions, tasks, ..LexOptions::PUPPET8 };
    match known(syntax)? {
        Known::Json => json(text),
        Known::Base64 => base64(text),
        Known::Puppet => puppet(text, options, LexOptions { template: false, ..as_file }),
        Known::Epp => puppet(text, options, LexOptions { template: true, ..as_file }),
    }
}

#[derive(Clone, Copy)]
enum Known {
    Json,
    Base64,
    Puppet,
    Epp,
}

/// Returns the rightmost known part of the name: `a+json` is JSON.
fn known(syntax: &str) -> Option<Known> {
    match syntax.rsplit('+').next()? {
        "json" => Some(Known::Json),
        "base64" => Some(Known::Base64),
        "pp" => Some(Known::Puppet),
        "epp" => Some(Known::Epp),
        _ => None,
    }
}

impl Checker<'_> {
    pub(super) fn heredoc_syntax(&mut self, heredoc: &Heredoc) {
        let (Some(syntax), Some(text)) = (&heredoc.syntax, plain_text(&heredoc.text)) else { return };
        if let Some(fault) = error(syntax, text, self.options, self.tasks) {
            let body = trimmed(heredoc.text.span, self.source);
            let place = fault.offset.and_then(|offset| in_body(text, offset, body, self.source));
            self.add(fault.diagnostic(Some(place.unwrap_or(body))), heredoc.text.at);
        }
    }
}

/// Returns the body without the line ends after its text.
fn trimmed(body: Span, source: &str) -> Span {
    let length = body.of(source).trim_end_matches(['\n', '\r']).len() as u32;
    Span::new(body.start, body.start + length)
}

/// Maps an offset of the heredoc's string to the source: on the same line, after the margin. `None` where escapes or
/// joined lines make the two differ.
fn in_body(text: &str, offset: usize, body: Span, source: &str) -> Option<Span> {
    let before = text.get(..offset)?;
    let line = before.matches('\n').count();
    let column = offset - before.rfind('\n').map_or(0, |newline| newline + 1);
    let wanted = text.split('\n').nth(line)?;
    let mut start = body.start as usize;
    for (index, given) in body.of(source).split('\n').enumerate() {
        if index == line {
            let margin = given.trim_end_matches('\r').strip_suffix(wanted.trim_end_matches('\r'))?.len();
            let from = start + margin + column;
            let next = source.get(from..)?.chars().next().filter(|ch| *ch != '\n')?;
            return Some(Span::new(from as u32, (from + next.len_utf8()) as u32));
        }
        start += given.len() + 1;
    }
    None
}

fn plain_text(text: &Expr) -> Option<&str> {
    match &text.kind {
        ExprKind::String(text) => Some(text),
        _ => None,
    }
}

/// Checks `text` as JSON; like Puppet's parser this accepts comments.
fn json(text: &str) -> Option<HeredocError> {
    let error = serde_json::from_str::<IgnoredAny>(text).err()?;
    if text.contains('/') && serde_json::from_str::<IgnoredAny>(&without_comments(text)).is_ok() {
        return None;
    }
    let before: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let (message, offset) = match error.is_eof() {
        true => ("invalid JSON: it ends too early".to_owned(), None),
        false => (
            format!("invalid JSON at line {}, column {}", error.line(), error.column()),
            Some(before + error.column().saturating_sub(1)),
        ),
    };
    Some(HeredocError { code: IssueCode::IllegalJson, message, offset })
}

/// Replaces the `//` and `/* */` comments outside strings by spaces.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        plain.push_str(&rest[..at]);
        let (kept, skipped) = token(&rest[at..]);
        plain.push_str(kept);
        plain.push_str(if kept.is_empty() { " " } else { "" });
        rest = &rest[at + skipped..];
    }
    plain + rest
}

/// Returns the text to keep of the string, comment or slash at the start of `text`, and its whole length.
fn token(text: &str) -> (&str, usize) {
    if let Some(comment) = text.strip_prefix("//") {
        return ("", 2 + comment.find('\n').unwrap_or(comment.len()));
    }
    if let Some(comment) = text.strip_prefix("/*") {
        return ("", comment.find("*/").map_or(text.len(), |end| end + 4));
    }
    if text.starts_with('/') {
        return (&text[..1], 1);
    }
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    let length = end.map_or(text.len(), |end| end + 2);
    (&text[..length], length)
}

/// Checks `text` as strict Base64, after removing spaces and line ends.
fn base64(text: &str) -> Option<HeredocError> {
    let blank = |ch: &char| matches!(ch, '\r' | '\n' | '?' | '\t') || (ch.is_whitespace() && !ch.is_control());
    let packed: String = text.chars().filter(|ch| !blank(ch)).collect();
    STANDARD.decode(&packed).err()?;
    let foreign =
        |&(_, ch): &(usize, char)| !ch.is_ascii_alphanumeric() && !matches!(ch, '+' | '/' | '=') && !blank(&ch);
    let found = text.char_indices().find(foreign);
    let message = match found {
        Some((_, ch)) => format!("invalid Base64: unexpected `{ch}`"),
        None => "invalid Base64: wrong length, or wrong `=` at the end".to_owned(),
    };
    Some(HeredocError { code: IssueCode::IllegalBase64, message, offset: found.map(|(offset, _)| offset) })
}

/// Checks `text` as Puppet or as a template.
fn puppet(text: &str, options: &ValidateOptions, read_as: LexOptions) -> Option<HeredocError> {
    let parsed = parse(text, read_as);
    let mut found = parsed.diagnostics;
    if !found.iter().any(Diagnostic::is_error) {
        found = validate(&parsed.program, text, options);
    }
    let first = found.into_iter().find(Diagnostic::is_error)?;
    let (code, what) =
        if read_as.template { (IssueCode::IllegalEpp, "template") } else { (IssueCode::IllegalPp, "Puppet text") };
    let offset = first.span.map(|span| span.start as usize);
    Some(HeredocError { code, message: format!("invalid {what}: {}", first.message), offset })
}
