//! The formatter's view of a source: lines of opaque pieces. A piece is a token, a comment, a whole string with its
//! interpolations, or a heredoc tag. The lines of a heredoc belong to the line with its tag.

use crate::chars::is_space;
use crate::{HeredocInfo, LexOptions, Token, TokenKind, lex};
use pprepl_text::Span;

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A token; a string with interpolations counts as `DqPost`.
    Token(TokenKind),
    /// `# ...`
    LineComment,
    /// `/* ... */`
    BlockComment,
}

/// A piece of a line.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'s> {
    pub kind: PieceKind,
    pub text: &'s str,
    pub start: usize,
    /// The number of bytes of spaces before it on its line.
    pub blanks: usize,
}

impl Piece<'_> {
    /// Returns the token, if the piece is one.
    pub fn token(&self) -> Option<TokenKind> {
        match self.kind {
            PieceKind::Token(kind) => Some(kind),
            _ => None,
        }
    }
}

/// A line of pieces. (A string or comment in it may span several lines.)
#[derive(Clone, Copy, Debug)]
pub struct Line<'s> {
    pub first: usize,
    pub end: usize,
    /// True if an empty line is before it.
    pub blank_before: bool,
    /// The lines of the heredocs that start on it, without the last line end.
    pub heredocs: &'s str,
}

/// All pieces of a source.
pub struct Pieces<'s> {
    pub all: Vec<Piece<'s>>,
    pub lines: Vec<Line<'s>>,
}

impl<'s> Pieces<'s> {
    /// Splits a source.
    pub fn of(source: &'s str, options: LexOptions) -> Pieces<'s> {
        let lexed = lex(source, options);
        let lexed = lexed.repaired.as_deref().unwrap_or(&lexed);
        let mut splitter = Splitter::new(source, &lexed.heredocs, options.template);
        let mut tags = lexed.tags.iter().peekable();
        let mut tokens = lexed.tokens.iter().peekable();
        while let Some(token) = tokens.next() {
            let (mut kind, start, mut end) = (token.kind, token.span.start as usize, token.span.end as usize);
            match kind {
                TokenKind::End => break,
                _ if is_of_template(kind) => continue,
                TokenKind::DqPre => {
                    end = string_end(&mut tokens).unwrap_or(end);
                    kind = TokenKind::DqPost;
                }
                TokenKind::Heredoc => heredoc_text(&mut tokens),
                _ => {}
            }
            while let Some(tag) = tags.next_if(|tag| tag.start as usize <= start) {
                splitter.template_text(*tag);
            }
            splitter.piece(PieceKind::Token(kind), start, end);
        }
        tags.for_each(|tag| splitter.template_text(*tag));
        splitter.finish()
    }

    /// Returns whether the comments equal those of `other`, line by line without the spaces around them.
    pub fn same_comments(&self, other: &Pieces) -> bool {
        self.comments().eq(other.comments())
    }

    fn comments(&self) -> impl Iterator<Item = &'s str> {
        self.all.iter().filter(|piece| piece.token().is_none()).map(|piece| piece.text)
    }

    /// Returns the token at an index, if the piece is one.
    pub fn token(&self, at: usize) -> Option<TokenKind> {
        self.all.get(at).and_then(Piece::token)
    }
}

/// Returns whether the token is text of a template, or a delimiter of its tags.
fn is_of_template(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(kind, EppStart | RenderString | RenderExpr | EppEnd | EppEndTrim)
}

/// Consumes the tokens of a string up to its end, including nested strings.
fn string_end<'t>(tokens: &mut impl Iterator<Item = &'t Token>) -> Option<usize> {
    let mut depth = 1;
    let mut last = None;
    for token in tokens.by_ref() {
        last = Some(token.span.end as usize);
        match token.kind {
            TokenKind::DqPre => depth += 1,
            TokenKind::DqPost => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    last
}

/// Consumes the tokens of a heredoc's text.
fn heredoc_text<'t>(tokens: &mut std::iter::Peekable<impl Iterator<Item = &'t Token>>) {
    tokens.next_if(|token| token.kind == TokenKind::SubLocate);
    if let Some(token) = tokens.next_if(|token| matches!(token.kind, TokenKind::String | TokenKind::DqPre))
        && token.kind == TokenKind::DqPre
    {
        string_end(tokens);
    }
}

/// A collector of pieces and of the characters between tokens.
struct Splitter<'s, 'h> {
    source: &'s str,
    heredocs: &'h [HeredocInfo],
    at: usize,
    blanks: usize,
    /// The number of line ends since the last piece.
    line_ends: usize,
    /// In a template: the offset after the last tag's code, where text continues.
    text_from: Option<usize>,
    pieces: Pieces<'s>,
}

impl<'s, 'h> Splitter<'s, 'h> {
    fn new(source: &'s str, heredocs: &'h [HeredocInfo], template: bool) -> Self {
        let pieces = Pieces { all: Vec::with_capacity(source.len() / 4), lines: Vec::with_capacity(source.len() / 24) };
        Splitter { source, heredocs, at: 0, blanks: 0, line_ends: 1, text_from: template.then_some(0), pieces }
    }

    /// Adds the text of a template before the code of a tag. It includes the tag's delimiter and the remaining
    /// delimiter of the tag before it.
    fn template_text(&mut self, tag: Span) {
        let Some(from) = self.text_from.replace(tag.end as usize) else { return };
        self.between(from);
        self.add(PieceKind::Token(TokenKind::RenderString), from, tag.start as usize);
    }

    /// Adds a piece, after the comments before it.
    fn piece(&mut self, kind: PieceKind, start: usize, end: usize) {
        if start < self.at {
            return;
        }
        self.between(start);
        self.add(kind, start, end);
    }

    fn add(&mut self, kind: PieceKind, start: usize, end: usize) {
        let Some(text) = self.source.get(start..end) else { return };
        let joins = self.line_ends == 1 && self.joins(kind);
        if self.line_ends > 0 && !joins {
            let first = self.pieces.all.len();
            let blank_before = self.line_ends > 1 && first > 0;
            self.pieces.lines.push(Line { first, end: first, blank_before, heredocs: "" });
        }
        let blanks = if joins { 1 } else { self.blanks };
        self.pieces.all.push(Piece { kind, text, start, blanks });
        if let Some(line) = self.pieces.lines.last_mut() {
            line.end = self.pieces.all.len();
        }
        (self.at, self.blanks, self.line_ends) = (end, 0, 0);
    }

    /// Returns whether the piece joins the line of the brace before it, as `else` does.
    fn joins(&self, kind: PieceKind) -> bool {
        matches!(kind, PieceKind::Token(TokenKind::Else | TokenKind::Elsif))
            && self.pieces.lines.last().is_some_and(|line| line.heredocs.is_empty())
            && self.pieces.all.last().is_some_and(|last| last.token() == Some(TokenKind::RBrace))
    }

    /// Reads spaces, line ends and comments up to `until`.
    fn between(&mut self, until: usize) {
        while self.at < until {
            let rest = self.source.get(self.at..until).unwrap_or("");
            if rest.starts_with('#') {
                let len = rest.find('\n').unwrap_or(rest.len());
                let comment = rest.get(..len).unwrap_or("").trim_end();
                self.add(PieceKind::LineComment, self.at, self.at + comment.len());
            } else if rest.starts_with("/*") {
                let len = rest.find("*/").map_or(rest.len(), |len| len + 2);
                self.add(PieceKind::BlockComment, self.at, self.at + len);
            } else if rest.starts_with('\n') {
                self.line_end();
            } else {
                self.space_or_scrap(rest);
            }
        }
    }

    /// Reads a space; in an invalid source also the characters that the lexer skipped, up to the next space.
    fn space_or_scrap(&mut self, rest: &str) {
        let c = rest.chars().next().unwrap_or(' ');
        if c == '\r' || is_space(c) {
            self.at += c.len_utf8();
            self.blanks += c.len_utf8();
        } else {
            // The first character is included in any case: a vertical tab or U+3000 is not a space of the language.
            let ends = |(_, c): &(usize, char)| c.is_whitespace() || is_space(*c);
            let len = rest.char_indices().skip(1).find(ends).map_or(rest.len(), |(at, _)| at);
            self.add(PieceKind::Token(TokenKind::Other), self.at, self.at + len);
        }
    }

    /// Reads a line end, with the lines of heredocs that start after it.
    fn line_end(&mut self) {
        self.at += 1;
        self.blanks = 0;
        self.line_ends += 1;
        let start = self.at;
        let mut end = None;
        // The tags are in order, and so are their bodies.
        while let Ok(found) = self.heredocs.binary_search_by_key(&self.at, |heredoc| heredoc.body.start as usize) {
            let Some(heredoc) = self.heredocs.get(found) else { break };
            end = Some(heredoc.end_line.end as usize);
            self.at = heredoc.end_line.end as usize;
            let rest = self.source.get(self.at..).unwrap_or("");
            let blanks = rest.len() - rest.trim_start_matches(['\r', ' ', '\t']).len();
            if rest.get(blanks..).is_some_and(|rest| rest.starts_with('\n')) {
                self.at += blanks + 1;
            }
        }
        if let (Some(end), Some(line)) = (end, self.pieces.lines.last_mut()) {
            line.heredocs = self.source.get(start..end).unwrap_or("");
        }
    }

    fn finish(mut self) -> Pieces<'s> {
        let end = self.source.len();
        match self.text_from {
            Some(_) => self.template_text(Span::new(end as u32, end as u32)),
            None => self.between(end),
        }
        self.pieces
    }
}
