//! The tokens of the language under the names of the Lexical Structure seed (004).

use std::borrow::Cow;
use std::rc::Rc;

use pprepl_text::{Diagnostic, Span};

macro_rules! token_kinds {
    ($($variant:ident $name:literal),+ $(,)?) => {
        /// What a token is. `as_str` gives the seed's name, which `:tokens` prints.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum TokenKind { $(#[doc = $name] $variant),+ }

        impl TokenKind {
            /// The token's name in the seed (and in Puppet's lexer where the seed is silent).
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
    /// The bracket that closes this one.
    pub const fn closing(self) -> Option<TokenKind> {
        match self {
            TokenKind::LBrace | TokenKind::SelBrace => Some(TokenKind::RBrace),
            TokenKind::LBrack | TokenKind::ListStart => Some(TokenKind::RBrack),
            TokenKind::LParen | TokenKind::WsLParen => Some(TokenKind::RParen),
            _ => None,
        }
    }
}

/// One token. Its text, where it is not the source text itself, is in [`Lexed::texts`].
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
    /// Index into [`Lexed::texts`], or `PLAIN` when the value is read off the source.
    pub text: u32,
}

impl Token {
    /// The `text` of a token whose value is (a part of) its source text.
    pub const PLAIN: u32 = u32::MAX;
}

/// How a heredoc came to be its text: what the heredoc pane and `:heredoc` show.
#[derive(Clone, Debug, PartialEq)]
pub struct HeredocInfo {
    /// The whole `@(...)`.
    pub opener: Span,
    /// The end tag without quotes.
    pub tag: String,
    /// Returns whether the tag was in double quotes: does the text interpolate.
    pub interpolates: bool,
    /// The syntax after the colon.
    pub syntax: Option<String>,
    /// The enabled escapes: some of `trnsuL$`.
    pub escapes: String,
    /// The body, from the first text line up to the end line (its last line end included).
    pub body: Span,
    /// The end line: margin mark, dash and tag.
    pub end_line: Span,
    /// The white space that `|` takes off each line; `None` without `|`.
    pub margin: Option<String>,
    /// Returns whether `-` takes the last line end off.
    pub trims: bool,
    /// The text after margin and trimming, before escapes and interpolation.
    pub text: String,
}

/// The first lexical error: Puppet raises it when its parser asks for the token of this index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstError {
    /// Index into [`Lexed::tokens`]. Strings and heredocs are delivered as a whole, so an error in one counts at its
    /// first token.
    pub token: u32,
    /// Index into [`Lexed::diagnostics`].
    pub diagnostic: u32,
}

/// What can be open at the end of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenEnd {
    SingleQuote,
    /// A double-quoted string, or the interpolation in one.
    DoubleQuote,
    /// A heredoc's opener or text.
    Heredoc,
    /// A `/* */` comment.
    Comment,
    /// A regular expression (when it may run over lines).
    Regexp,
    /// `(`, `[` or `{`.
    Bracket,
    TemplateTag,
}

/// Something that the end of the text found open, and where it opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnclosedConstruct {
    /// What it is.
    pub what: OpenEnd,
    pub opener: Span,
}

/// What the lexer made of a text.
#[derive(Debug, Default)]
pub struct Lexed {
    /// The tokens in the order in which the parser takes them, the last one `End`.
    pub tokens: Vec<Token>,
    /// Values that differ from the source text: unescaped strings, heredoc text.
    pub texts: Vec<Rc<str>>,
    /// Errors and warnings (an unknown escape sequence), in the order in which the lexer met them.
    pub diagnostics: Vec<Diagnostic>,
    /// Where Puppet's lexer would have given up; a syntax error before that token comes first.
    pub first_error: Option<FirstError>,
    /// What was still open when the text ended.
    pub unfinished: Option<UnclosedConstruct>,
    /// A second reading when a string, comment or heredoc has no end: it ends on its line what was most likely left
    /// open. For recovery only: the errors of the first reading are the ones that count.
    pub repaired: Option<Box<Lexed>>,
    /// Every heredoc, in order of its opener.
    pub heredocs: Vec<HeredocInfo>,
    /// In a template the code between the marks of each tag, in order.
    pub tags: Vec<Span>,
}

impl Lexed {
    /// The value that Puppet shows for a token: a variable's name, a string's text, a heredoc's syntax. Empty for
    /// tokens that have none.
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

    /// What is open at the end of the text, brackets included: the answer to "does this input continue?".
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

/// The value that Puppet shows for a token.
pub fn token_value<'a>(token: &Token, lexed: &'a Lexed, source: &'a str) -> Cow<'a, str> {
    Cow::Borrowed(lexed.value(token, source))
}

/// How to read a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LexOptions {
    /// Start in template mode (EPP).
    pub template: bool,
    /// May a regular expression run over a line end? Puppet 8 lets it, the seed (004) does not.
    pub multiline_regexp: bool,
    /// Returns whether the additions are of seed 002 (`&name`) read.
    pub additions: bool,
    /// Are `plan` and `apply` keywords (Puppet's tasks mode)?
    pub tasks: bool,
}

impl Default for LexOptions {
    /// The settings of edition 8.
    fn default() -> Self {
        LexOptions { template: false, multiline_regexp: false, additions: true, tasks: false }
    }
}

impl LexOptions {
    /// The settings of edition `puppet8`: the reference exactly.
    pub const PUPPET8: LexOptions =
        LexOptions { template: false, multiline_regexp: true, additions: false, tasks: false };
}
