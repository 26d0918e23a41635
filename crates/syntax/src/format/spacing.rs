//! The spaces before a piece that does not start its line.
//!
//! Where whitespace has a meaning (before the `[` of an access, before a `.` after a number), the author's spaces are
//! kept.

use super::pieces::{Piece, PieceKind, Pieces};
use super::shape::{Role, Shapes};
use crate::TokenKind;

/// Returns the number of spaces before each piece.
pub fn gaps(pieces: &Pieces, shapes: &Shapes) -> Vec<usize> {
    let mut gaps = vec![0; pieces.all.len()];
    for (at, pair) in pieces.all.windows(2).enumerate() {
        let [left, right] = pair else { continue };
        if let Some(gap) = gaps.get_mut(at + 1) {
            *gap = between(left, right, at, shapes);
        }
    }
    gaps
}

/// Returns the number of spaces between the piece at `at` and the next one.
fn between(left: &Piece, right: &Piece, at: usize, shapes: &Shapes) -> usize {
    let own = right.blanks.min(1);
    match (left.kind, right.kind) {
        (_, PieceKind::LineComment) => right.blanks.max(1),
        (PieceKind::Token(left), PieceKind::Token(right)) => tokens(left, right, at, own, shapes),
        _ => own,
    }
}

fn tokens(left: TokenKind, right: TokenKind, at: usize, own: usize, shapes: &Shapes) -> usize {
    use TokenKind::*;
    let (before, after) = (shapes.role(at), shapes.role(at + 1));
    let opened = matches!(before, Role::Opens | Role::Access);
    match (left, right) {
        (_, Comma | Semicolon) => 0,
        (LBrace | SelBrace | LCollect | LLCollect, _) if opened && after == Role::Closes => own,
        (LBrace | SelBrace | LCollect | LLCollect, _) | (_, RBrace | RCollect | RRCollect) => 1,
        _ if opened || after == Role::Closes => 0,
        (Comma | Semicolon, _) => 1,
        (Number, Dot) => own,
        (Dot, _) | (_, Dot) => 0,
        _ if before == Role::Prefix => usize::from(right == FatArrow),
        (_, Colon) => 0,
        (_, LBrack | ListStart) if after == Role::Access => own,
        (_, LParen | WsLParen) => before_paren(left, own, shapes.own_frame(at + 1).and_then(|frame| frame.parameters)),
        (_, LCollect | LLCollect) => own,
        _ => 1,
    }
}

/// Returns the spaces before `(`: 0 for calls, 1 for conditions and the parameters of classes and defined types.
fn before_paren(left: TokenKind, own: usize, parameters: Option<TokenKind>) -> usize {
    use TokenKind::*;
    match (left, parameters) {
        (_, Some(Class | Define)) => 1,
        (_, Some(_)) => own,
        (Name | Word | Ref | Variable | Apply | RParen | RBrack, None) => 0,
        (Type | Default | Undef | Boolean | Node | Class | Function, None) => own,
        _ => 1,
    }
}
