//! Finds the context of an offset: code, a string, a comment or a heredoc.

use puppet_syntax::{EndContext, LexOptions, lex_without_repair};

/// Returns the context at the end of `before`, the source up to the offset.
pub fn place(before: &str) -> EndContext {
    lex_without_repair(before, LexOptions::default()).end_context()
}
