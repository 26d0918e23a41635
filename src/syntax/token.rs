//! The tokens of the language under the names of the Lexical Structure seed (004).

use std::rc::Rc;

use crate::text::{Diagnostic, Span};

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
    WsLParen "WSLPAREN", LParen "LPAREN", RParen "RPAREN",
    LambdaPipe "PIPE", Pipe "PIPE", PipeEnd "PIPE_END",
    Equals "EQUALS", PlusEquals "APPENDS", MinusEquals "DELETES",
    IsEqual "ISEQUAL", NotEqual "NOTEQUAL", Match "MATCH", NoMatch "NOMATCH",
    GreaterThan "GREATERTHAN", GreaterEqual "GREATEREQUAL", LessThan "LESSTHAN", LessEqual "LESSEQUAL",
    Not "NOT", QMark "QMARK",
    Plus "PLUS", Minus "MINUS", Times "TIMES", Div "DIV", Modulo "MODULO", LShift "LSHIFT", RShift "RSHIFT",
    FatArrow "FARROW", PlusArrow "PARROW",
    InEdge "IN_EDGE", OutEdge "OUT_EDGE", InEdgeSub "IN_EDGE_SUB", OutEdgeSub "OUT_EDGE_SUB",
    LCollect "LCOLLECT", RCollect "RCOLLECT", LLCollect "LLCOLLECT", RRCollect "RRCOLLECT",
    At "AT", AtAt "ATAT", Amp "AMP", Tilde "TILDE",
    Comma "COMMA", Semicolon "SEMIC", Colon "COLON", Dot "DOT",
    EppStart "EPPSTART", RenderString "RENDER_STRING", RenderExpr "RENDER_EXPRESSION", EppEnd "EPP_END", EppEndTrim "EPP_END_TRIM",
    Other "OTHER", End "END",
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
    /// Was the tag in double quotes: does the text interpolate?
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
    /// Does `-` take the last line end off?
    pub trims: bool,
    /// The text after margin and trimming, before escapes and interpolation.
    pub text: String,
}

/// What the lexer made of a text.
#[derive(Debug, Default)]
pub struct Lexed {
    /// The tokens in the order in which the parser takes them, the last one `End`.
    pub tokens: Vec<Token>,
    /// Values that differ from the source text: unescaped strings, heredoc text.
    pub texts: Vec<Rc<str>>,
    /// Errors and warnings (an unknown escape sequence), in order of place.
    pub diagnostics: Vec<Diagnostic>,
    /// Every heredoc, in order of its opener.
    pub heredocs: Vec<HeredocInfo>,
}

/// How to read a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LexOptions {
    /// Start in template mode (EPP).
    pub template: bool,
    /// May a regular expression run over a line end? Puppet 8 lets it, the seed (004) does not.
    pub multiline_regexp: bool,
    /// Are the additions of seed 002 (`&name`) read?
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
    /// The settings of edition `puppet8`: the reference to the letter.
    pub const PUPPET8: LexOptions =
        LexOptions { template: false, multiline_regexp: true, additions: false, tasks: false };
}
