//! A view of a heredoc line by line: the removed margin, the value of each escape, the interpolations, and the handling
//! of each line end. It is only for display; the lexer computes the string.

use super::escapes::{EscapeSet, unescape};
use super::{HeredocInfo, Lexed, TokenKind};
use pprepl_text::Span;

/// A line of a heredoc's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeredocLine {
    /// The line in the source, without its line end.
    pub span: Span,
    /// The margin that is removed.
    pub cut: Span,
    /// The rest of the line in pieces.
    pub pieces: Vec<HeredocPiece>,
    /// The handling of its line end.
    pub end: LineEnd,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeredocPiece {
    /// The position in the source.
    pub span: Span,
    /// The kind of piece, with the value of an escape.
    pub kind: PieceKind,
}

/// The kind of a piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// Literal characters.
    Text,
    /// An escape, and its value.
    Escape(String),
    /// `$x` or `${..}`, or a part of it on this line.
    Interpolation,
}

/// The handling of a line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// Kept in the string.
    Kept,
    /// Removed by `-` before the end tag.
    Trimmed,
    /// Removed by the escape `L`, which joins the line with the next.
    Joined,
}

impl HeredocLine {
    /// Returns whether the string differs from the source line.
    pub fn is_changed(&self) -> bool {
        !self.cut.is_empty()
            || self.end != LineEnd::Kept
            || self.pieces.iter().any(|piece| matches!(piece.kind, PieceKind::Escape(_)))
    }
}

/// Returns the lines of a heredoc of `source`, which was lexed as `lexed`.
pub fn heredoc_lines(source: &str, lexed: &Lexed, heredoc: &HeredocInfo) -> Vec<HeredocLine> {
    let escapes = if heredoc.escapes.is_empty() { EscapeSet::NONE } else { EscapeSet::of_heredoc(&heredoc.escapes) };
    let reader = Reader { source, escapes, code: interpolations(source, lexed, heredoc) };
    let margin = heredoc.margin.as_deref().unwrap_or("");
    let mut at = heredoc.body.start;
    let mut lines = Vec::new();
    for raw in heredoc.body.of(source).split_inclusive('\n') {
        let content = raw.strip_suffix('\n').map_or(raw, |line| line.strip_suffix('\r').unwrap_or(line));
        let cut = if raw.starts_with(margin) { margin.len() as u32 } else { 0 };
        let span = Span::new(at, at + content.len() as u32);
        lines.push(reader.line(span, Span::new(at, (at + cut).min(span.end))));
        at += raw.len() as u32;
    }
    if let Some(last) = lines.last_mut().filter(|_| heredoc.trims) {
        last.end = LineEnd::Trimmed;
    }
    lines
}

/// Returns the spans of the interpolations in a heredoc.
fn interpolations(source: &str, lexed: &Lexed, heredoc: &HeredocInfo) -> Vec<Span> {
    let opener = lexed.tokens.iter().position(|one| one.kind == TokenKind::Heredoc && one.span == heredoc.opener);
    let tokens = opener.and_then(|at| lexed.tokens.get(at + 2..)).unwrap_or_default();
    let mut found = Vec::new();
    let (mut depth, mut from) = (0, 0);
    for token in tokens {
        let opened = if token.span.of(source).ends_with("${") { 2 } else { 0 };
        match token.kind {
            TokenKind::DqPre => {
                depth += 1;
                if depth == 1 {
                    from = token.span.end - opened;
                }
            }
            TokenKind::DqMid if depth == 1 => {
                found.push(Span::new(from, token.span.start));
                from = token.span.end - opened;
            }
            TokenKind::DqPost => {
                depth -= 1;
                if depth == 0 {
                    found.push(Span::new(from, token.span.start));
                }
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    found
}

struct Reader<'s> {
    source: &'s str,
    escapes: EscapeSet,
    code: Vec<Span>,
}

impl Reader<'_> {
    fn line(&self, span: Span, cut: Span) -> HeredocLine {
        let mut line = HeredocLine { span, cut, pieces: Vec::new(), end: LineEnd::Kept };
        let mut at = cut.end;
        while at < span.end {
            let inside = self.code.iter().find(|code| code.start <= at && at < code.end);
            let piece = match inside {
                Some(code) => {
                    HeredocPiece { span: Span::new(at, code.end.min(span.end)), kind: PieceKind::Interpolation }
                }
                None => self.text(at, span.end, &mut line),
            };
            at = piece.span.end.max(at + 1);
            if !piece.span.is_empty() {
                line.pieces.push(piece);
            }
        }
        line
    }

    /// Returns the literal characters or the escape at an offset.
    fn text(&self, at: u32, end: u32, line: &mut HeredocLine) -> HeredocPiece {
        let next = self.code.iter().map(|code| code.start).filter(|start| *start > at).min().unwrap_or(end).min(end);
        let rest = Span::new(at, next).of(self.source);
        let plain = |len: usize| HeredocPiece { span: Span::new(at, at + len as u32), kind: PieceKind::Text };
        if self.escapes == EscapeSet::NONE {
            return plain(rest.len());
        }
        match rest.find('\\') {
            Some(0) => {}
            found => return plain(found.unwrap_or(rest.len())),
        }
        if rest.len() == 1 && next == end {
            return self.line_end(at, line);
        }
        let escape = rest.get(..escape_length(rest)).unwrap_or(rest);
        let becomes = unescape(escape, self.escapes, &mut Vec::new());
        match becomes == escape {
            true => plain(escape.len()),
            false => HeredocPiece { span: Span::new(at, at + escape.len() as u32), kind: PieceKind::Escape(becomes) },
        }
    }

    /// Returns the piece of a backslash that ends its line.
    fn line_end(&self, at: u32, line: &mut HeredocLine) -> HeredocPiece {
        let joins = unescape("\\\n", self.escapes, &mut Vec::new()).is_empty();
        if !joins {
            return HeredocPiece { span: Span::new(at, at + 1), kind: PieceKind::Text };
        }
        line.end = LineEnd::Joined;
        HeredocPiece { span: Span::new(at, at + 1), kind: PieceKind::Escape(String::new()) }
    }
}

/// Returns the length of the escape at the start of `text`.
fn escape_length(text: &str) -> usize {
    let Some(first) = text.chars().nth(1) else { return text.len() };
    if first != 'u' {
        return 1 + first.len_utf8();
    }
    let digits = text.get(2..).unwrap_or("");
    if digits.starts_with('{') {
        return digits.find('}').map_or(2, |end| 3 + end);
    }
    2 + digits.bytes().take(4).take_while(u8::is_ascii_hexdigit).count()
}
