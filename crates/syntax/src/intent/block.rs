//! Blocks of other languages: a header and a body between `{ }`, after a colon, or up to `end`.

use super::rewrite::Rewriter;
use super::view::View;
use crate::TokenKind as T;
use std::ops::Range;

/// The form of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// `{ .. }`.
    Braces,
    /// `:` and an indented body, as in Python.
    Colon,
    /// `then .. end`, `do .. done`, `then .. fi`, or lines up to `end`.
    Words,
    /// One statement without a mark, as in `if (x) f()`.
    Bare,
}

/// A block: its header, its body, and the first token after it.
pub(super) struct Block {
    pub style: Style,
    pub header: Range<usize>,
    pub body: Range<usize>,
    pub end: usize,
}

const OPENERS: [&str; 2] = ["then", "do"];
const CLOSERS: [&str; 7] = ["end", "fi", "done", "endif", "endfor", "endforeach", "endwhile"];

/// Returns the block whose header begins at `start`; `margin` is the indentation of the line of its keyword.
pub(super) fn block_from(view: &View, start: usize, margin: usize) -> Option<Block> {
    let mut at = start;
    while at < view.end() {
        let text = view.text(at);
        match view.kind(at) {
            T::LBrace | T::SelBrace => return Some(braces(view, start, at)),
            T::Colon if matches!(view.kind(at + 1), T::LBrace | T::SelBrace) => {
                return Some(Block { header: start..at, ..braces(view, start, at + 1) });
            }
            T::Colon if !view.is_adjacent(at + 1) || view.begins_line(at + 1) => {
                return Some(colon(view, start, at, margin));
            }
            T::Semicolon if OPENERS.contains(&view.text(at + 1)) => return words(view, start, at, at + 2),
            _ if view.is_name(at) && OPENERS.contains(&text) && view.kind(at + 1) == T::LBrace => {
                return Some(Block { header: start..at, ..braces(view, start, at + 1) });
            }
            _ if view.is_name(at) && OPENERS.contains(&text) => return words(view, start, at, at + 1),
            T::RBrace | T::RBrack | T::RParen => return None,
            _ => {}
        }
        if at > start && view.begins_line(at) {
            return words(view, start, at, at);
        }
        if at > start
            && view.kind(at - 1) == T::RParen
            && (view.is_name(at) || view.kind(at) == T::Variable)
            && view.kind(start) != T::Function
            && !is_operator_word(view, at)
        {
            return Some(unmarked(view, start, at));
        }
        at = view.closing(at).map_or(at + 1, |closer| closer + 1);
    }
    None
}

fn is_operator_word(view: &View, at: usize) -> bool {
    matches!(view.text(at), "is" | "not" | "eq" | "ne" | "as" | "of")
}

fn braces(view: &View, start: usize, opener: usize) -> Block {
    let closer = view.closing(opener).unwrap_or(view.end());
    let end = (closer + 1).min(view.end());
    Block { style: Style::Braces, header: start..opener, body: opener + 1..closer, end }
}

/// Reads a body after a colon: the rest of the line, or the lines below that are indented deeper.
fn colon(view: &View, start: usize, at: usize, margin: usize) -> Block {
    let first = at + 1;
    let mut end = if view.begins_line(first) { first } else { view.line_end(first) };
    if end == first {
        while end < view.end() && (!view.begins_line(end) || view.indentation(end) > margin) {
            end += 1;
        }
    }
    Block { style: Style::Colon, header: start..at, body: first..end, end }
}

/// Reads a body up to the word that closes it.
pub(super) fn words(view: &View, start: usize, header_end: usize, first: usize) -> Option<Block> {
    let mut depth = 0_usize;
    let mut at = first;
    while at < view.end() {
        let text = view.text(at);
        let is_word = view.is_name(at) || matches!(view.kind(at), T::Else | T::Elsif);
        if is_word && CLOSERS.contains(&text) && starts(view, at) {
            if depth == 0 {
                return Some(Block { style: Style::Words, header: start..header_end, body: first..at, end: at + 1 });
            }
            depth -= 1;
        } else if depth == 0 && is_word && matches!(text, "elif" | "elseif" | "elsif" | "else") {
            return Some(Block { style: Style::Words, header: start..header_end, body: first..at, end: at });
        } else if is_word && OPENERS.contains(&text) {
            depth += 1;
        }
        at = match view.kind(at) {
            T::RBrace | T::RBrack | T::RParen => return None,
            _ => view.closing(at).map_or(at + 1, |closer| closer + 1),
        };
    }
    None
}

/// Returns whether a closing word may be at this token.
fn starts(view: &View, at: usize) -> bool {
    at == 0 || !matches!(view.kind(at - 1), T::Dot | T::Comma | T::FatArrow | T::Equals)
}

/// Reads one statement without braces, up to the end of its line or an `else`.
pub(super) fn unmarked(view: &View, start: usize, at: usize) -> Block {
    let line = view.line_end(at);
    let end = (at..line)
        .find(|&index| matches!(view.kind(index), T::Else | T::Elsif | T::RBrace | T::Semicolon))
        .unwrap_or(line);
    let after = end + usize::from(view.kind(end) == T::Semicolon);
    Block { style: Style::Bare, header: start..at, body: at..end, end: after }
}

impl Block {
    /// Returns the body in braces, translated; the block begins on the line of the token `line`.
    pub fn in_braces(&self, rewriter: &Rewriter, line: usize) -> String {
        let view = &rewriter.view;
        if self.body.is_empty() {
            return "{ }".to_owned();
        }
        let body = rewriter.range(self.body.clone());
        let body = body.trim();
        if !view.begins_line(self.body.start) && !body.contains('\n') {
            return format!("{{ {body} }}");
        }
        let gap = view.gap(self.body.start);
        let lead = if gap.contains('\n') { gap.trim_end_matches(['\r']) } else { "\n  " };
        format!("{{{lead}{body}\n{}}}", view.margin(line))
    }
}

/// Returns a header without the brackets around all of it and without a `;` at its end.
pub(super) fn inner_header(view: &View, mut header: Range<usize>) -> Range<usize> {
    while header.end > header.start && view.kind(header.end - 1) == T::Semicolon {
        header.end -= 1;
    }
    while header.len() > 2 && view.closing(header.start) == Some(header.end - 1) && !view.is(header.start, "{") {
        header = header.start + 1..header.end - 1;
    }
    header
}
