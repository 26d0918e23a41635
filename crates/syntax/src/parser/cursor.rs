//! The parser's state and its moves over the token vector. It handles tokens and their values, but no grammar.

use rustc_hash::{FxHashSet, FxHasher};
use std::hash::Hasher;
use std::rc::Rc;

use super::expected::{Expected, SyntaxError};
use crate::ast::{Expr, ExprKind, Name};
use crate::{LexOptions, Lexed, Token, TokenKind};
use pprepl_text::{Diagnostic, Span};

/// The failure to parse a statement; [`Parser::fault`] has the cause.
#[derive(Debug)]
pub(super) struct ParseFailed;

/// The result of parsing a construct.
pub(super) type Parse<T> = Result<T, ParseFailed>;

/// The maximum number of diagnostics in one source; the rest of the source is not parsed.
pub(super) const MAX_FINDINGS: usize = 100;

/// The maximum nesting depth. A parenthesis counts 1, a call in a lambda 3, about as much as each uses of the stack.
/// The smallest stack (2 MiB, in the thread of a test) is then enough without optimization. The stack of a browser's worker
/// has 500 KiB, which 200 levels fill.
pub(super) const MAX_DEPTH: u32 = if cfg!(target_family = "wasm") { 150 } else { 500 };

/// The maximum height of the syntax tree; a long chain of operators increases it without nesting.
pub(super) const MAX_HEIGHT: u32 = if cfg!(target_family = "wasm") { 400 } else { 1_000 };

/// The minimum length in bytes of a source that is parsed with the table of names.
const INTERN_FROM: usize = 2_048;

/// The number of slots in the table of names, a power of two.
const NAME_SLOTS: usize = 4_096;

/// A diagnostic with the token at which Puppet stops.
pub(super) struct PendingDiagnostic {
    pub diagnostic: Diagnostic,
    /// The index of the token at which it was noticed.
    pub noticed: usize,
    /// The index of the first token of the statement that contains it.
    pub statement: usize,
    /// The construct that the parser expected; `None` for other errors.
    pub want: Option<Expected>,
}

/// The state of one parse.
pub(super) struct Parser<'s> {
    pub source: &'s str,
    /// The number of lines of its file before it.
    pub lines_before: usize,
    pub lexed: &'s Lexed,
    pub options: LexOptions,
    tokens: &'s [Token],
    /// The index of `token`.
    pub at: usize,
    pub token: Token,
    /// The end of the last token read.
    pub end: u32,
    /// The number of open expressions and blocks.
    pub depth: u32,
    /// The height of the highest tree among those parsed since the last expression began.
    pub height: u32,
    /// The cause of the last failure.
    pub fault: Option<SyntaxError>,
    pub found: Vec<PendingDiagnostic>,
    /// The index of the first token of the current statement.
    pub statement: usize,
    /// A brace at the start of a line that was parsed as the body of a resource whose type is invalid.
    pub line_brace: Option<usize>,
    /// A brace before which a statement ends.
    pub no_body_at: usize,
    /// True if the parser skipped a mistake in the statement.
    pub damaged: bool,
    /// The statements of unclosed blocks, kept for the enclosing list.
    pub salvaged: Vec<Expr>,
    /// The first tokens of statements that failed. None is read again: unclosed braces in one another would double the work
    /// with each.
    pub failed: FxHashSet<usize>,
    /// The indices of the open brackets' tokens, outermost first.
    pub open: Vec<usize>,
    names: Vec<Option<Name>>,
}

impl<'s> Parser<'s> {
    /// Creates a parser before the first token of `lexed`, which always ends with `End`.
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
            failed: FxHashSet::default(),
            open: Vec::new(),
            names: if source.len() < INTERN_FROM { Vec::new() } else { vec![None; NAME_SLOTS] },
        }
    }

    /// Returns the kind of the next token.
    #[inline]
    pub fn kind(&self) -> TokenKind {
        self.token.kind
    }

    /// Returns the token `ahead` places after the next one.
    #[inline]
    pub fn peek(&self, ahead: usize) -> TokenKind {
        self.tokens.get(self.at + ahead).map_or(TokenKind::End, |token| token.kind)
    }

    /// Returns the token at `index`; the last one past the end.
    pub fn token_at(&self, index: usize) -> Token {
        self.tokens.get(index).copied().unwrap_or(self.token)
    }

    /// Returns the number of tokens.
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

    /// Continues at the token `index`.
    pub fn jump(&mut self, index: usize) {
        if let Some(&token) = self.tokens.get(index) {
            self.at = index;
            self.token = token;
            self.end = index.checked_sub(1).map_or(0, |before| self.token_at(before).span.end);
        }
    }

    /// Reads the next token if it has this kind.
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

    /// Reads the bracket that closes the last opened one, or fails.
    #[inline]
    pub fn close(&mut self, kind: TokenKind, want: Expected) -> Parse<Token> {
        let token = self.expect(kind, want)?;
        self.open.pop();
        Ok(token)
    }

    /// Returns the span from `start` to the end of the last token read.
    #[inline]
    pub fn span_from(&self, start: u32) -> Span {
        Span::new(start, self.end)
    }

    /// Enters a nested construct; fails when the nesting is too deep.
    #[inline]
    pub fn enter(&mut self) -> Parse<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { self.too_deep() } else { Ok(()) }
    }

    /// Leaves a nested construct.
    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Adds a node over the parsed trees; fails when the tree is too high.
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

    /// Fails at the next token.
    #[cold]
    pub fn unexpected<T>(&mut self, want: Expected) -> Parse<T> {
        self.fault = Some(SyntaxError::unexpected(self.at, want));
        Err(ParseFailed)
    }

    /// Fails with a specific diagnostic.
    #[cold]
    pub fn fail_with<T>(&mut self, diagnostic: Diagnostic) -> Parse<T> {
        self.fault = Some(SyntaxError::specific_error(self.at, diagnostic));
        Err(ParseFailed)
    }

    /// Fails with a specific diagnostic about tokens already read, before the next token.
    #[cold]
    pub fn fail_after<T>(&mut self, diagnostic: Diagnostic) -> Parse<T> {
        self.fault = Some(SyntaxError::specific_error(self.at.saturating_sub(1), diagnostic));
        Err(ParseFailed)
    }

    /// Returns the source of a token.
    #[inline]
    pub fn slice(&self, token: Token) -> &'s str {
        token.span.of(self.source)
    }

    /// Returns the value of a token that has one.
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

    /// Returns a shared string: in a long source, equal names are one allocation.
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

    /// Creates an expression of one token.
    #[inline]
    pub fn leaf(&self, kind: ExprKind, token: Token) -> Expr {
        Expr { kind, span: token.span, at: token.span.start }
    }

    /// Creates an empty body at the current position.
    pub fn nop(&self) -> Expr {
        Expr { kind: ExprKind::Nop, span: Span::at(self.end), at: self.end }
    }
}

/// Returns whether the token is a lowercase name. The words that Puppet once reserved for applications are names in
/// Puppet 8.
#[inline]
pub(super) fn is_name(kind: TokenKind) -> bool {
    use TokenKind as T;
    matches!(kind, T::Name | T::Application | T::Consumes | T::Produces | T::Site)
}

/// Returns whether the token is a keyword that may be the name of an attribute.
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

/// Returns whether the token is a bar. Only `:tokens` distinguishes the bars that open and close a lambda.
#[inline]
pub(super) fn is_pipe(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::LambdaPipe | TokenKind::Pipe | TokenKind::PipeEnd)
}

/// Returns whether a function may be called as a statement without parentheses.
pub(super) fn is_statement_function(name: &str) -> bool {
    matches!(
        name,
        "require"
            | "realize"
            | "include"
            | "contain"
            | "tag"
            | "debug"
            | "info"
            | "notice"
            | "warning"
            | "err"
            | "fail"
            | "import"
            | "break"
            | "next"
            | "return"
    )
}
