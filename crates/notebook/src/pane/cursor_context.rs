//! The context of the cursor: the source of a cell, the offset in it, and the lexer options.

use pprepl_text::Span;
use puppet_syntax::{LexOptions, Token};

/// A position in a source.
#[derive(Clone, Copy, Debug)]
pub struct CursorContext<'t> {
    /// The cell's source.
    pub text: &'t str,
    /// The cursor's byte offset.
    pub offset: usize,
    /// The lexer options: code or template.
    pub options: LexOptions,
    /// The session's name of the source.
    pub source: &'t str,
}

impl<'t> CursorContext<'t> {
    /// Creates a position in Puppet code.
    pub fn new(text: &'t str, offset: usize) -> CursorContext<'t> {
        CursorContext { text, offset, options: LexOptions::default(), source: "cell" }
    }

    /// Creates a position in a template.
    pub fn template(text: &'t str, offset: usize) -> CursorContext<'t> {
        CursorContext {
            options: LexOptions { template: true, ..LexOptions::default() },
            ..CursorContext::new(text, offset)
        }
    }

    /// Sets the session's name of the source.
    pub fn named(self, source: &'t str) -> CursorContext<'t> {
        CursorContext { source, ..self }
    }

    /// Returns the offset, clamped to the source.
    pub(super) fn at(&self) -> u32 {
        self.offset.min(self.text.len()) as u32
    }

    /// Returns whether the cursor is in the span, or directly after it.
    pub(super) fn is_in(&self, span: Span) -> bool {
        span.start <= self.at() && self.at() <= span.end
    }

    /// Returns the distance to the span in bytes.
    pub(super) fn distance(&self, span: Span) -> u32 {
        span.start.saturating_sub(self.at()).max(self.at().saturating_sub(span.end))
    }

    /// Returns the line number of an offset, from 1.
    pub(super) fn line_of(&self, offset: u32) -> usize {
        let before = self.text.as_bytes().get(..offset as usize).unwrap_or(self.text.as_bytes());
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    /// Returns the index of the token under the cursor, else of the one before it, else of the first.
    pub(super) fn token(&self, tokens: &[Token]) -> Option<usize> {
        let at = self.at();
        // The tokens of a heredoc body follow its opener, so spans are not in order.
        let starts = |token: &Token| token.span.start <= at && at < token.span.end;
        let shortest = |found: &dyn Fn(&Token) -> bool| {
            let found = tokens.iter().enumerate().filter(|(_, token)| found(token));
            found.min_by_key(|(_, token)| token.span.len()).map(|(index, _)| index)
        };
        let before = |(_, token): &(usize, &Token)| token.span.end <= at && !token.span.is_empty();
        shortest(&starts)
            .or_else(|| shortest(&|token| token.span.end == at && !token.span.is_empty()))
            .or_else(|| {
                tokens.iter().enumerate().filter(before).max_by_key(|(_, token)| token.span.end).map(|(at, _)| at)
            })
            .or((!tokens.is_empty()).then_some(0))
    }
}
