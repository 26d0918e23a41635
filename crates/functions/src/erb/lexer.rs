//! Tokens of the Ruby in a template. Text between tags is a token that prints it. A tag whose value is printed is a
//! token that contains the tokens of its code.

use super::scanner::{Kind, Piece};
use super::unsupported::UnsupportedRuby;

/// A token and its line.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub line: usize,
    /// Whether whitespace precedes it.
    pub spaced: bool,
}

/// A segment of a string: a literal one, or the tokens inside `#{..}`.
#[derive(Clone, Debug)]
pub(super) enum StringSegment {
    Text(String),
    Code(Vec<Token>),
}

#[derive(Clone, Debug)]
pub(super) enum TokenKind {
    Int(i64),
    Float(f64),
    Str(Vec<StringSegment>),
    Regexp(Vec<StringSegment>, String),
    Words(Vec<String>),
    Symbol(String),
    Instance(String),
    Group(usize),
    /// A name or keyword; `empty?` and `gsub!` include their sign.
    Name(String),
    Constant(String),
    /// `key:` in a hash
    Label(String),
    Sign(&'static str),
    /// The end of a line, or of a tag.
    End,
    Print(String),
    Output(Vec<Token>),
}

/// Returns the tokens of a template's parts.
pub(super) fn tokens(pieces: &[Piece]) -> Result<Vec<Token>, UnsupportedRuby> {
    let mut all = Vec::new();
    for piece in pieces {
        match piece.kind {
            Kind::Text if piece.text.is_empty() => {}
            Kind::Text => {
                all.push(Token { kind: TokenKind::Print(piece.text.clone()), line: piece.line, spaced: true })
            }
            Kind::Code => {
                all.extend(lex(&piece.text, piece.line)?);
                all.push(Token { kind: TokenKind::End, line: piece.line, spaced: true });
            }
            Kind::Output => {
                let inner = lex(&piece.text, piece.line)?;
                all.push(Token { kind: TokenKind::Output(inner), line: piece.line, spaced: true });
            }
        }
    }
    Ok(all)
}

/// The number of interpolations that may be nested in each other: each is read again inside the one around it.
const MAX_INTERPOLATIONS: usize = 32;

/// Returns the tokens of a piece of code.
pub(super) fn lex(text: &str, line: usize) -> Result<Vec<Token>, UnsupportedRuby> {
    lex_inside(text, line, 0)
}

/// Returns the tokens of code inside `depth` interpolations.
fn lex_inside(text: &str, line: usize, depth: usize) -> Result<Vec<Token>, UnsupportedRuby> {
    let mut lexer = Lexer { letters: text.chars().collect(), at: 0, line, depth, out: Vec::new(), spaced: false };
    while lexer.at < lexer.letters.len() {
        lexer.next()?;
    }
    Ok(lexer.out)
}

struct Lexer {
    letters: Vec<char>,
    at: usize,
    line: usize,
    /// The number of interpolations around this code.
    depth: usize,
    out: Vec<Token>,
    spaced: bool,
}

/// Operators and punctuation, the longer ones first.
const SIGNS: [&str; 48] = [
    "**=", "<=>", "===", "...", "<<=", "&&=", "||=", "==", "!=", ">=", "<=", "&&", "||", "=~", "!~", "<<", ">>", "+=",
    "-=", "*=", "/=", "**", "..", "::", "&.", "=>", "->", "+", "-", "*", "/", "%", "=", "<", ">", "!", "&", "|", "^",
    "?", ":", ",", ".", ";", "(", ")", "[", "]",
];

impl Lexer {
    fn peek(&self, ahead: usize) -> char {
        self.letters.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn push(&mut self, kind: TokenKind) {
        self.out.push(Token { kind, line: self.line, spaced: self.spaced });
        self.spaced = false;
    }

    fn unsupported<T>(&self, what: impl Into<String>) -> Result<T, UnsupportedRuby> {
        Err(UnsupportedRuby::new(self.line, what))
    }

    fn next(&mut self) -> Result<(), UnsupportedRuby> {
        match self.peek(0) {
            '\n' => {
                self.push(TokenKind::End);
                self.line += 1;
                self.at += 1;
            }
            c if c.is_whitespace() => {
                self.spaced = true;
                self.at += 1;
            }
            '\\' if self.peek(1) == '\n' => {
                self.line += 1;
                self.at += 2;
            }
            '#' => {
                while self.at < self.letters.len() && self.peek(0) != '\n' {
                    self.at += 1;
                }
            }
            '0'..='9' => self.number()?,
            '"' => self.quoted('"', '"', true)?,
            '\'' => self.quoted('\'', '\'', false)?,
            '`' => return self.unsupported("a command in backquotes"),
            '@' if self.peek(1) == '@' => return self.unsupported("a variable of a class"),
            '@' => {
                self.at += 1;
                let name = self.word();
                self.push(TokenKind::Instance(name));
            }
            '$' => self.global()?,
            ':' => self.colon()?,
            '%' if self.begins_value() && is_percent_literal(self.peek(1), self.peek(2)) => self.percent()?,
            '/' if self.begins_value() || self.spaced && self.after_name() && !matches!(self.peek(1), ' ' | '=') => {
                self.at += 1;
                self.regexp('/', '/')?;
            }
            '{' | '}' => {
                let sign = if self.peek(0) == '{' { "{" } else { "}" };
                self.at += 1;
                self.push(TokenKind::Sign(sign));
            }
            c if c.is_alphabetic() || c == '_' => self.name(),
            _ => self.sign()?,
        }
        Ok(())
    }

    /// Returns whether a value may start here (not an operator).
    fn begins_value(&self) -> bool {
        match self.out.last().map(|token| &token.kind) {
            None | Some(TokenKind::End | TokenKind::Label(_) | TokenKind::Print(_)) => true,
            Some(TokenKind::Sign(sign)) => !matches!(*sign, ")" | "]" | "}"),
            Some(TokenKind::Name(name)) => {
                matches!(
                    &**name,
                    "if" | "unless" | "elsif" | "and" | "or" | "not" | "when" | "in" | "while" | "until" | "return"
                )
            }
            _ => false,
        }
    }

    /// Returns whether it follows a name, which may be a method with this argument.
    fn after_name(&self) -> bool {
        matches!(self.out.last().map(|token| &token.kind), Some(TokenKind::Name(_)))
    }

    fn word(&mut self) -> String {
        let start = self.at;
        while self.peek(0).is_alphanumeric() || self.peek(0) == '_' {
            self.at += 1;
        }
        self.letters[start..self.at].iter().collect()
    }

    fn name(&mut self) {
        let mut name = self.word();
        if matches!(self.peek(0), '?' | '!') && self.peek(1) != '=' {
            name.push(self.peek(0));
            self.at += 1;
        }
        let dotted = matches!(self.out.last().map(|token| &token.kind), Some(TokenKind::Sign("." | "&.")));
        let ternary = matches!(self.out.last().map(|token| &token.kind), Some(TokenKind::Sign("?")));
        if self.peek(0) == ':' && self.peek(1) != ':' && !ternary && !dotted {
            self.at += 1;
            return self.push(TokenKind::Label(name));
        }
        let constant = name.starts_with(|c: char| c.is_uppercase());
        self.push(if constant { TokenKind::Constant(name) } else { TokenKind::Name(name) });
    }

    fn number(&mut self) -> Result<(), UnsupportedRuby> {
        let start = self.at;
        let digits = |lexer: &mut Lexer| {
            while lexer.peek(0).is_ascii_digit() || lexer.peek(0) == '_' {
                lexer.at += 1;
            }
        };
        if self.peek(0) == '0' && self.peek(1).is_ascii_alphanumeric() {
            return self.unsupported("a number of another base");
        }
        digits(self);
        let mut float = false;
        if self.peek(0) == '.' && self.peek(1).is_ascii_digit() {
            float = true;
            self.at += 1;
            digits(self);
        }
        let text: String = self.letters[start..self.at].iter().filter(|c| **c != '_').collect();
        let kind = match (float, text.parse::<i64>(), text.parse::<f64>()) {
            (false, Ok(int), _) => TokenKind::Int(int),
            (true, _, Ok(float)) => TokenKind::Float(float),
            _ => return self.unsupported("a number that large"),
        };
        self.push(kind);
        Ok(())
    }

    fn global(&mut self) -> Result<(), UnsupportedRuby> {
        self.at += 1;
        let name = self.word();
        match name.parse() {
            Ok(group) => self.push(TokenKind::Group(group)),
            Err(_) => return self.unsupported(format!("the global variable ${name}")),
        }
        Ok(())
    }

    fn colon(&mut self) -> Result<(), UnsupportedRuby> {
        match self.peek(1) {
            ':' => self.sign()?,
            '"' => {
                self.at += 1;
                self.quoted('"', '"', false)?;
                if let Some(Token { kind: TokenKind::Str(parts), .. }) = self.out.pop() {
                    let text =
                        parts.iter().map(|part| if let StringSegment::Text(text) = part { text.as_str() } else { "" });
                    let text = text.collect();
                    self.push(TokenKind::Symbol(text));
                }
            }
            c if (c.is_alphabetic() || c == '_') && (self.spaced || self.begins_value()) => {
                self.at += 1;
                let mut name = self.word();
                if matches!(self.peek(0), '?' | '!') && self.peek(1) != '=' {
                    name.push(self.peek(0));
                    self.at += 1;
                }
                self.push(TokenKind::Symbol(name));
            }
            '+' | '-' | '*' | '/' if self.begins_value() => {
                let name = self.peek(1).to_string();
                self.at += 2;
                self.push(TokenKind::Symbol(name));
            }
            _ => self.sign()?,
        }
        Ok(())
    }

    fn sign(&mut self) -> Result<(), UnsupportedRuby> {
        let here = |sign: &&&str| sign.chars().enumerate().all(|(ahead, letter)| self.peek(ahead) == letter);
        match SIGNS.iter().find(here) {
            Some(sign) => {
                self.at += sign.len();
                self.push(TokenKind::Sign(sign));
                Ok(())
            }
            None => self.unsupported(format!("the sign `{}`", self.peek(0))),
        }
    }

    /// Reads a quoted string. With `escapes` it handles escapes and interpolation.
    fn quoted(&mut self, open: char, close: char, escapes: bool) -> Result<(), UnsupportedRuby> {
        self.at += 1;
        let parts = self.parts(open, close, if escapes { Form::Double } else { Form::Single })?;
        self.push(TokenKind::Str(parts));
        Ok(())
    }

    fn regexp(&mut self, open: char, close: char) -> Result<(), UnsupportedRuby> {
        let parts = self.parts(open, close, Form::Pattern)?;
        let flags = self.word();
        self.push(TokenKind::Regexp(parts, flags));
        Ok(())
    }

    /// Reads `%w(..)`, `%q{..}`, `%Q[..]`, `%r{..}` or `%{..}`.
    fn percent(&mut self) -> Result<(), UnsupportedRuby> {
        self.at += 1;
        let kind = if self.peek(0).is_alphabetic() { self.peek(0) } else { 'Q' };
        if self.peek(0).is_alphabetic() {
            self.at += 1;
        }
        let open = self.peek(0);
        let close = match open {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            '<' => '>',
            other => other,
        };
        self.at += 1;
        match kind {
            'r' => return self.regexp(open, close),
            'w' => {
                let parts = self.parts(open, close, Form::Single)?;
                let text: String = parts
                    .iter()
                    .map(|part| if let StringSegment::Text(text) = part { text.as_str() } else { "" })
                    .collect();
                self.push(TokenKind::Words(text.split_whitespace().map(str::to_owned).collect()));
            }
            _ => {
                let parts = self.parts(open, close, if kind == 'q' { Form::Single } else { Form::Double })?;
                self.push(TokenKind::Str(parts));
            }
        }
        Ok(())
    }

    /// Reads the segments up to the closing delimiter.
    fn parts(&mut self, open: char, close: char, form: Form) -> Result<Vec<StringSegment>, UnsupportedRuby> {
        let (mut parts, mut text, mut depth) = (Vec::new(), String::new(), 0);
        loop {
            if self.at >= self.letters.len() {
                return self.unsupported(format!("a string without its closing {close}"));
            }
            let letter = self.peek(0);
            self.at += 1;
            match letter {
                c if c == close && depth == 0 => break,
                '\\' => self.escape(open, close, form, &mut text)?,
                '#' if form != Form::Single && self.peek(0) == '{' => {
                    self.at += 1;
                    if !text.is_empty() {
                        parts.push(StringSegment::Text(std::mem::take(&mut text)));
                    }
                    parts.push(StringSegment::Code(self.interpolated()?));
                }
                c => {
                    if open != close {
                        depth += i32::from(c == open) - i32::from(c == close);
                    }
                    self.line += usize::from(c == '\n');
                    text.push(c);
                }
            }
        }
        if !text.is_empty() {
            parts.push(StringSegment::Text(text));
        }
        Ok(parts)
    }

    fn escape(&mut self, open: char, close: char, form: Form, text: &mut String) -> Result<(), UnsupportedRuby> {
        let letter = self.peek(0);
        self.at += 1;
        match form {
            Form::Pattern if letter == '/' => text.push('/'),
            Form::Pattern => text.extend(['\\', letter]),
            Form::Single if letter == '\\' || letter == close || letter == open => text.push(letter),
            Form::Single => text.extend(['\\', letter]),
            Form::Double => match letter {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                'r' => text.push('\r'),
                's' => text.push(' '),
                'a' => text.push('\x07'),
                'b' => text.push('\x08'),
                'v' => text.push('\x0b'),
                'f' => text.push('\x0c'),
                'e' => text.push('\x1b'),
                '0'..='7' => {
                    self.at -= 1;
                    text.push(self.code(8, 3)?);
                }
                'x' => text.push(self.code(16, 2)?),
                'u' if self.peek(0) == '{' => {
                    self.at += 1;
                    text.push(self.code(16, 6)?);
                    // Several numbers in one pair of braces are not supported.
                    if self.peek(0) != '}' {
                        return self.unsupported("this escape");
                    }
                    self.at += 1;
                }
                'u' => text.push(self.code(16, 4)?),
                '\n' => self.line += 1,
                other => text.push(other),
            },
        }
        Ok(())
    }

    /// Reads the character that up to `most` digits name: a byte by two or three, a code point by more.
    fn code(&mut self, radix: u32, most: usize) -> Result<char, UnsupportedRuby> {
        let digits: String = (0..most).map(|ahead| self.peek(ahead)).take_while(|c| c.is_digit(radix)).collect();
        self.at += digits.len();
        let code = u32::from_str_radix(&digits, radix).ok().filter(|code| most > 3 || *code < 0x80);
        match code.and_then(char::from_u32) {
            Some(letter) => Ok(letter),
            None => self.unsupported("this escape"),
        }
    }

    /// Reads the tokens inside `#{..}`.
    fn interpolated(&mut self) -> Result<Vec<Token>, UnsupportedRuby> {
        if self.depth == MAX_INTERPOLATIONS {
            return self.unsupported(format!("interpolations nested more than {MAX_INTERPOLATIONS} levels deep"));
        }
        let start = self.at;
        let mut depth = 1;
        let mut quote = None;
        while self.at < self.letters.len() {
            let letter = self.peek(0);
            match (quote, letter) {
                (_, '\\') => self.at += 1,
                (Some(open), c) if c == open => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some(letter),
                (None, '{') => depth += 1,
                (None, '}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            self.at += 1;
        }
        let inner: String = self.letters[start..self.at.min(self.letters.len())].iter().collect();
        self.at += 1;
        lex_inside(&inner, self.line, self.depth + 1)
    }
}

/// The form of a literal.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Single,
    Double,
    Pattern,
}

fn is_percent_literal(next: char, after: char) -> bool {
    match next {
        'w' | 'q' | 'Q' | 'r' => !after.is_alphanumeric() && !after.is_whitespace() && after != '\0',
        other => matches!(other, '{' | '(' | '['),
    }
}
