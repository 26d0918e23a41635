//! A manifest as its rules see it: the text, its tokens and the ranges between them.

use pprepl_text::Span;
use puppet_syntax::{LexOptions, Lexed, Token, TokenKind, lex};

/// The source, its tokens and the ranges of its literals.
pub(crate) struct Manifest<'t> {
    pub(crate) text: &'t str,
    pub(crate) lexed: Lexed,
    /// The ranges of strings and heredoc bodies, in order.
    literals: Vec<Span>,
}

impl<'t> Manifest<'t> {
    pub(crate) fn new(text: &'t str) -> Manifest<'t> {
        let lexed = lex(text, LexOptions { multiline_regexp: true, ..LexOptions::default() });
        let mut literals: Vec<Span> =
            lexed.heredocs.iter().map(|one| Span::new(one.body.start, one.end_line.end)).collect();
        let mut open: Option<u32> = None;
        for token in &lexed.tokens {
            match token.kind {
                TokenKind::String | TokenKind::Regexp => literals.push(token.span),
                TokenKind::DqPre => open = open.or(Some(token.span.start)),
                TokenKind::DqPost => literals.extend(open.take().map(|start| Span::new(start, token.span.end))),
                _ => {}
            }
        }
        literals.sort_by_key(|span| span.start);
        Manifest { text, lexed, literals }
    }

    /// Returns the source of a token.
    pub(crate) fn of(&self, token: &Token) -> &'t str {
        token.span.of(self.text)
    }

    /// Returns the tokens outside of heredocs.
    pub(crate) fn tokens(&self) -> &[Token] {
        &self.lexed.tokens
    }

    /// Returns whether a byte is inside of a string, a regular expression or a heredoc.
    pub(crate) fn is_literal(&self, at: u32) -> bool {
        let index = self.literals.partition_point(|span| span.start <= at);
        self.literals.get(..index).is_some_and(|before| before.iter().rev().take(2).any(|span| at < span.end))
    }

    /// Returns whether a token belongs to a heredoc's body.
    pub(crate) fn in_heredoc(&self, token: &Token) -> bool {
        let at = token.span.start;
        self.lexed.heredocs.iter().any(|one| one.body.start <= at && at < one.end_line.end)
    }

    /// Returns the ranges between tokens that are outside of literals: whitespace and comments.
    pub(crate) fn gaps(&self) -> impl Iterator<Item = Span> {
        let mut at = 0;
        let spans = self.lexed.tokens.iter().map(|token| token.span).chain(self.literals.iter().copied());
        let mut spans: Vec<Span> = spans.filter(|span| span.end > span.start).collect();
        spans.sort_by_key(|span| span.start);
        let end = self.text.len() as u32;
        spans.push(Span::new(end, end));
        spans.into_iter().filter_map(move |span| {
            let gap = (span.start > at).then(|| Span::new(at, span.start));
            at = at.max(span.end);
            gap
        })
    }

    /// Returns the byte at which the line of a place starts.
    pub(crate) fn line_start(&self, at: u32) -> usize {
        self.text.get(..at as usize).and_then(|before| before.rfind('\n')).map_or(0, |found| found + 1)
    }

    /// Returns whether two places are on one line.
    pub(crate) fn on_one_line(&self, from: u32, to: u32) -> bool {
        self.text.get(from as usize..to as usize).is_some_and(|between| !between.contains('\n'))
    }
}
