//! The parser's state and its moves over the token vector. Knows tokens and their texts, no grammar.

use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::rc::Rc;

use super::error::{Expected, SyntaxError};
use crate::ast::{Expr, ExprKind, Name};
use crate::{LexOptions, Lexed, Token, TokenKind};
use pprepl_text::{Diagnostic, Span};

/// A statement could not be parsed; why is in [`Parser::fault`].
#[derive(Debug)]
pub(super) struct ParseFailed;

/// The result of parsing a piece.
pub(super) type Parse<T> = Result<T, ParseFailed>;

/// How deep pieces may nest. A parenthesis is one piece, a call in a lambda three: about as much as each takes of the
/// stack, so that the smallest stack (2 MiB, that of a test's thread) is enough without optimization.
pub(super) const MAX_DEPTH: u32 = 500;

/// How high the syntax tree may grow; a long chain of operators grows it without nesting.
pub(super) const MAX_HEIGHT: u32 = 1_000;

/// Texts shorter than this are read without the table of names.
const INTERN_FROM: usize = 2_048;

/// Slots of the table of names, a power of two.
const NAME_SLOTS: usize = 4_096;

/// A finding with the token at which the reference would have stopped.
pub(super) struct PendingDiagnostic {
    /// What to report.
    pub diagnostic: Diagnostic,
    /// Index of the token at which it was noticed.
    pub noticed: usize,
    /// Index of the first token of the statement in which it is.
    pub statement: usize,
}

/// The state of one parse.
pub(super) struct Parser<'s> {
    pub source: &'s str,
    /// How many lines of its file are before it.
    pub lines_before: usize,
    pub lexed: &'s Lexed,
    pub options: LexOptions,
    tokens: &'s [Token],
    /// The index of `token`.
    pub at: usize,
    /// The token to be read next.
    pub token: Token,
    /// Where the token that was read last ends.
    pub end: u32,
    /// How many expressions and blocks are open.
    pub depth: u32,
    /// The height of the highest tree among what was parsed since the last expression began.
    pub height: u32,
    /// Why the last piece is broken.
    pub fault: Option<SyntaxError>,
    pub found: Vec<PendingDiagnostic>,
    /// The first token of the statement that is read.
    pub statement: usize,
    /// A brace that begins a line and was read as the body of a resource whose type it cannot be.
    pub line_brace: Option<usize>,
    /// A brace before which a statement ends.
    pub no_body_at: usize,
    /// Returns whether a mistake was passed over in it.
    pub damaged: bool,
    /// Statements of blocks that were never closed, kept for the enclosing list.
    pub salvaged: Vec<Expr>,
    /// Indices of the tokens of the brackets that are open, outermost first.
    pub open: Vec<usize>,
    names: Vec<Option<Name>>,
}

impl<'s> Parser<'s> {
    /// A parser before the first token of `lexed`, which always ends with `End`.
    pub fn new(source: &'s str, lexed: &'s Lexed, options: LexOptions) -> Self {
        let end = Token { kind: TokenKind::End, span: Span::at(source.len() as u32), text: Token::PLAIN };
        Parser {
            source,
            lines_before: 0,
            lexed,
            options,
            tokens: &lexed.tokens,
            at: 0,
            token: lexed.tokens.first().copied().unwrap_or(end),
            end: 0,
            depth: 0,
            height: 0,
            fault: None,
            found: Vec::new(),
            statement: 0,
            line_brace: None,
            no_body_at: usize::MAX,
            damaged: false,
            salvaged: Vec::new(),
            open: Vec::new(),
            names: if source.len() < INTERN_FROM { Vec::new() } else { vec![None; NAME_SLOTS] },
        }
    }

    /// The kind of the token to be read next.
    #[inline]
    pub fn kind(&self) -> TokenKind {
        self.token.kind
    }

    /// The token `ahead` places after the one to be read next.
    #[inline]
    pub fn peek(&self, ahead: usize) -> TokenKind {
        self.tokens.get(self.at + ahead).map_or(TokenKind::End, |token| token.kind)
    }

    /// The token at `index`; the last one past the end.
    pub fn token_at(&self, index: usize) -> Token {
        self.tokens.get(index).copied().unwrap_or(self.token)
    }

    /// How many tokens there are.
    pub fn token_count(&self) -> usize {
        self.tokens.len()
    }

    /// Reads a token.
    #[inline]
    pub fn bump(&mut self) -> Token {
        let token = self.token;
        self.end = token.span.end;
        if let Some(&next) = self.tokens.get(self.at + 1) {
            self.at += 1;
            self.token = next;
        }
        token
    }

    /// Goes on at the token `index`.
    pub fn jump(&mut self, index: usize) {
        if let Some(&token) = self.tokens.get(index) {
            self.at = index;
            self.token = token;
            self.end = index.checked_sub(1).map_or(0, |before| self.token_at(before).span.end);
        }
    }

    /// Reads a token of this kind if it is the next one.
    #[inline]
    pub fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.token.kind == kind;
        if found {
            self.bump();
        }
        found
    }

    /// Reads a token of this kind, or fails.
    #[inline]
    pub fn expect(&mut self, kind: TokenKind, want: Expected) -> Parse<Token> {
        if self.token.kind == kind { Ok(self.bump()) } else { self.unexpected(want) }
    }

    /// Reads an opening bracket and remembers it for messages.
    #[inline]
    pub fn open(&mut self) -> Token {
        self.open.push(self.at);
        self.bump()
    }

    /// Reads the bracket that closes the one opened last, or fails.
    #[inline]
    pub fn close(&mut self, kind: TokenKind, want: Expected) -> Parse<Token> {
        let token = self.expect(kind, want)?;
        self.open.pop();
        Ok(token)
    }

    /// The span from `start` to the end of what was read last.
    #[inline]
    pub fn span_from(&self, start: u32) -> Span {
        Span::new(start, self.end)
    }

    /// Begins a nested piece; fails when pieces nest too deep.
    #[inline]
    pub fn enter(&mut self) -> Parse<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { self.too_deep() } else { Ok(()) }
    }

    /// Ends a nested piece.
    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Puts a node over what was parsed; fails when the tree gets too high.
    #[inline]
    pub fn grow(&mut self) -> Parse<()> {
        self.height += 1;
        if self.height > MAX_HEIGHT { self.too_deep() } else { Ok(()) }
    }

    #[cold]
    fn too_deep<T>(&mut self) -> Parse<T> {
        self.fault = Some(SyntaxError::too_deep(self.at));
        Err(ParseFailed)
    }

    /// Fails at the token to be read next.
    #[cold]
    pub fn unexpected<T>(&mut self, want: Expected) -> Parse<T> {
        self.fault = Some(SyntaxError::unexpected(self.at, want));
        Err(ParseFailed)
    }

    /// Fails with a finding of its own.
    #[cold]
    pub fn fail_with<T>(&mut self, diagnostic: Diagnostic) -> Parse<T> {
        self.fault = Some(SyntaxError::specific_error(self.at, diagnostic));
        Err(ParseFailed)
    }

    /// Fails with a finding of its own about what was read, before the next token is looked at.
    #[cold]
    pub fn fail_after<T>(&mut self, diagnostic: Diagnostic) -> Parse<T> {
        self.fault = Some(SyntaxError::specific_error(self.at.saturating_sub(1), diagnostic));
        Err(ParseFailed)
    }

    /// The source text of a token.
    #[inline]
    pub fn slice(&self, token: Token) -> &'s str {
        token.span.of(self.source)
    }

    /// The value of a token that carries one.
    #[inline]
    pub fn text(&mut self, token: Token) -> Name {
        if token.text != Token::PLAIN
            && let Some(text) = self.lexed.texts.get(token.text as usize)
        {
            return text.clone();
        }
        let text = self.lexed.value(&token, self.source);
        self.name(text)
    }

    /// Shared text: in a long source, equal names are one allocation.
    #[inline]
    pub fn name(&mut self, text: &str) -> Name {
        if self.names.is_empty() || text.len() > 40 {
            return Rc::from(text);
        }
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        let hash = hasher.finish();
        let slot = &mut self.names[(hash ^ (hash >> 32)) as usize & (NAME_SLOTS - 1)];
        match slot {
            Some(name) if &**name == text => name.clone(),
            _ => slot.insert(Rc::from(text)).clone(),
        }
    }

    /// An expression of one token.
    #[inline]
    pub fn leaf(&self, kind: ExprKind, token: Token) -> Expr {
        Expr { kind, span: token.span, at: token.span.start }
    }

    /// An empty body at the place that was reached.
    pub fn nop(&self) -> Expr {
        Expr { kind: ExprKind::Nop, span: Span::at(self.end), at: self.end }
    }
}

/// Is it a lower-case name? The words that Puppet once reserved for applications are names in Puppet 8.
#[inline]
pub(super) fn is_name(kind: TokenKind) -> bool {
    use TokenKind as T;
    matches!(kind, T::Name | T::Application | T::Consumes | T::Produces | T::Site)
}

/// Returns whether it is a keyword that may be as the name of an attribute.
pub(super) fn is_keyword(kind: TokenKind) -> bool {
    use TokenKind as T;
    matches!(
        kind,
        T::And
            | T::Case
            | T::Class
            | T::Default
            | T::Define
            | T::Else
            | T::Elsif
            | T::If
            | T::In
            | T::Inherits
            | T::Node
            | T::Or
            | T::Undef
            | T::Unless
            | T::Type
            | T::Attr
            | T::Function
            | T::Private
            | T::Plan
            | T::Apply
    )
}

/// Is it a bar? Where it opens a lambda and where it closes one are told apart for `:tokens` only.
#[inline]
pub(super) fn is_pipe(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::LambdaPipe | TokenKind::Pipe | TokenKind::PipeEnd)
}
