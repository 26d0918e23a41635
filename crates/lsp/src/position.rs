//! Lines, and the conversion between byte offsets and the positions of the protocol.

use std::borrow::Cow;
use std::cell::Cell;

use lsp_types::{Position, PositionEncodingKind, Range};
use pprepl_text::Span;

/// The unit in which a client counts characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// Chooses the first offered encoding that the server knows.
    pub fn negotiated<'o>(mut offered: impl Iterator<Item = &'o str>) -> Encoding {
        let known = |kind| match kind {
            "utf-8" => Some(Encoding::Utf8),
            "utf-16" => Some(Encoding::Utf16),
            "utf-32" => Some(Encoding::Utf32),
            _ => None,
        };
        offered.find_map(known).unwrap_or_default()
    }

    /// Returns the protocol's name of the encoding.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// Returns the length of a string in units.
    pub fn length(self, text: &str) -> u32 {
        let length = match self {
            Encoding::Utf8 => text.len(),
            _ if text.is_ascii() => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => text.chars().count(),
        };
        u32::try_from(length).unwrap_or(u32::MAX)
    }

    /// Returns the byte offset of a unit in a line; the end of the line for a unit after it.
    fn offset(self, line: &str, unit: u32) -> usize {
        let mut units = 0;
        for (at, letter) in line.char_indices() {
            if units >= unit {
                return at;
            }
            units += match self {
                Encoding::Utf8 => letter.len_utf8() as u32,
                Encoding::Utf16 => letter.len_utf16() as u32,
                Encoding::Utf32 => 1,
            };
        }
        line.len()
    }
}

/// Returns the offsets at which the lines of a source start.
pub fn line_starts(text: &str) -> Vec<u32> {
    let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect()
}

/// A source with its lines.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t str,
    starts: Cow<'t, [u32]>,
    encoding: Encoding,
    /// The last offset whose position was asked for, and the units before it in its line. A list of positions
    /// continues from there: to count each from the start of its line takes long where all are in one line.
    last: Cell<(usize, u32)>,
}

impl<'t> Lines<'t> {
    pub fn new(text: &'t str, encoding: Encoding) -> Lines<'t> {
        Lines { text, starts: line_starts(text).into(), encoding, last: Cell::default() }
    }

    /// Uses the known starts of the lines.
    pub fn with_starts(text: &'t str, starts: &'t [u32], encoding: Encoding) -> Lines<'t> {
        Lines { text, starts: starts.into(), encoding, last: Cell::default() }
    }

    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the number of the line, from 0, that contains an offset.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start as usize <= offset).saturating_sub(1)
    }

    /// Returns the bytes of a line without its end.
    pub fn span_of_line(&self, line: usize) -> Span {
        let Some(start) = self.starts.get(line).copied() else { return Span::at(self.text.len() as u32) };
        let end = self.starts.get(line + 1).map_or(self.text.len(), |next| *next as usize);
        let text = self.text.get(start as usize..end).unwrap_or("").trim_end_matches(['\n', '\r']);
        Span::new(start, start + text.len() as u32)
    }

    /// Returns the number of lines, at least 1.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    pub fn position(&self, offset: u32) -> Position {
        let offset = (offset as usize).min(self.text.len());
        let line = self.line_of(offset);
        let start = self.starts.get(line).map_or(0, |start| *start as usize);
        let known = self.last.get();
        let (from, units) = if (start..=offset).contains(&known.0) { known } else { (start, 0) };
        let Some(between) = self.text.get(from..offset) else { return Position::new(line as u32, 0) };
        let units = units + self.encoding.length(between);
        self.last.set((offset, units));
        Position::new(line as u32, units)
    }

    pub fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// Returns the byte offset of a position; positions after a line's end mean its end.
    pub fn offset(&self, position: Position) -> usize {
        let span = self.span_of_line(position.line as usize);
        span.start as usize + self.encoding.offset(span.of(self.text), position.character)
    }

    pub fn span(&self, range: Range) -> Span {
        Span::new(self.offset(range.start) as u32, self.offset(range.end) as u32)
    }

    /// Returns the byte offset of a line and a column in characters, both from 1.
    pub fn offset_of_column(&self, (line, column): (u32, u32)) -> u32 {
        let span = self.span_of_line((line as usize).saturating_sub(1));
        let line = span.of(self.text);
        let units = column.saturating_sub(1) as usize;
        let inside = line.char_indices().nth(units).map_or(line.len(), |(at, _)| at);
        span.start + inside as u32
    }
}
