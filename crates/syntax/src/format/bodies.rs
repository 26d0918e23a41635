//! Line breaks around bodies: where the braces of a body are on different lines, its code starts on a line of its own,
//! and so does the closing brace.

use super::pieces::{Line, PieceKind, Pieces};
use super::shape::{Frame, Role, Shapes};
use crate::TokenKind;

/// Returns the lines with these line breaks.
pub fn broken<'s>(pieces: &Pieces<'s>, shapes: &Shapes) -> Vec<Line<'s>> {
    let starts = starts(pieces, shapes);
    let mut lines = Vec::with_capacity(pieces.lines.len());
    for line in &pieces.lines {
        let mut parts = parts(line, &starts);
        if !line.heredocs.is_empty() && parts.len() > 1 {
            parts = with_heredocs(line, parts, pieces);
        }
        lines.extend(parts);
    }
    lines
}

/// Returns which pieces start a line: the first code of a body whose braces are on different lines, and its closing
/// brace.
fn starts(pieces: &Pieces, shapes: &Shapes) -> Vec<bool> {
    let mut starts = vec![false; pieces.all.len()];
    // The body of each frame: false if its braces are on the same line.
    let mut open = vec![false; shapes.frames.len()];
    for line in &pieces.lines {
        for at in line.first..line.end {
            let Some(&own) = shapes.own.get(at).filter(|own| **own > 0) else { continue };
            if shapes.role(at) == Role::Closes {
                let is_open = open.get(own) == Some(&true);
                let opener = shapes.frames.get(own).map_or(at, |frame| frame.opener);
                if is_open && opener < line.first && opener + 1 < at {
                    mark(&mut starts, at);
                    let comment = pieces.all.get(opener + 1).is_some_and(|piece| piece.kind == PieceKind::LineComment);
                    if !comment {
                        mark(&mut starts, opener + 1);
                    }
                }
            } else if let Some(open) = open.get_mut(own) {
                *open = shapes.frames.get(own).is_some_and(|frame| is_body(pieces, frame));
            }
        }
    }
    starts
}

fn mark(starts: &mut [bool], at: usize) {
    if let Some(start) = starts.get_mut(at) {
        *start = true;
    }
}

/// Returns whether a frame contains code: it is neither a hash nor the attributes of a resource.
fn is_body(pieces: &Pieces, frame: &Frame) -> bool {
    pieces.token(frame.opener) == Some(TokenKind::LBrace) && !frame.arrow && (!frame.colon || frame.case)
}

/// Splits a line before the pieces that start one.
fn parts<'s>(line: &Line<'s>, starts: &[bool]) -> Vec<Line<'s>> {
    let mut parts = vec![Line { heredocs: "", ..*line }];
    for at in line.first + 1..line.end {
        if starts.get(at) == Some(&true) {
            if let Some(last) = parts.last_mut() {
                last.end = at;
            }
            parts.push(Line { first: at, end: line.end, blank_before: false, heredocs: "" });
        }
    }
    if let [only] = &mut parts[..] {
        only.heredocs = line.heredocs;
    }
    parts
}

/// Gives the heredocs to the part that has their tags. A line stays whole if several parts have some.
fn with_heredocs<'s>(line: &Line<'s>, mut parts: Vec<Line<'s>>, pieces: &Pieces) -> Vec<Line<'s>> {
    let has_tag = |part: &&mut Line| {
        let own = pieces.all.get(part.first..part.end).unwrap_or_default();
        // A tag may also be in a string.
        own.iter().any(|piece| piece.text.contains("@("))
    };
    let mut tagged: Vec<&mut Line> = parts.iter_mut().filter(has_tag).collect();
    match &mut tagged[..] {
        [only] => {
            only.heredocs = line.heredocs;
            parts
        }
        _ => vec![*line],
    }
}
