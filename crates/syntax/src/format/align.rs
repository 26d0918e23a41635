//! Vertical alignment of arrows: attributes, hashes and selectors are always aligned.

use rustc_hash::FxHashMap;

use super::pieces::{Line, Pieces};
use super::shape::{Role, Shapes};
use crate::TokenKind;
use pprepl_text::columns::width;

/// Aligns the arrows of each list; only entries alone on their line take part.
pub fn arrows(pieces: &Pieces, shapes: &Shapes, gaps: &mut [usize]) {
    let mut ends = ListEnds::default();
    let entries: Vec<Entry> =
        pieces.lines.iter().filter_map(|line| entry(line, pieces, shapes, gaps, &mut ends)).collect();
    let mut widest: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for entry in &entries {
        let column = widest.entry(entry.list).or_default();
        *column = entry.width.max(*column);
    }
    for entry in &entries {
        let column = widest.get(&entry.list).copied().unwrap_or(entry.width);
        if let Some(gap) = gaps.get_mut(entry.arrow) {
            *gap = column + 1 - entry.width;
        }
    }
}

/// The only entry on its line.
struct Entry {
    /// The frame that contains it, and the last `;` in the frame before it.
    list: (usize, usize),
    arrow: usize,
    /// The width of its key in columns.
    width: usize,
}

fn entry(line: &Line, pieces: &Pieces, shapes: &Shapes, gaps: &[usize], ends: &mut ListEnds) -> Option<Entry> {
    let frame = *shapes.inside.get(line.first)?;
    if frame == 0 || shapes.role(line.first) == Role::Closes {
        return None;
    }
    let is_arrow = |at: &usize| {
        matches!(pieces.token(*at), Some(TokenKind::FatArrow | TokenKind::PlusArrow))
            && shapes.inside.get(*at) == Some(&frame)
    };
    let mut arrows = (line.first..line.end).filter(is_arrow);
    let (arrow, None) = (arrows.next()?, arrows.next()) else { return None };
    if arrow == line.first || !starts_entry(line.first, pieces) {
        return None;
    }
    let key = pieces.all.get(line.first..arrow)?;
    if key.iter().any(|piece| piece.text.contains('\n')) {
        return None;
    }
    let blanks: usize = gaps.get(line.first + 1..arrow)?.iter().sum();
    let width = key.iter().map(|piece| width(piece.text)).sum::<usize>() + blanks;
    Some(Entry { list: (frame, ends.before(line.first, frame, pieces, shapes)), arrow, width })
}

/// Returns whether an entry of a list starts with this piece and does not continue another one.
fn starts_entry(first: usize, pieces: &Pieces) -> bool {
    use TokenKind::*;
    let before = (0..first).rev().find_map(|at| pieces.token(at));
    before.is_some_and(|kind| {
        matches!(kind, Comma | Semicolon | Colon) || kind.closing().is_some() || matches!(kind, LCollect | LLCollect)
    })
}

/// The last `;` of each frame so far: the lines come in order, and each continues where the one before it ended.
#[derive(Default)]
struct ListEnds {
    /// The piece up to which a frame was searched, and its last `;` before that.
    searched: FxHashMap<usize, (usize, usize)>,
}

impl ListEnds {
    /// Returns the last `;` of the frame before a piece, where its list starts; 0 without one.
    fn before(&mut self, first: usize, frame: usize, pieces: &Pieces, shapes: &Shapes) -> usize {
        let Some(opener) = shapes.frames.get(frame).filter(|frame| frame.colon).map(|frame| frame.opener) else {
            return 0;
        };
        let (from, last) = self.searched.entry(frame).or_insert((opener, 0));
        let ends =
            |at: &usize| pieces.token(*at) == Some(TokenKind::Semicolon) && shapes.inside.get(*at) == Some(&frame);
        *last = (*from..first).rev().find(ends).unwrap_or(*last);
        *from = first;
        *last
    }
}
