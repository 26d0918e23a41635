//! Whether code that arrives line by line continues on the next line.

use puppet_syntax::{LexOptions, OpenEnd, TokenKind, UnclosedConstruct, lex_without_repair};

use super::code_completeness::code_is_incomplete;

/// The number of bytes up to which the parser answers for each line: so an error ends a short input on its own line.
const ALWAYS_PARSED: usize = 2048;

/// Code that grows by whole lines.
///
/// To parse all of it again for each line takes long. So while a bracket, string, comment or heredoc is open, longer code
/// is parsed only each time its length has doubled; an error in it is found then. The tokens tell what is open, and only
/// new lines are read for them.
#[derive(Default)]
pub struct GrowingCode {
    /// How the code is read.
    options: LexOptions,
    /// The length of the code that was parsed last.
    parsed: usize,
    /// The length of the lines that were looked at.
    seen: usize,
    /// The length of the lines whose brackets are counted.
    counted: usize,
    open_brackets: usize,
    last: Option<TokenKind>,
    /// The string that a line must contain to end the open string, comment or heredoc.
    end: Option<String>,
}

impl GrowingCode {
    /// Returns the state before the first line of code that is read with these options.
    pub fn new(options: LexOptions) -> GrowingCode {
        GrowingCode { options, ..GrowingCode::default() }
    }

    /// Returns whether the code continues on the next line. It is the code of the last call with more lines, or other code.
    pub fn is_incomplete(&mut self, code: &str) -> bool {
        if code.len() < self.seen {
            *self = GrowingCode::new(self.options);
        }
        let is_open = self.is_open(code);
        if is_open && code.len() > ALWAYS_PARSED && code.len() < 2 * self.parsed {
            return true;
        }
        self.parsed = code.len();
        code_is_incomplete(code, self.options)
    }

    /// Reads the new lines. Returns whether something is open after them.
    fn is_open(&mut self, code: &str) -> bool {
        let lines = code.get(self.seen..).unwrap_or(code);
        self.seen = code.len();
        if self.end.as_deref().is_some_and(|end| !lines.contains(end)) {
            return true;
        }
        if starts_with_slash(code.get(self.counted..).unwrap_or_default()) {
            (self.counted, self.open_brackets) = (0, 0);
        }
        let lines = code.get(self.counted..).unwrap_or(code);
        let lexed = lex_without_repair(lines, self.options);
        self.end = lexed.unfinished.and_then(|open| end_of(open, lines));
        if lexed.unfinished.is_some() {
            return true;
        }
        for token in &lexed.tokens {
            if token.kind != TokenKind::End {
                self.last = Some(token.kind);
            }
            match token.kind {
                TokenKind::RBrace | TokenKind::RBrack | TokenKind::RParen => {
                    self.open_brackets = self.open_brackets.saturating_sub(1);
                }
                kind => self.open_brackets += usize::from(kind.closing().is_some()),
            }
        }
        self.counted = code.len();
        self.open_brackets > 0 || self.last.is_some_and(needs_operand)
    }
}

/// Returns whether code that ends with this token lacks an operand.
fn needs_operand(last: TokenKind) -> bool {
    use TokenKind::{And, Equals, InEdge, InEdgeSub, Minus, Or, OutEdge, OutEdgeSub, Plus};
    matches!(last, InEdge | InEdgeSub | OutEdge | OutEdgeSub | Equals | Plus | Minus | And | Or)
}

/// Returns whether lines start with a slash that divides or starts a regular expression: the token before it decides.
fn starts_with_slash(lines: &str) -> bool {
    let lines = lines.trim_start();
    lines.starts_with('/') && !lines.starts_with("/*")
}

/// Returns a string that is in the line that ends an open construct; `None` if any line may end it.
fn end_of(open: UnclosedConstruct, code: &str) -> Option<String> {
    match open.what {
        OpenEnd::SingleQuote => Some("'".to_owned()),
        OpenEnd::DoubleQuote => Some("\"".to_owned()),
        OpenEnd::Comment => Some("*/".to_owned()),
        OpenEnd::Heredoc => heredoc_tag(open.opener.of(code)).map(str::to_owned),
        OpenEnd::Regexp | OpenEnd::Bracket | OpenEnd::TemplateTag => None,
    }
}

/// Returns the end tag of a heredoc, as in `@("END":json/L)`; `None` if its parenthesis is open.
fn heredoc_tag(opener: &str) -> Option<&str> {
    let inside = opener.strip_prefix("@(")?.strip_suffix(')')?;
    let tag = inside.split([':', '/']).next()?.trim().trim_matches('"').trim();
    (!tag.is_empty()).then_some(tag)
}
