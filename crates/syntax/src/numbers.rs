//! Numbers: decimal, octal and hexadecimal integers and floats, and the errors in tokens that start like one. The value
//! stays a string; the evaluator converts it to a number.

use super::chars::{continues_word, word_end};
use super::lexer::Lexer;
use super::token::{Lexed, TokenKind};
use super::writer::TokenWriter;
use pprepl_text::{IssueCode, Span};

impl Lexer<'_> {
    /// Reads the number that starts at a digit.
    pub(super) fn number(&mut self) {
        let start = self.pos;
        let Some(end) = number_end(self.text, start) else { return self.bad_number(start) };
        self.pos = end;
        let bytes = self.bytes;
        let digits = bytes.get(start + 1..end).unwrap_or_default();
        if bytes.get(start) == Some(&b'0') && !digits.is_empty() && !plain_zero_start(digits) {
            let span = Span::new(start as u32, end as u32);
            report(&mut self.out, self.text, IssueCode::InvalidOctalNumber, span, start);
        }
        self.out.push(TokenKind::Number, start, end);
    }

    /// Reports the invalid number at `start`, and emits a number for it.
    fn bad_number(&mut self, start: usize) {
        let word = word_end(self.bytes, start);
        let letters = self.text.get(word..).unwrap_or("").chars().take_while(|&c| continues_word(c));
        let end = word + letters.map(char::len_utf8).sum::<usize>();
        let from = decimal_start(self.bytes, start);
        let code = number_issue(self.text.get(from..word).unwrap_or(""));
        let at = if code.is_none() { from + 1 } else { from };
        let span = Span::new(from as u32, end as u32);
        report(&mut self.out, self.text, code.unwrap_or(IssueCode::IllegalNumber), span, at);
        if from < start {
            take_back_number_and_dot(&mut self.out.lexed, from);
        }
        self.pos = end;
        self.out.push(TokenKind::Number, from, end);
    }
}

/// Returns the start of the decimal number whose fraction begins at `start`, or `start` itself.
fn decimal_start(bytes: &[u8], start: usize) -> usize {
    if start < 2 || bytes.get(start - 1) != Some(&b'.') {
        return start;
    }
    let before = bytes.get(..start - 1).unwrap_or_default();
    let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 { start } else { start - 1 - digits }
}

/// Removes the tokens `1` and `.` of `1.5e`: they are part of the invalid number.
fn take_back_number_and_dot(lexed: &mut Lexed, from: usize) {
    let tokens = &mut lexed.tokens;
    if let [.., number, dot] = tokens.as_slice()
        && (number.kind, dot.kind) == (TokenKind::Number, TokenKind::Dot)
        && number.span.start as usize == from
    {
        tokens.truncate(tokens.len() - 2);
        let end = tokens.len() as u32 + 1;
        if let Some(first) = &mut lexed.first_error {
            first.token = first.token.min(end);
        }
    }
}

/// Reports an invalid number.
fn report(out: &mut TokenWriter, text: &str, code: IssueCode, span: Span, at: usize) {
    let value = span.of(text);
    let (message, help) = match code {
        IssueCode::InvalidOctalNumber => (
            format!("`{value}` is not a valid octal number"),
            "a leading 0 means octal (digits 0 to 7); remove it for a decimal number, or quote it",
        ),
        IssueCode::InvalidHexNumber => {
            (format!("`{value}` is not a valid hexadecimal number"), "write digits 0 to 9 and letters a to f after 0x")
        }
        IssueCode::InvalidDecimalNumber => (
            format!("`{value}` is not a valid decimal number"),
            "write 1.5, 1e3 or 1.5e-3: digits on both sides of the point, no + in the exponent",
        ),
        _ => (format!("`{value}` is not a valid number or name"), "not a number or a name; quote it to get a string"),
    };
    out.error(code, span, at, message).help = Some(help.to_string());
}

/// Returns whether a point, an `x`, or octal digits to the end follow a leading 0.
fn plain_zero_start(rest: &[u8]) -> bool {
    match rest.first() {
        Some(b'.' | b'x' | b'X') => true,
        _ => rest.iter().all(|byte| (b'0'..=b'7').contains(byte)),
    }
}

/// Returns the end of the number at `start` by Puppet's pattern: the longest form that ends at a word boundary.
fn number_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes.get(start) == Some(&b'0') && matches!(bytes.get(start + 1), Some(b'x' | b'X')) {
        let end = run(bytes, start + 2, u8::is_ascii_hexdigit);
        return (end > start + 2 && at_boundary(text, end)).then_some(end);
    }
    let whole = run(bytes, start, u8::is_ascii_digit);
    let fraction = fraction_end(bytes, whole);
    [exponent_end(bytes, fraction), fraction, whole].into_iter().find(|&end| at_boundary(text, end))
}

fn fraction_end(bytes: &[u8], whole: usize) -> usize {
    if bytes.get(whole) != Some(&b'.') {
        return whole;
    }
    let end = run(bytes, whole + 1, u8::is_ascii_digit);
    if end > whole + 1 { end } else { whole }
}

fn exponent_end(bytes: &[u8], from: usize) -> usize {
    if !matches!(bytes.get(from), Some(b'e' | b'E')) {
        return from;
    }
    let digits = from + 1 + usize::from(bytes.get(from + 1) == Some(&b'-'));
    let end = run(bytes, digits, u8::is_ascii_digit);
    if end > digits { end } else { from }
}

fn run(bytes: &[u8], from: usize, test: impl Fn(&u8) -> bool) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest.iter().position(|byte| !test(byte)).unwrap_or(rest.len())
}

fn at_boundary(text: &str, end: usize) -> bool {
    match text.as_bytes().get(end) {
        None => true,
        Some(byte) if byte.is_ascii() => !super::chars::is_word(*byte),
        Some(_) => !text.get(end..).and_then(|rest| rest.chars().next()).is_some_and(continues_word),
    }
}

/// Returns the issue that Puppet raises for a token that starts with a digit; `None` when the token is valid.
fn number_issue(value: &str) -> Option<IssueCode> {
    let bytes = value.as_bytes();
    let digits = run(bytes, 0, u8::is_ascii_digit);
    match bytes {
        [b'0', b'x' | b'X', rest @ ..] => {
            (rest.is_empty() || !rest.iter().all(u8::is_ascii_hexdigit)).then_some(IssueCode::InvalidHexNumber)
        }
        [b'0', next, ..] if *next != b'.' => (!plain_zero_start(&bytes[1..])).then_some(IssueCode::InvalidOctalNumber),
        _ if matches!(bytes.get(digits), Some(b'e' | b'E' | b'.')) => {
            let end = exponent_end(bytes, fraction_end(bytes, digits));
            (end != bytes.len()).then_some(IssueCode::InvalidDecimalNumber)
        }
        _ => (digits != bytes.len()).then_some(IssueCode::IllegalNumber),
    }
}
