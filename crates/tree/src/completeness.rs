//! Is an input whole, or does it want more lines?
//!
//! It wants more when it is the beginning of something right: when the first error that the grammar finds is the end of
//! the text. Whether a whole input is right in all else is the parser's matter (`syntax`).

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// What an input is, as far as its end goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Nothing is missing (a space input too).
    Complete,
    /// More lines may make it whole: something is open at its end.
    Incomplete,
    /// There is an error that more lines do not fix.
    Broken,
}

const NONE: u8 = 0;
const AT_END: u8 = 1;
const BEFORE_END: u8 = 2;

/// Returns whether the input is complete.
pub fn completeness(text: &str) -> Completeness {
    match first_error(text) {
        NONE => Completeness::Complete,
        AT_END if ends_in_semicolon(text) => Completeness::Broken,
        AT_END => Completeness::Incomplete,
        _ if has_open_comment(text) || has_open_heredoc_tag(text) || has_open_string(text) => Completeness::Incomplete,
        _ => Completeness::Broken,
    }
}

/// Where the parser first meets something that cannot are there. The parser tells it only in its log, and continues.
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

/// Returns whether a is `/*` never closed, with nothing wrong before it.
fn has_open_comment(text: &str) -> bool {
    let closed = text.rfind("*/").map_or(0, |at| at + 2);
    let comment = text.get(closed..).and_then(|rest| rest.find("/*"));
    comment.and_then(|at| text.get(..closed + at)).is_some_and(|before| first_error(before) != BEFORE_END)
}

/// Is the last `@(` of a heredoc never closed, with nothing wrong before it? Its tag cannot be read before that.
fn has_open_heredoc_tag(text: &str) -> bool {
    let Some((before, tag)) = text.rsplit_once("@(") else { return false };
    !tag.contains(')') && first_error(before) != BEFORE_END
}

/// Returns whether a string is never closed, with nothing wrong before it. Where statements are below it, the grammar
/// ends it on its line, but they may be its text.
fn has_open_string(text: &str) -> bool {
    let ends = ["'", "\"", "}\""];
    text.contains('\n') && ends.iter().any(|end| first_error(&format!("{text}{end}")) != BEFORE_END)
}

/// Is all that follows the last statement a semicolon? It separates statements and ends none.
fn ends_in_semicolon(text: &str) -> bool {
    text.trim_end().strip_suffix(';').is_some_and(|before| first_error(before) == NONE)
}
