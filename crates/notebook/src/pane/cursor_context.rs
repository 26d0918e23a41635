//! Where the cursor is: the text of a cell, the place in it, and how it is read.

use pprepl_text::Span;
use puppet_syntax::{LexOptions, Token};

/// A place in a text.
#[derive(Clone, Copy, Debug)]
pub struct CursorContext<'t> {
    /// The cell's text.
    pub text: &'t str,
    /// The cursor's byte offset.
    pub offset: usize,
    /// How the text is read.
    pub options: LexOptions,
    /// What the session calls the text.
    pub source: &'t str,
}

impl<'t> CursorContext<'t> {
    /// A place in Puppet code.
    pub fn new(text: &'t str, offset: usize) -> CursorContext<'t> {
        CursorContext { text, offset, options: LexOptions::default(), source: "cell" }
    }

    /// A place in a template.
    pub fn template(text: &'t str, offset: usize) -> CursorContext<'t> {
        CursorContext {
            options: LexOptions { template: true, ..LexOptions::default() },
            ..CursorContext::new(text, offset)
        }
    }

    /// The same where the session calls the text so.
    pub fn named(self, source: &'t str) -> CursorContext<'t> {
        CursorContext { source, ..self }
    }

    /// The offset, cut to the text.
    pub(super) fn at(&self) -> u32 {
        self.offset.min(self.text.len()) as u32
    }

    /// Returns whether the cursor is in the range, or right after it.
    pub(super) fn is_in(&self, span: Span) -> bool {
        span.start <= self.at() && self.at() <= span.end
    }

    /// How many bytes the range is away.
    pub(super) fn distance(&self, span: Span) -> u32 {
        span.start.saturating_sub(self.at()).max(self.at().saturating_sub(span.end))
    }

    /// The number of the line of an offset, from 1.
    pub(super) fn line_of(&self, offset: u32) -> usize {
        let before = self.text.as_bytes().get(..offset as usize).unwrap_or(self.text.as_bytes());
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    /// The token under the cursor, else the one before it, else the first.
    pub(super) fn token(&self, tokens: &[Token]) -> Option<usize> {
        let at = self.at();
        // The tokens of a heredoc's text stand where its opener stands: their places are not in order.
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
