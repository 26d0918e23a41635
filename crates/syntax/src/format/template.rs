//! Formatting of templates (EPP). Their text is output, so it and the delimiters of the tags are unchanged. In the tags
//! one space follows and precedes the delimiters, and each line is spaced and aligned as in a manifest. Line breaks and
//! indentation are unchanged.

use super::columns::Layout;
use super::pieces::{Piece, PieceKind, Pieces};
use super::shape::Shapes;
use super::{align, spacing};
use crate::TokenKind;

/// Formats a template in one pass.
pub fn lay_out(pieces: Pieces, source: &str) -> String {
    let shapes = Shapes::of(&pieces);
    let mut gaps = spacing::gaps(&pieces, &shapes);
    let layout = Layout { source, pieces: &pieces, shapes: &shapes };
    align(layout, &mut layout.starts(), &mut gaps, &[]);
    parameters(&pieces, &shapes, &mut gaps);
    let mut out = String::with_capacity(source.len() + source.len() / 8);
    let mut last: Option<&Piece> = None;
    for (piece, &gap) in pieces.all.iter().zip(&gaps) {
        let end = last.map_or(0, |last| last.start + last.text.len());
        let between = source.get(end..piece.start).unwrap_or("");
        match last.map(is_text) {
            _ if between.contains('\n') => out.push_str(between),
            None => out.push_str(between),
            Some(true) if is_text(piece) => out.push_str(between),
            Some(false) if !is_text(piece) => out.extend(std::iter::repeat_n(' ', gap)),
            Some(_) => out.push(' '),
        }
        out.push_str(piece.text);
        last = Some(piece);
    }
    out
}

/// Separates a template's own parameters from the `|` around them.
fn parameters(pieces: &Pieces, shapes: &Shapes, gaps: &mut [usize]) {
    let Some(opener) = pieces.all.iter().position(|piece| !is_text(piece)) else { return };
    let Some(own) = shapes.own.get(opener).copied().filter(|own| *own > 0) else { return };
    if shapes.frames.get(own).is_some_and(|frame| frame.parameters == Some(TokenKind::Pipe)) {
        let closer = (opener + 1..shapes.own.len()).find(|at| shapes.own.get(*at) == Some(&own));
        for at in [Some(opener + 1), closer].into_iter().flatten() {
            if let Some(gap) = gaps.get_mut(at) {
                *gap = 1;
            }
        }
    }
}

/// Returns whether the piece is text of the template, with the delimiters of the tags around it.
fn is_text(piece: &Piece) -> bool {
    piece.kind == PieceKind::Token(TokenKind::RenderString)
}
