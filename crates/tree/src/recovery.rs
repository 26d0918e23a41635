//! Location of errors in a source: the smallest pieces to omit so that the rest parses.
//!
//! A parser that only skips ahead loses the source that an unclosed bracket or quote swallowed. Users write
//! statements on their own lines and indent the contents, so the search starts with the layout. A piece is a line
//! with the following lines that are indented further or continue it. A piece that does not parse alone is broken;
//! the search shrinks it while its rest parses. The grammar parses the pieces; `syntax` finds their errors.

use std::ops::Range;

use tree_sitter::{Node, Parser, Tree};

use pprepl_text::Span;

/// A source without its broken pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// The broken pieces, in order; empty when the source parses as it is.
    pub holes: Vec<Span>,
    /// The source with spaces in place of the broken pieces, so that all offsets stay the same.
    pub rest: String,
}

impl Recovery {
    /// Returns the source with only hole `index` restored: to find its error.
    pub fn with_hole(&self, text: &str, index: usize) -> String {
        let others = self.holes.iter().enumerate().filter(|&(i, _)| i != index);
        space(text, &others.map(|(_, hole)| *hole).collect::<Vec<_>>())
    }
}

/// Finds the broken pieces of a source.
pub fn recover(text: &str) -> Recovery {
    let all = [Span::new(0, text.len() as u32)];
    search(text).unwrap_or_else(|| Recovery { holes: all.to_vec(), rest: space(text, &all) })
}

/// Searches holes by the layout, down to statements, then down to lines, then those of the grammar. Returns `None`
/// when no set of holes makes the source parse.
fn search(text: &str) -> Option<Recovery> {
    let mut reader = Reader { parser: super::parser()?, left: MAX_READS };
    let tree = reader.read(text)?;
    if !tree.root_node().has_error() {
        return Some(Recovery { holes: Vec::new(), rest: text.to_string() });
    }
    let mut holes = broken_pieces(&mut reader, text, MinErrorSize::Statement);
    if !reader.accepts(&space(text, &holes)) {
        holes = broken_pieces(&mut reader, text, MinErrorSize::Line);
    }
    if !reader.accepts(&space(text, &holes)) {
        holes = error_children(&tree);
    }
    restore(&mut reader, text, &mut holes);
    let rest = space(text, &holes);
    reader.accepts(&rest).then_some(Recovery { holes, rest })
}

/// Returns `text` with spaces for the bytes of the spans; line ends stay.
fn space(text: &str, spans: &[Span]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for span in spans {
        for byte in bytes.iter_mut().take(span.end as usize).skip(span.start as usize) {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// The maximum number of parses in the search for the smallest pieces; afterwards larger pieces are accepted.
const MAX_READS: usize = 400;

/// The maximum number of pieces that an incomplete one may extend over (a heredoc body, a block without
/// indentation).
const MAX_JOINED: usize = 60;

struct Reader {
    parser: Parser,
    left: usize,
}

impl Reader {
    fn read(&mut self, text: &str) -> Option<Tree> {
        self.left = self.left.saturating_sub(1);
        self.parser.parse(text, None)
    }

    /// Returns whether the source parses without an error.
    fn accepts(&mut self, text: &str) -> bool {
        self.read(text).is_some_and(|tree| !tree.root_node().has_error())
    }
}

// ---- layout

/// A line of the source.
#[derive(Clone, Copy)]
struct Line {
    start: usize,
    end: usize,
    /// The columns of indentation; `None` for a line without code.
    indent: Option<usize>,
    /// Whether it starts like a continuation: with a closing bracket, an operator, an `else`.
    continues: bool,
}

fn lines(text: &str) -> Vec<Line> {
    let mut start = 0;
    let line = |content: &str| {
        let trimmed = content.trim();
        let indent = content.len() - content.trim_start().len();
        let blank = trimmed.is_empty() || trimmed.starts_with('#');
        let line = Line {
            start,
            end: start + content.len(),
            indent: (!blank).then_some(indent),
            continues: is_continuation(trimmed),
        };
        start += content.len();
        line
    };
    text.split_inclusive('\n').map(line).collect()
}

fn is_continuation(line: &str) -> bool {
    let word = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
    match line.chars().next() {
        Some(')' | ']' | '}' | '|' | ',' | '.' | '~' | '<' | '>' | '=' | '+' | '-' | '?' | '%') => true,
        Some(':') => !line.starts_with("::"),
        Some('!') => line.starts_with("!=") || line.starts_with("!~"),
        _ => matches!(word, "else" | "elsif" | "and" | "or" | "in"),
    }
}

/// Splits a run of lines into pieces: each starts with a line of the least indentation that is not a continuation.
fn pieces(lines: &[Line], range: Range<usize>) -> Vec<Range<usize>> {
    let run = lines.get(range.clone()).unwrap_or(&[]);
    let least = run.iter().filter(|line| !line.continues).filter_map(|line| line.indent).min().unwrap_or(0);
    let mut starts: Vec<usize> = vec![range.start];
    for (index, line) in range.clone().zip(run).skip(1) {
        let starts_piece = line.indent.is_some_and(|indent| indent < least || indent == least && !line.continues);
        if starts_piece {
            starts.push(index);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([range.end]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).filter(|piece| !piece.is_empty()).collect()
}

fn span_of(lines: &[Line], piece: &Range<usize>) -> Span {
    let start = lines.get(piece.start).map_or(0, |line| line.start);
    let end = piece.end.checked_sub(1).and_then(|last| lines.get(last)).map_or(start, |line| line.end);
    Span::new(start as u32, end as u32)
}

// ---- the search

/// The minimum extent of a hole.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MinErrorSize {
    /// Entire lines.
    Line,
    /// A part of a line, without the complete statements at its start and end.
    Statement,
}

/// Returns the pieces of the source that do not parse alone, shrunk.
fn broken_pieces(reader: &mut Reader, text: &str, least: MinErrorSize) -> Vec<Span> {
    let lines = lines(text);
    let pieces = pieces(&lines, 0..lines.len());
    let mut holes = Vec::new();
    let mut at = 0;
    while let Some(piece) = pieces.get(at) {
        let span = span_of(&lines, piece);
        at += 1;
        // Parsing pieces one by one has no limit: together they are no longer than the source.
        reader.left = reader.left.saturating_add(1);
        if reader.accepts(span.of(text)) {
            continue;
        }
        if let Some(joined) = join(reader, text, &lines, pieces.get(at..).unwrap_or(&[]), span) {
            at += joined;
            continue;
        }
        let other_holes = Vec::new();
        let mut search = Search { reader: &mut *reader, text, lines: &lines, piece: span, least, other_holes };
        holes.extend(search.shrink(piece.clone()).into_iter().map(|hole| without_spaces(hole, text)));
    }
    holes
}

/// Returns how many of the next pieces complete an unfinished piece: up to a piece that does not parse alone or,
/// for a heredoc, any piece.
fn join(reader: &mut Reader, text: &str, lines: &[Line], next: &[Range<usize>], span: Span) -> Option<usize> {
    let heredoc = span.of(text).contains("@(");
    for (index, piece) in next.iter().take(MAX_JOINED).enumerate() {
        let last = span_of(lines, piece);
        if reader.left == 0 {
            return None;
        }
        if (heredoc || !reader.accepts(last.of(text))) && reader.accepts(span.to(last).of(text)) {
            return Some(index + 1);
        }
    }
    None
}

/// The search for the smallest holes in a broken piece.
struct Search<'a> {
    reader: &'a mut Reader,
    text: &'a str,
    lines: &'a [Line],
    piece: Span,
    least: MinErrorSize,
    /// Other holes of the piece than the one that is being shrunk.
    other_holes: Vec<Span>,
}

impl Search<'_> {
    fn span(&self, part: &Range<usize>) -> Span {
        span_of(self.lines, part)
    }

    /// Returns whether the piece parses without these parts.
    fn reads_without(&mut self, holes: &[Span]) -> bool {
        let base = self.piece.start;
        let holes = holes.iter().chain(&self.other_holes);
        let inside: Vec<Span> = holes.map(|hole| Span::new(hole.start - base, hole.end - base)).collect();
        self.reader.left > 0 && self.reader.accepts(&space(self.piece.of(self.text), &inside))
    }

    /// Returns the holes for a part without which the piece parses: the part, or less of it.
    fn shrink(&mut self, part: Range<usize>) -> Vec<Span> {
        if part.len() > 1 {
            let inner = pieces(self.lines, part.start + 1..part.end);
            if let Some(one) = inner.iter().find(|inner| self.is_enough(inner)) {
                return self.shrink(one.clone());
            }
            if let Some(holes) = self.several(&inner).or_else(|| self.frame(&part, &inner)) {
                return holes;
            }
        }
        vec![self.trim(self.span(&part))]
    }

    fn is_enough(&mut self, part: &Range<usize>) -> bool {
        let span = self.span(part);
        self.reads_without(&[span])
    }

    /// Returns the inner parts that do not parse alone, each shrunk, if their removal suffices. Parts that only
    /// close a bracket are excluded.
    fn several(&mut self, inner: &[Range<usize>]) -> Option<Vec<Span>> {
        let mut broken = Vec::new();
        for part in inner {
            let closes = self.lines.get(part.start).is_some_and(|line| line.continues);
            if !closes && !self.reader.accepts(self.span(part).of(self.text)) {
                broken.push(part.clone());
            }
        }
        let spans: Vec<Span> = broken.iter().map(|part| self.span(part)).collect();
        if spans.len() < 2 || !self.reads_without(&spans) {
            return None;
        }
        let mut holes = Vec::new();
        let before = self.other_holes.len();
        for (index, part) in broken.into_iter().enumerate() {
            self.other_holes.extend(spans.iter().skip(index + 1));
            let shrunk = self.shrink(part);
            self.other_holes.truncate(before + holes.len());
            self.other_holes.extend(&shrunk);
            holes.extend(shrunk);
        }
        self.other_holes.truncate(before);
        Some(holes)
    }

    /// Returns the first line, or the first and the last: the lines between them parse without their frame.
    fn frame(&mut self, part: &Range<usize>, inner: &[Range<usize>]) -> Option<Vec<Span>> {
        let first = self.span(&(part.start..part.start + 1));
        if self.reads_without(&[first]) {
            return Some(vec![first]);
        }
        let frame = [first, self.span(inner.last()?)];
        self.reads_without(&frame).then(|| frame.to_vec())
    }

    /// Removes the complete statements at the start and end of a hole, if the piece still parses.
    fn trim(&mut self, hole: Span) -> Span {
        let hole = without_spaces(hole, self.text);
        if self.least == MinErrorSize::Line {
            return hole;
        }
        let Some(tree) = self.reader.read(hole.of(self.text)) else { return hole };
        let root = tree.root_node();
        let mut walk = root.walk();
        let children: Vec<Node> = root.children(&mut walk).collect();
        let sound = |node: &&Node| !node.has_error() && node.is_named();
        let before = children.iter().take_while(sound).last().map_or(0, |node| node.end_byte() as u32);
        let behind = children.iter().rev().take_while(sound).last().map(|node| node.start_byte() as u32);
        let from_start = Span::new(hole.start + before, hole.end);
        let to_end = Span::new(from_start.start, hole.start + behind.unwrap_or(hole.len()));
        for smaller in [to_end, from_start].map(|span| without_spaces(span, self.text)) {
            if !smaller.is_empty() && self.reads_without(&[smaller]) {
                return smaller;
            }
        }
        hole
    }
}

/// Returns the span without leading and trailing whitespace.
fn without_spaces(span: Span, text: &str) -> Span {
    let inside = if span.start < span.end { span.of(text) } else { "" };
    let start = span.start + (inside.len() - inside.trim_start().len()) as u32;
    Span::new(start, start + inside.trim().len() as u32)
}

/// Returns the statements in which the grammar found errors, when the layout does not help.
fn error_children(tree: &Tree) -> Vec<Span> {
    let root = tree.root_node();
    let mut walk = root.walk();
    let faulty = root.children(&mut walk).filter(|node| node.has_error());
    faulty.map(|node| Span::new(node.start_byte() as u32, node.end_byte() as u32)).collect()
}

/// Restores the holes that are valid in their context: `A ->` at the end of a line is not a statement alone, but is
/// with the next line.
fn restore(reader: &mut Reader, text: &str, holes: &mut Vec<Span>) {
    let mut index = 0;
    while index < holes.len() && holes.len() > 1 && reader.left > 0 {
        let mut others = holes.clone();
        others.remove(index);
        if reader.accepts(&space(text, &others)) {
            *holes = others;
        } else {
            index += 1;
        }
    }
}
