//! The indentation of each line: one level for each line with open brackets. The attributes below a title on its own
//! line and continuation lines add one level.

use super::pieces::{Piece, Pieces};
use super::shape::{Role, Shapes, ends_operand, is_infix};
use crate::TokenKind;

/// The width of one level in columns.
const LEVEL: usize = 2;

/// Returns the indentation of each line in columns.
pub fn indents(pieces: &Pieces, shapes: &Shapes) -> Vec<usize> {
    let mut walk = Walk { pieces, shapes, open: vec![Open::default()], before: None };
    let mut indents = Vec::with_capacity(pieces.lines.len());
    let coming = coming(pieces);
    for line in &pieces.lines {
        let next = coming.get(line.first).copied().flatten();
        let indent = walk.line(line.first, next);
        for at in line.first..line.end {
            walk.piece(at, indent, at == line.first);
        }
        indents.push(indent);
    }
    indents
}

/// Returns for each piece the next token, itself included.
fn coming(pieces: &Pieces) -> Vec<Option<usize>> {
    let mut next = None;
    let mut coming: Vec<Option<usize>> = (0..pieces.all.len())
        .rev()
        .map(|at| {
            next = pieces.token(at).map(|_| at).or(next);
            next
        })
        .collect();
    coming.reverse();
    coming
}

/// The indentation state of an open bracket.
#[derive(Default)]
struct Open {
    /// The indentation of the line that closes it.
    outer: usize,
    /// The indentation of its content.
    inner: usize,
    /// True if a title is on its own line and its colon is expected.
    title: bool,
    /// True for the attributes below such a title.
    attributes: bool,
    /// True if a title is expected.
    expects_title: bool,
    /// The indentation of the line of a condition's or definition's keyword, while its block is expected.
    word: Option<usize>,
}

struct Walk<'p, 's> {
    pieces: &'p Pieces<'s>,
    shapes: &'p Shapes,
    open: Vec<Open>,
    before: Option<usize>,
}

impl Walk<'_, '_> {
    /// Returns the indentation of the line that starts with the piece `first`, where `next` is its first token or the
    /// next one.
    fn line(&self, first: usize, next: Option<usize>) -> usize {
        let Some(top) = self.open.last() else { return 0 };
        if self.shapes.role(first) == Role::Closes {
            return top.outer;
        }
        let attributes = if top.attributes { LEVEL } else { 0 };
        let goes_on = if next.is_some_and(|next| self.continues(next)) { LEVEL } else { 0 };
        top.inner + attributes + goes_on
    }

    /// Returns whether the line that starts with this token continues the expression of the line before.
    fn continues(&self, next: usize) -> bool {
        use TokenKind::*;
        let (Some(before), Some(kind)) = (self.before, self.pieces.token(next)) else { return false };
        let Some(last) = self.pieces.token(before) else { return false };
        if self.shapes.role(next) == Role::Closes {
            return false;
        }
        match (self.shapes.role(before), last) {
            (Role::Opens | Role::Access, _) | (_, Semicolon | Colon) => false,
            (_, Comma) => self.is_block(before),
            (Role::Prefix, _) | (_, Dot) => true,
            _ if is_infix(last) => true,
            _ if self.shapes.role(next) == Role::Opens => matches!(kind, Pipe | LambdaPipe) && ends_operand(last),
            _ => kind == Dot || kind == Inherits || is_infix(kind) && self.shapes.role(next) == Role::Plain,
        }
    }

    /// Returns whether the piece is in a block (or at the top), where a comma continues the arguments of a statement.
    fn is_block(&self, at: usize) -> bool {
        let Some(frame) = self.shapes.frame(at) else { return false };
        let block = matches!(self.pieces.token(frame.opener), None | Some(TokenKind::LBrace));
        block && !frame.colon && !frame.arrow
    }

    fn piece(&mut self, at: usize, indent: usize, first: bool) {
        let Some(kind) = self.pieces.all.get(at).and_then(Piece::token) else { return };
        match self.shapes.role(at) {
            Role::Opens | Role::Access => self.opens(at, kind, indent, first),
            Role::Closes => {
                if self.open.len() > 1 {
                    self.open.pop();
                }
            }
            Role::Plain | Role::Prefix => self.is_nested(at, kind, indent, first),
        }
        self.before = Some(at);
    }

    fn opens(&mut self, at: usize, kind: TokenKind, indent: usize, first: bool) {
        self.title(first);
        let frame = self.shapes.own_frame(at);
        let block = kind == TokenKind::LBrace && frame.is_none_or(|frame| !frame.arrow || frame.colon);
        let after_pipe = self.before.is_some_and(|before| {
            matches!(self.pieces.token(before), Some(TokenKind::Pipe | TokenKind::PipeEnd | TokenKind::LambdaPipe))
        });
        let word = self.open.last_mut().filter(|_| block && !after_pipe).and_then(|top| top.word.take());
        let outer = word.unwrap_or(indent);
        let resource = frame.is_some_and(|frame| frame.colon && !frame.case);
        self.open.push(Open { outer, inner: outer + LEVEL, expects_title: resource, ..Open::default() });
    }

    fn is_nested(&mut self, at: usize, kind: TokenKind, indent: usize, first: bool) {
        use TokenKind::*;
        self.title(first);
        let after_dot = self.before.is_some_and(|before| self.pieces.token(before) == Some(Dot));
        let resource = self.shapes.frame(at).is_some_and(|frame| frame.colon && !frame.case);
        let Some(top) = self.open.last_mut() else { return };
        match kind {
            Colon if top.title => (top.title, top.attributes) = (false, true),
            Semicolon => (top.attributes, top.title, top.expects_title) = (false, false, resource),
            If | Elsif | Else | Unless | Case | Class | Define | Node | Function | Plan if !after_dot => {
                top.word = Some(indent);
            }
            _ => {}
        }
    }

    /// Records that a title may start with this piece.
    fn title(&mut self, first: bool) {
        if let Some(top) = self.open.last_mut().filter(|top| top.expects_title) {
            top.expects_title = false;
            top.title = first;
        }
    }
}
