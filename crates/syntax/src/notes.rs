//! Notes for learners about code whose meaning may differ from its looks. The code is valid, so these are not
//! diagnostics. `:tokens` and `:parens` print them, and a front end may show them while the user types.

use super::{LexOptions, Lexed, Token, TokenKind, lex};
use pprepl_text::Span;

/// A note on a range of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where.
    pub span: Span,
    /// The meaning in Puppet, and the code for the other meaning.
    pub message: String,
}

/// Returns the notes on a source, in order.
pub fn notes(source: &str, options: LexOptions) -> Vec<Note> {
    let lexed = lex(source, options);
    let reader = Reader { source, lexed: &lexed };
    let mut found: Vec<Note> = (0..lexed.tokens.len()).filter_map(|at| reader.note(at)).collect();
    found.sort_by_key(|note| note.span.start);
    found
}

/// Returns the notes on some tokens of a source that was lexed as `lexed`.
pub fn notes_in(source: &str, lexed: &Lexed, tokens: std::ops::Range<usize>) -> Vec<Note> {
    let reader = Reader { source, lexed };
    tokens.filter_map(|at| reader.note(at)).collect()
}

struct Reader<'s> {
    source: &'s str,
    lexed: &'s Lexed,
}

impl<'s> Reader<'s> {
    fn note(&self, at: usize) -> Option<Note> {
        let token = self.lexed.tokens.get(at)?;
        let message = match token.kind {
            TokenKind::Div => self.division(at),
            TokenKind::Minus => self.minus(at),
            TokenKind::ListStart => self.list(at),
            TokenKind::Name | TokenKind::Word => self.word(at),
            TokenKind::Number => self.number(at),
            TokenKind::DqMid | TokenKind::DqPost => self.after_variable(at),
            _ => None,
        }?;
        Some(Note { span: token.span, message })
    }

    fn token(&self, at: usize) -> Option<&'s Token> {
        self.lexed.tokens.get(at)
    }

    fn before(&self, at: usize) -> Option<&'s Token> {
        self.token(at.checked_sub(1)?)
    }

    fn text(&self, token: &Token) -> &'s str {
        token.span.of(self.source)
    }

    /// Returns the source between two tokens.
    fn between(&self, left: &Token, right: &Token) -> &'s str {
        self.source.get(left.span.end as usize..right.span.start as usize).unwrap_or("")
    }

    /// Returns whether only spaces on one line separate two tokens.
    fn space(&self, left: &Token, right: &Token) -> bool {
        let between = self.between(left, right);
        !between.is_empty() && between.chars().all(|c| c == ' ' || c == '\t')
    }

    /// Notes a division that looks like a regular expression: `$a /b/ c`.
    fn division(&self, at: usize) -> Option<String> {
        let (before, token) = (self.before(at)?, self.token(at)?);
        let line = self.source.get(token.span.end as usize..)?.split('\n').next()?;
        let looks_like_regexp = !line.starts_with(' ') && line.contains('/');
        looks_like_regexp.then(|| {
            format!(
                "`/` divides here, since it follows a value ({}); a regular expression follows an operator, a comma or \
                 a bracket",
                self.text(before)
            )
        })
    }

    /// Notes a subtraction that looks like a negative argument: `a -1`.
    fn minus(&self, at: usize) -> Option<String> {
        let (before, token, after) = (self.before(at)?, self.token(at)?, self.token(at + 1)?);
        let value = super::format::ends_operand(before.kind);
        if !value || !self.space(before, token) || !self.between(token, after).is_empty() {
            return None;
        }
        let call = if matches!(before.kind, TokenKind::Name) {
            format!("; to pass it to a function write {}({}{})", self.text(before), self.text(token), self.text(after))
        } else {
            String::new()
        };
        Some(format!(
            "`-` subtracts here, with or without spaces: {} minus {}{call}",
            self.text(before),
            self.text(after)
        ))
    }

    /// Notes an array that looks like an access: `$x [1]`, `Foo [x]`.
    fn list(&self, at: usize) -> Option<String> {
        let (before, token) = (self.before(at)?, self.token(at)?);
        let value = matches!(
            before.kind,
            TokenKind::Variable | TokenKind::Ref | TokenKind::RBrack | TokenKind::RParen | TokenKind::String
        );
        (value && self.space(before, token)).then(|| {
            let left = self.text(before);
            format!("a space before `[` starts a new array; {left}[..] without it indexes {left}")
        })
    }

    /// Notes a bareword: `$a = present`.
    fn word(&self, at: usize) -> Option<String> {
        use TokenKind::*;
        let (before, token, after) = (self.before(at)?, self.token(at)?, self.token(at + 1)?);
        let value = matches!(
            before.kind,
            Equals
                | IsEqual
                | NotEqual
                | Plus
                | Minus
                | Times
                | Div
                | In
                | And
                | Or
                | LBrack
                | ListStart
                | LessThan
                | GreaterThan
        );
        let other = matches!(after.kind, LParen | LBrace | FatArrow | Colon | Dot | Pipe | LambdaPipe | String | DqPre);
        let word = self.text(token);
        (value && !other).then(|| format!("{word} without `$` or quotes is the string '{word}'"))
    }

    /// Notes a version without quotes, which is a method call on a number: `1.2.3`.
    fn number(&self, at: usize) -> Option<String> {
        let (token, dot, next) = (self.token(at)?, self.token(at + 1)?, self.token(at + 2)?);
        let joined = dot.kind == TokenKind::Dot && next.kind == TokenKind::Number;
        joined.then(|| {
            let text = self.source.get(token.span.start as usize..next.span.end as usize).unwrap_or("");
            format!("{text} is not a number with two dots but a `.` after a number; quote a version: '{text}'")
        })
    }

    /// Notes text after a variable that is not interpolated: `"$x[1]"`, `"$x.size"`.
    fn after_variable(&self, at: usize) -> Option<String> {
        let (before, token) = (self.before(at)?, self.token(at)?);
        let name = self.text(before).strip_prefix('$')?;
        let direct = before.kind == TokenKind::Variable && before.span.end == token.span.start;
        let rest = self.text(token);
        let method = rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
        let end = rest.find(']').map(|at| at + 1).filter(|_| rest.starts_with('['));
        let word = rest.char_indices().skip(1).find(|(_, c)| !c.is_ascii_alphanumeric() && *c != '_');
        let end = end.or_else(|| method.then(|| word.map_or(rest.len(), |(at, _)| at)))?;
        let taken = rest.get(..end)?;
        direct.then(|| {
            format!("in a string `{taken}` after ${name} is literal; write ${{{name}{taken}}} to interpolate it")
        })
    }
}
