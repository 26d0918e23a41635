//! The tokens and diagnostics that a lexer writes.

use super::token::{EndContext, FirstError, Lexed, OpenEnd, Token, TokenKind, UnclosedConstruct};
use pprepl_text::{Diagnostic, IssueCode, Span};

/// The findings of one pass so far.
pub(super) struct TokenWriter {
    pub(super) lexed: Lexed,
    /// The token that decides whether `/` divides and `{` starts a selector; it is not always the last token (see
    /// `Lexer::string`).
    pub(super) after: TokenKind,
    /// The first token of the outermost open string or heredoc, which Puppet emits as a whole.
    pub(super) pending: Option<u32>,
    /// True if the source is the body of a heredoc.
    pub(super) in_heredoc: bool,
}

impl TokenWriter {
    pub(super) fn new(lexed: Lexed) -> TokenWriter {
        TokenWriter { lexed, after: TokenKind::End, pending: None, in_heredoc: false }
    }

    /// Starts a construct that Puppet emits as a whole; returns whether it is the outermost.
    pub(super) fn begin(&mut self) -> bool {
        let outermost = self.pending.is_none();
        self.pending.get_or_insert(self.lexed.tokens.len() as u32);
        outermost
    }

    /// Ends the construct that [`TokenWriter::begin`] started.
    pub(super) fn end(&mut self, outermost: bool) {
        if outermost {
            self.pending = None;
        }
    }

    /// Adds a token whose value is a part of the source, and records it as the previous token.
    pub(super) fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        self.after = kind;
        self.push_silently(kind, Span::new(start as u32, end as u32), Token::PLAIN);
    }

    /// Adds a token without recording it as the previous token (parts of strings).
    pub(super) fn push_silently(&mut self, kind: TokenKind, span: Span, text: u32) {
        self.lexed.tokens.push(Token { kind, span, text });
    }

    /// Stores a value that differs from the source, and returns its index.
    pub(super) fn keep(&mut self, value: &str) -> u32 {
        self.lexed.texts.push(value.into());
        (self.lexed.texts.len() - 1) as u32
    }

    /// Records an error that Puppet reports at the offset `at`.
    pub(super) fn error(
        &mut self,
        code: IssueCode,
        span: Span,
        at: usize,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        if self.lexed.first_error.is_none() {
            let token = self.pending.unwrap_or(self.lexed.tokens.len() as u32);
            self.lexed.first_error = Some(FirstError { token, diagnostic: self.lexed.diagnostics.len() as u32 });
        }
        let mut diagnostic = Diagnostic::error(code, span, message);
        diagnostic.at = (at as u32 != span.start).then_some(at as u32);
        self.lexed.diagnostics.push(diagnostic);
        let last = self.lexed.diagnostics.len() - 1;
        &mut self.lexed.diagnostics[last]
    }

    /// Records that the source ends inside an open construct.
    pub(super) fn unfinished(&mut self, what: OpenEnd, opener: Span) {
        if !self.in_heredoc {
            self.lexed.unfinished.get_or_insert(UnclosedConstruct { what, opener });
        }
    }

    /// Records the context of the end of the source. The innermost one is recorded first.
    pub(super) fn ends_in(&mut self, context: EndContext) {
        if !self.in_heredoc {
            self.lexed.end.get_or_insert(context);
        }
    }

    /// Stores the text if needed: in a heredoc with a margin, content of several lines differs from the source.
    pub(super) fn plain_or_saved(&mut self, content: &str) -> u32 {
        if self.in_heredoc && content.contains('\n') { self.keep(content) } else { Token::PLAIN }
    }
}
