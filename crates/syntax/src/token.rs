//! The tokens of the language, under the names of Puppet's Lexical Structure.

use std::borrow::Cow;
use std::rc::Rc;

use pprepl_text::{Diagnostic, Span};

macro_rules! token_kinds {
    ($($variant:ident $name:literal),+ $(,)?) => {
        /// The kind of a token. `as_str` returns the name that `:tokens` prints.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum TokenKind { $(#[doc = $name] $variant),+ }

        impl TokenKind {
            /// Returns the token's name in Puppet's Lexical Structure, or in Puppet's lexer where that has none.
            pub const fn as_str(self) -> &'static str {
                match self { $(TokenKind::$variant => $name),+ }
            }
        }
    };
}

token_kinds! {
    Name "NAME", Word "WORD", Ref "REF", Variable "VARIABLE", Number "NUMBER", String "STRING", Regexp "REGEXP",
    DqPre "DQPRE", DqMid "DQMID", DqPost "DQPOST", Heredoc "HEREDOC", SubLocate "SUBLOCATE",
    Boolean "BOOLEAN", Undef "UNDEF", Default "DEFAULT",
    And "AND", Or "OR", In "IN", If "IF", Elsif "ELSIF", Else "ELSE", Unless "UNLESS", Case "CASE",
    Class "CLASS", Inherits "INHERITS", Define "DEFINE", Node "NODE", Function "FUNCTION", Type "TYPE",
    Private "PRIVATE", Attr "ATTR", Plan "PLAN", Apply "APPLY",
    Application "APPLICATION", Consumes "CONSUMES", Produces "PRODUCES", Site "SITE",
    ListStart "LISTSTART", LBrack "LBRACK", RBrack "RBRACK",
    SelBrace "SELBRACE", LBrace "LBRACE", RBrace "RBRACE",
    WsLParen "LPAREN", LParen "LPAREN", RParen "RPAREN",
    LambdaPipe "PIPE", Pipe "PIPE", PipeEnd "PIPE_END",
    Equals "EQUALS", PlusEquals "APPENDS", MinusEquals "DELETES",
    IsEqual "ISEQUAL", NotEqual "NOTEQUAL", Match "MATCH", NoMatch "NOMATCH",
    GreaterThan "GREATERTHAN", GreaterEqual "GREATEREQUAL", LessThan "LESSTHAN", LessEqual "LESSEQUAL",
    Not "NOT", QMark "QMARK",
    Plus "PLUS", Minus "MINUS", Times "TIMES", Div "DIV", Modulo "MODULO", LShift "LSHIFT", RShift "RSHIFT",
    FatArrow "FARROW", PlusArrow "PARROW",
    InEdge "IN_EDGE", OutEdge "OUT_EDGE", InEdgeSub "IN_EDGE_SUB", OutEdgeSub "OUT_EDGE_SUB",
    LCollect "LCOLLECT", RCollect "RCOLLECT", LLCollect "LLCOLLECT", RRCollect "RRCOLLECT",
    At "AT", AtAt "ATAT", Amp "OTHER", Tilde "TILDE",
    Comma "COMMA", Semicolon "SEMIC", Colon "COLON", Dot "DOT",
    EppStart "EPPSTART", RenderString "RENDER_STRING", RenderExpr "RENDER_EXPRESSION", EppEnd "EPP_END", EppEndTrim "EPP_END_TRIM",
    Other "OTHER", End "END",
}

impl TokenKind {
    /// Returns the bracket that closes this one.
    pub const fn closing(self) -> Option<TokenKind> {
        match self {
            TokenKind::LBrace | TokenKind::SelBrace => Some(TokenKind::RBrace),
            TokenKind::LBrack | TokenKind::ListStart => Some(TokenKind::RBrack),
            TokenKind::LParen | TokenKind::WsLParen => Some(TokenKind::RParen),
            _ => None,
        }
    }
}

/// A token. [`Lexed::texts`] contains its value if that differs from the source.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The position in the source.
    pub span: Span,
    /// The index into [`Lexed::texts`], or `PLAIN` when the value is a part of the source.
    pub text: u32,
}

impl Token {
    /// The `text` of a token whose value is (a part of) its source.
    pub const PLAIN: u32 = u32::MAX;
}

/// The processing of a heredoc, for the heredoc pane and `:heredoc`.
#[derive(Clone, Debug, PartialEq)]
pub struct HeredocInfo {
    /// The opening tag: the whole `@(...)`.
    pub opener: Span,
    /// The end tag without quotes.
    pub tag: String,
    /// True if the tag is in double quotes: the body interpolates.
    pub interpolates: bool,
    /// The syntax after the colon.
    pub syntax: Option<String>,
    /// The enabled escapes: some of `trnsuL$`.
    pub escapes: String,
    /// The body, from the first line up to the end line (its last line end included).
    pub body: Span,
    /// The end line: margin mark, dash and tag.
    pub end_line: Span,
    /// The whitespace that `|` removes from each line; `None` without `|`.
    pub margin: Option<String>,
    /// True if `-` removes the last line end.
    pub trims: bool,
    /// The body after margin and trimming, before escapes and interpolation.
    pub text: String,
}

/// The first lexical error: Puppet raises it when its parser requests the token of this index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstError {
    /// The index into [`Lexed::tokens`]. Puppet emits strings and heredocs as a whole, so an error in one counts at its
    /// first token.
    pub token: u32,
    /// The index into [`Lexed::diagnostics`].
    pub diagnostic: u32,
}

/// A kind of construct that can be open at the end of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenEnd {
    SingleQuote,
    /// A double-quoted string, or the interpolation in one.
    DoubleQuote,
    /// A heredoc's tag or body.
    Heredoc,
    /// A block comment: `/* */`.
    Comment,
    /// A regular expression (if it may span lines).
    Regexp,
    /// `(`, `[` or `{`.
    Bracket,
    TemplateTag,
}

/// A construct that is open at the end of the source, and its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnclosedConstruct {
    /// The kind of construct.
    pub what: OpenEnd,
    pub opener: Span,
}

/// The construct that a character at the end of a source belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndContext {
    #[default]
    Code,
    /// Code between `${` and `}`, where a plain name is a variable.
    Interpolation,
    /// The text of a double-quoted string, or of a heredoc with interpolation, that starts at this byte.
    Text(usize),
    /// A single-quoted string that starts at this byte.
    Plain(usize),
    /// A comment, a regular expression, the tag or the end line of a heredoc, or the text of one without interpolation.
    Other,
}

impl EndContext {
    /// Returns the context in a source that has this one at an offset.
    pub(super) fn moved(self, offset: usize) -> EndContext {
        match self {
            EndContext::Text(start) => EndContext::Text(start + offset),
            EndContext::Plain(start) => EndContext::Plain(start + offset),
            EndContext::Code | EndContext::Interpolation | EndContext::Other => self,
        }
    }
}

/// The result of lexing a source.
#[derive(Debug, Default)]
pub struct Lexed {
    /// The tokens in the parser's order, the last one `End`.
    pub tokens: Vec<Token>,
    /// The values that differ from the source: unescaped strings, heredoc bodies.
    pub texts: Vec<Rc<str>>,
    /// Errors and warnings (an unknown escape sequence), in the lexer's order.
    pub diagnostics: Vec<Diagnostic>,
    /// The error at which Puppet's lexer fails; a syntax error before that token takes precedence.
    pub first_error: Option<FirstError>,
    /// The construct that is open at the end of the source.
    pub unfinished: Option<UnclosedConstruct>,
    /// The innermost context of the end of the source, if it is not code.
    pub(super) end: Option<EndContext>,
    /// A second pass over a source with an unclosed string, comment or heredoc: the most likely unclosed one ends on
    /// its line. For recovery only: the errors of the first pass are the ones that count.
    pub repaired: Option<Box<Lexed>>,
    /// Every heredoc, in order of its tag.
    pub heredocs: Vec<HeredocInfo>,
    /// The code between the delimiters of each tag of a template, in order.
    pub tags: Vec<Span>,
}

impl Lexed {
    /// Returns the value that Puppet prints for a token: a variable's name, a string's content, a heredoc's syntax.
    /// Empty for tokens without a value.
    pub fn value<'a>(&'a self, token: &Token, source: &'a str) -> &'a str {
        if let Some(text) = self.texts.get(token.text as usize) {
            return text;
        }
        let text = token.span.of(source);
        match token.kind {
            TokenKind::Variable => text.strip_prefix('$').unwrap_or(text),
            TokenKind::String | TokenKind::Regexp => text.get(1..text.len().saturating_sub(1)).unwrap_or(""),
            TokenKind::DqPre => {
                let text = text.strip_prefix('"').unwrap_or(text);
                text.strip_suffix("${").unwrap_or(text)
            }
            TokenKind::DqMid => text.strip_suffix("${").unwrap_or(text),
            TokenKind::DqPost => text.strip_suffix('"').unwrap_or(text),
            TokenKind::SubLocate | TokenKind::EppStart | TokenKind::RenderExpr | TokenKind::End => "",
            _ => text,
        }
    }

    /// Returns the context of the end of the source.
    pub fn end_context(&self) -> EndContext {
        self.end.unwrap_or_default()
    }

    /// Returns the construct open at the end of the source, including brackets: the answer to "does this input
    /// continue?".
    pub fn unfinished(&self) -> Option<UnclosedConstruct> {
        self.unfinished.or_else(|| {
            let mut open: Vec<&Token> = Vec::new();
            for token in &self.tokens {
                if token.kind.closing().is_some() {
                    open.push(token);
                } else if open.last().is_some_and(|opener| opener.kind.closing() == Some(token.kind)) {
                    open.pop();
                }
            }
            open.pop().map(|token| UnclosedConstruct { what: OpenEnd::Bracket, opener: token.span })
        })
    }
}

/// Returns the value that Puppet prints for a token.
pub fn token_value<'a>(token: &Token, lexed: &'a Lexed, source: &'a str) -> Cow<'a, str> {
    Cow::Borrowed(lexed.value(token, source))
}

/// The options of the lexer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LexOptions {
    /// Starts in template mode (EPP).
    pub template: bool,
    /// True if a regular expression may span lines, as in Puppet 8; the language specification does not allow it.
    pub multiline_regexp: bool,
    /// True with the language extensions (`&name`).
    pub additions: bool,
    /// True if `plan` and `apply` are keywords (Puppet's tasks mode).
    pub tasks: bool,
}

impl Default for LexOptions {
    /// Returns the options of edition 8.
    fn default() -> Self {
        LexOptions { template: false, multiline_regexp: false, additions: true, tasks: false }
    }
}

impl LexOptions {
    /// The options of edition `puppet8`, exactly those of Puppet 8.
    pub const PUPPET8: LexOptions =
        LexOptions { template: false, multiline_regexp: true, additions: false, tasks: false };
}
