//! Vertical alignment. The arrows of attributes, hashes and selectors are always aligned. The `=`, the names of
//! parameters and the first attributes after titles are aligned only where the author aligned them.

use rustc_hash::FxHashMap;

use super::pieces::{Line, Pieces};
use super::shape::{Role, Shapes};
use crate::TokenKind;
use pprepl_text::columns::width;

/// Aligns the arrows of each list; only entries alone on their line take part.
pub fn arrows(pieces: &Pieces, shapes: &Shapes, gaps: &mut [usize]) {
    let entries: Vec<Entry> = pieces.lines.iter().filter_map(|line| entry(line, pieces, shapes, gaps)).collect();
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

fn entry(line: &Line, pieces: &Pieces, shapes: &Shapes, gaps: &[usize]) -> Option<Entry> {
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
    Some(Entry { list: (frame, semicolons(line.first, frame, pieces, shapes)), arrow, width })
}

/// Returns whether an entry of a list starts with this piece and does not continue another one.
fn starts_entry(first: usize, pieces: &Pieces) -> bool {
    use TokenKind::*;
    let before = (0..first).rev().find_map(|at| pieces.token(at));
    before.is_some_and(|kind| {
        matches!(kind, Comma | Semicolon | Colon) || kind.closing().is_some() || matches!(kind, LCollect | LLCollect)
    })
}

/// Returns the last `;` or `:` of the frame before a piece, where its list starts; 0 without one.
fn semicolons(first: usize, frame: usize, pieces: &Pieces, shapes: &Shapes) -> usize {
    let opener = shapes.frames.get(frame).map_or(0, |frame| frame.opener);
    if !shapes.frames.get(frame).is_some_and(|frame| frame.colon) {
        return 0;
    }
    let ends = |at: &usize| pieces.token(*at) == Some(TokenKind::Semicolon) && shapes.inside.get(*at) == Some(&frame);
    (opener..first).rev().find(ends).unwrap_or(0)
}

/// Keeps the author's spaces before `=`, between a parameter's type and its name, and after a title. This applies only
/// if another line of the same brackets has that piece in the same column.
pub fn assignments(pieces: &Pieces, shapes: &Shapes, gaps: &mut [usize]) {
    for find in [first_equals, first_parameter, first_attribute] {
        let place = |line: &Line| {
            let at = find(line, pieces, shapes)?;
            Some((at, (*shapes.inside.get(at)?, column(line, at, pieces)?)))
        };
        let places: Vec<(usize, (usize, usize))> = pieces.lines.iter().filter_map(place).collect();
        let mut count: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        places.iter().for_each(|(_, column)| *count.entry(*column).or_default() += 1);
        for (at, column) in places {
            let blanks = pieces.all.get(at).map_or(0, |piece| piece.blanks);
            let aligned = blanks > 1 && count.get(&column).is_some_and(|&count| count > 1);
            if let Some(gap) = gaps.get_mut(at).filter(|_| aligned) {
                *gap = blanks;
            }
        }
    }
}

/// Returns the first attribute after a title on its line.
fn first_attribute(line: &Line, pieces: &Pieces, shapes: &Shapes) -> Option<usize> {
    let frame = shapes.inside.get(line.first).filter(|frame| **frame > 0)?;
    let found = |at: &usize| pieces.token(*at) == Some(TokenKind::Colon) && shapes.inside.get(*at) == Some(frame);
    (line.first..line.end.saturating_sub(1)).find(found).map(|at| at + 1)
}

fn first_equals(line: &Line, pieces: &Pieces, shapes: &Shapes) -> Option<usize> {
    let frame = shapes.inside.get(line.first)?;
    let found = |at: &usize| pieces.token(*at) == Some(TokenKind::Equals) && shapes.inside.get(*at) == Some(frame);
    (line.first + 1..line.end).find(found)
}

fn first_parameter(line: &Line, pieces: &Pieces, shapes: &Shapes) -> Option<usize> {
    shapes.frame(line.first).filter(|frame| frame.parameters.is_some())?;
    let frame = shapes.inside.get(line.first)?;
    let found = |at: &usize| pieces.token(*at) == Some(TokenKind::Variable) && shapes.inside.get(*at) == Some(frame);
    (line.first + 1..line.end).find(found)
}

/// Returns the distance in the source from the line's first piece to a piece, in columns.
fn column(line: &Line, at: usize, pieces: &Pieces) -> Option<usize> {
    let before = pieces.all.get(line.first..at)?;
    if before.iter().any(|piece| piece.text.contains('\n')) {
        return None;
    }
    let blanks: usize = pieces.all.get(line.first + 1..=at)?.iter().map(|piece| piece.blanks).sum();
    Some(before.iter().map(|piece| width(piece.text)).sum::<usize>() + blanks)
}
