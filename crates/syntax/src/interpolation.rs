//! Strings with interpolation: double-quoted strings and the bodies of heredocs. Both are a sequence of literal parts,
//! each of which ends at the string's end, at `${` or at `$name`.

use super::chars::variable_end;
use super::escapes::{EscapeSet, Notice, unescape};
use super::lexer::Lexer;
use super::token::{EndContext, OpenEnd, Token, TokenKind};
use super::writer::TokenWriter;
use pprepl_text::{Diagnostic, IssueCode, Span};

/// The maximum nesting depth of strings: enough for any source, and safe for the stack.
const MAX_DEPTH: u32 = 128;

/// The kind of string that contains a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoting {
    /// Between double quotes.
    Double,
    /// The whole body of a heredoc, with its escapes.
    Heredoc(EscapeSet),
}

impl Quoting {
    fn escapes(self) -> EscapeSet {
        match self {
            Quoting::Double => EscapeSet::DOUBLE,
            Quoting::Heredoc(set) => set,
        }
    }
}

/// The reason why a literal part ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Close,
    Brace,
    Variable(usize),
}

impl Lexer<'_> {
    /// Reads a double-quoted string and its interpolations.
    pub(super) fn double_quoted(&mut self) {
        let start = self.pos;
        if let Some(end) = self.cut_end(start) {
            return self.cut_string(start, end);
        }
        self.pos += 1;
        self.string(Quoting::Double, start);
    }

    /// Reads a string whose content starts at `pos` and whose first token starts at `start`.
    pub(super) fn string(&mut self, quoting: Quoting, start: usize) {
        let outermost = self.out.begin();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.too_deep(start);
        } else {
            self.pieces(quoting, start);
        }
        self.depth -= 1;
        self.out.end(outermost);
    }

    fn too_deep(&mut self, start: usize) {
        let span = Span::new(start as u32, self.pos as u32);
        self.out.error(IssueCode::StringTooDeep, span, start, "strings are nested too deeply").help =
            Some("assign the inner strings to variables first".to_string());
        self.pos = self.bytes.len();
    }

    fn pieces(&mut self, quoting: Quoting, start: usize) {
        let mut first = true;
        let mut piece_start = start;
        loop {
            let Some((text, stop)) = self.piece(quoting, start) else {
                return broken_off(&mut self.out, self.text, first, piece_start);
            };
            let kind = match (stop, first) {
                (Stop::Close, true) => TokenKind::String,
                (Stop::Close, false) => TokenKind::DqPost,
                (_, true) => TokenKind::DqPre,
                (_, false) => TokenKind::DqMid,
            };
            let end = if let Stop::Variable(dollar) = stop { dollar } else { self.pos };
            self.out.push_silently(kind, Span::new(piece_start as u32, end as u32), text);
            match stop {
                Stop::Close => return self.string_is_done(kind),
                Stop::Brace => self.expression(),
                Stop::Variable(dollar) => {
                    let span = Span::new(dollar as u32, self.pos as u32);
                    self.out.push_silently(TokenKind::Variable, span, Token::PLAIN);
                }
            }
            first = false;
            piece_start = self.pos;
        }
    }

    /// Records the end of a string. Without interpolation it counts as the token before the next. With interpolation it
    /// does so only outside of other strings, because Puppet emits its parts later.
    fn string_is_done(&mut self, kind: TokenKind) {
        if kind == TokenKind::String || self.depth == 1 {
            self.out.after = kind;
        }
    }

    /// Reads the tokens of `${...}` up to the closing brace, which is not emitted.
    fn expression(&mut self) {
        let outside = self.braces;
        self.braces += 1;
        while self.pos < self.bytes.len() {
            if self.peek(0) == b'}' && self.braces == outside + 1 {
                self.braces = outside;
                self.out.after = TokenKind::RBrace;
                self.pos += 1;
                return;
            }
            self.step();
        }
        self.out.ends_in(EndContext::Interpolation);
    }

    /// Reads one literal part; returns the index of its value and why it ended. `None` if the string is unclosed (which
    /// is reported).
    fn piece(&mut self, quoting: Quoting, opener: usize) -> Option<(u32, Stop)> {
        let start = self.pos;
        let mut cooked: Option<String> = None;
        loop {
            let from = self.pos;
            let Some((end, escaped)) = piece_end(self.bytes, quoting, from) else {
                self.unclosed_quote(opener, from, OpenEnd::DoubleQuote);
                return None;
            };
            let stop = self.stop_at(end);
            if escaped && cooked.is_none() {
                cooked = Some(self.text.get(start..from).unwrap_or("").to_string());
            }
            if let Some(cooked) = &mut cooked {
                let terminator = match stop {
                    Some(Stop::Brace) => 2,
                    _ => usize::from(end < self.bytes.len()),
                };
                unescape_into(&mut self.out, self.text, (from, end), terminator, quoting, cooked);
            }
            if let Some(stop) = stop {
                let content = self.text.get(start..end).unwrap_or("");
                let text = match cooked {
                    Some(cooked) => self.out.keep(&cooked),
                    None if matches!(quoting, Quoting::Heredoc(_)) => self.out.keep(content),
                    None => self.out.plain_or_saved(content),
                };
                return Some((text, stop));
            }
            if let Some(cooked) = &mut cooked {
                cooked.push('$');
            }
        }
    }

    /// Moves after the quote, `${`, `$name` or plain `$` at `end`; `None` for the last.
    fn stop_at(&mut self, end: usize) -> Option<Stop> {
        self.pos = end + 1;
        match self.bytes.get(end) {
            Some(b'$') if self.peek(0) == b'{' => {
                self.pos += 1;
                Some(Stop::Brace)
            }
            Some(b'$') => {
                self.pos = variable_end(self.bytes, end + 1)?;
                Some(Stop::Variable(end))
            }
            Some(_) => Some(Stop::Close),
            None => {
                self.pos = end;
                Some(Stop::Close)
            }
        }
    }
}

/// Ends an unclosed string with a token of the right kind.
fn broken_off(out: &mut TokenWriter, text: &str, first: bool, piece_start: usize) {
    let end = text.len();
    let start = piece_start.min(end);
    let content = text.get(start + usize::from(first)..end).unwrap_or("");
    let kept = out.keep(content);
    let kind = if first { TokenKind::String } else { TokenKind::DqPost };
    out.push_silently(kind, Span::new(start as u32, end as u32), kept);
}

/// Returns the end of the literal part that starts at `from`, and whether it contains backslashes.
fn piece_end(bytes: &[u8], quoting: Quoting, from: usize) -> Option<(usize, bool)> {
    let rest = bytes.get(from..).unwrap_or_default();
    let skips = match quoting {
        Quoting::Double => true,
        Quoting::Heredoc(set) => set.has('$'),
    };
    let mut escaped = false;
    let mut pos = usize::from(skips && is_swallowed(rest, quoting == Quoting::Double));
    while let Some(&byte) = rest.get(pos) {
        match byte {
            b'$' => return Some((from + pos, escaped)),
            b'"' if quoting == Quoting::Double => return Some((from + pos, escaped)),
            b'\\' => {
                escaped = true;
                pos += 1 + usize::from(skips);
            }
            _ => pos += 1,
        }
    }
    (quoting != Quoting::Double).then_some((bytes.len(), escaped))
}

/// Appends the text from `from` to `end` with its escapes replaced. As in Puppet, the terminator takes part in that
/// and is removed again.
fn unescape_into(
    out: &mut TokenWriter,
    text: &str,
    (from, end): (usize, usize),
    terminator: usize,
    quoting: Quoting,
    cooked: &mut String,
) {
    let raw = text.get(from..end + terminator).unwrap_or("");
    let mut notices = Vec::new();
    cooked.push_str(&unescape(raw, quoting.escapes(), &mut notices));
    cooked.truncate(cooked.len().saturating_sub(terminator));
    for notice in notices {
        report(out, notice, from, quoting);
    }
}

/// Reports a notice about a backslash; its offset is relative to `from`.
pub(super) fn report(out: &mut TokenWriter, notice: Notice, from: usize, quoting: Quoting) {
    let place = |offset: usize, len: usize| Span::new((from + offset) as u32, (from + offset + len) as u32);
    match notice {
        Notice::NoSuchCharacter(offset) => {
            let message = "invalid Unicode escape: no such character";
            out.error(IssueCode::IllegalUnicodeEscape, place(offset, 2), from + offset, message).help =
                Some("use numbers from 0 to 10ffff, without d800 to dfff".to_string());
        }
        Notice::BadUnicode(offset) => out.lexed.diagnostics.push(
            Diagnostic::warning(
                IssueCode::IllegalUnicodeEscape,
                place(offset, 2),
                "\\u without hexadecimal digits is kept unchanged",
            )
            .with_help("write four digits as in \\u00e5, or one to six in braces as in \\u{1f600}"),
        ),
        Notice::Unknown(offset, c) if quoting == Quoting::Double => out.lexed.diagnostics.push(
            Diagnostic::warning(
                IssueCode::UnrecognizedEscape,
                place(offset, 1 + c.len_utf8()),
                format!("`\\{c}` is not an escape sequence; both characters stay in the string"),
            )
            .with_help(format!("write `\\\\{c}` for a backslash and `{c}`, or use single quotes")),
        ),
        Notice::Unknown(..) => {}
    }
}

/// Returns whether Puppet reads a quote or `$` at the very start as a literal character because the text would end
/// right after it: `"""` is one string with a quote in it.
fn is_swallowed(rest: &[u8], quoted: bool) -> bool {
    let ends = |byte: Option<&u8>| byte == Some(&b'$') || quoted && byte == Some(&b'"');
    let backslashes = || rest.iter().skip(1).take_while(|&&byte| byte == b'\\').count();
    ends(rest.first()) && ends(rest.get(1 + backslashes())) && backslashes().is_multiple_of(2)
}
