//! Completeness of an input: whether it can run, or needs more lines.
//!
//! It needs more lines when it is the start of a valid input: when the first error that the grammar finds is the
//! end of input. Any other check of a complete input is the parser's task (`syntax`).

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// The completeness of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Nothing is missing (also for an input of only spaces).
    Complete,
    /// More lines may complete it: a construct is open at its end.
    Incomplete,
    /// It has an error that more lines do not fix.
    Broken,
}

const NONE: u8 = 0;
const AT_END: u8 = 1;
const BEFORE_END: u8 = 2;

/// Returns the completeness of an input.
pub fn completeness(text: &str) -> Completeness {
    match first_error(text) {
        NONE => Completeness::Complete,
        AT_END if ends_in_semicolon(text) => Completeness::Broken,
        AT_END => Completeness::Incomplete,
        _ if has_open_comment(text) || has_open_heredoc_tag(text) || has_open_string(text) => Completeness::Incomplete,
        _ => Completeness::Broken,
    }
}

/// Returns the offset of the first error of the parser. The parser reports it only in its log, and continues.
fn first_error(text: &str) -> u8 {
    let Some(mut parser) = super::parser() else { return NONE };
    let fault = Arc::new(AtomicU8::new(NONE));
    let seen = Arc::clone(&fault);
    parser.set_logger(Some(Box::new(move |_, message| {
        if let Some(lookahead) = message.strip_prefix("detect_error lookahead:") {
            let place = if lookahead == "end" { AT_END } else { BEFORE_END };
            let _ = seen.compare_exchange(NONE, place, Ordering::Relaxed, Ordering::Relaxed);
        }
    })));
    parser.parse(text, None);
    fault.load(Ordering::Relaxed)
}

/// Returns whether a `/*` is not closed, without an error before it.
fn has_open_comment(text: &str) -> bool {
    let closed = text.rfind("*/").map_or(0, |at| at + 2);
    let comment = text.get(closed..).and_then(|rest| rest.find("/*"));
    comment.and_then(|at| text.get(..closed + at)).is_some_and(|before| first_error(before) != BEFORE_END)
}

/// Returns whether the last `@(` of a heredoc is not closed, without an error before it. Before its end the tag is
/// unknown.
fn has_open_heredoc_tag(text: &str) -> bool {
    let Some((before, tag)) = text.rsplit_once("@(") else { return false };
    !tag.contains(')') && first_error(before) != BEFORE_END
}

/// Returns whether a string is not closed, without an error before it. If statements follow below, the grammar ends
/// the string on its line, but they may be its content.
fn has_open_string(text: &str) -> bool {
    let ends = ["'", "\"", "}\""];
    text.contains('\n') && ends.iter().any(|end| first_error(&format!("{text}{end}")) != BEFORE_END)
}

/// Returns whether only a semicolon follows the last statement. It separates statements and does not end one.
fn ends_in_semicolon(text: &str) -> bool {
    text.trim_end().strip_suffix(';').is_some_and(|before| first_error(before) == NONE)
}
