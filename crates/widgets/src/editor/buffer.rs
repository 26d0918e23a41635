//! The text of a cell with the places where its lines start, kept up to date change by change: no key walks the whole
//! text. Line ends stay as they are (`\n` or `\r\n`); neither belongs to the line's own bytes.

use std::ops::Range;

use super::grapheme;

/// A text and its lines.
#[derive(Clone, Debug)]
pub struct Buffer {
    text: String,
    /// Where each line starts; the first at 0.
    starts: Vec<usize>,
    version: u64,
}

/// What a change did to the lines: which one it started in, how many there were and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchedLines {
    pub first: usize,
    /// How many lines held the bytes that went away.
    pub old: usize,
    /// How many lines hold the bytes that came in.
    pub new: usize,
}

impl Buffer {
    /// A buffer of this text.
    pub fn new(text: impl Into<String>) -> Buffer {
        let text = text.into();
        let mut starts = vec![0];
        starts.extend(line_ends(&text).map(|at| at + 1));
        Buffer { text, starts, version: 0 }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many changes there were.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// How many lines there are; a text that ends with a line end has an empty one after it.
    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    /// The line that holds this byte.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Where a line starts; the text's end for a line that there is not.
    pub fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.text.len())
    }

    /// Where a line's own bytes end.
    pub fn end(&self, line: usize) -> usize {
        let Some(&next) = self.starts.get(line + 1) else { return self.text.len() };
        let end = next - 1;
        let carriage = end > self.start(line) && self.text.as_bytes().get(end - 1) == Some(&b'\r');
        end - usize::from(carriage)
    }

    /// The bytes of a line.
    pub fn range(&self, line: usize) -> Range<usize> {
        self.start(line)..self.end(line)
    }

    /// The text of a line.
    pub fn line(&self, line: usize) -> &str {
        self.slice(self.range(line))
    }

    /// The text of these bytes; nothing where they are none of the text's.
    pub fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or("")
    }

    /// The place next to `offset` (not after it, unless there is not one) where a grapheme starts.
    pub fn snap(&self, offset: usize) -> usize {
        grapheme::floor(&self.text, offset)
    }

    /// Where the grapheme after `offset` ends.
    pub fn next(&self, offset: usize) -> usize {
        grapheme::next(&self.text, offset)
    }

    /// Where the grapheme before `offset` starts.
    pub fn previous(&self, offset: usize) -> usize {
        grapheme::previous(&self.text, offset)
    }

    /// The character after `offset`.
    pub fn char_at(&self, offset: usize) -> Option<char> {
        self.text.get(offset..)?.chars().next()
    }

    /// The character before `offset`.
    pub fn char_before(&self, offset: usize) -> Option<char> {
        self.text.get(..offset)?.chars().next_back()
    }

    /// Where the first character of a line that is no space stands, or the line's end.
    pub fn first_filled(&self, line: usize) -> usize {
        let own = self.line(line);
        self.start(line) + own.len() - own.trim_start().len()
    }

    /// Returns whether there is nothing but spaces on the line.
    pub fn is_space(&self, line: usize) -> bool {
        self.line(line).trim().is_empty()
    }

    /// `range` cut to the text and to whole characters.
    pub fn clamped(&self, range: Range<usize>) -> Range<usize> {
        let start = grapheme::char_floor(&self.text, range.start);
        start..grapheme::char_floor(&self.text, range.end).max(start)
    }

    /// Puts `with` in place of the bytes of `range`, which [`Buffer::clamped`] gave.
    pub fn replace(&mut self, range: Range<usize>, with: &str) -> TouchedLines {
        let range = self.clamped(range);
        let (first, last) = (self.line_of(range.start), self.line_of(range.end));
        let gone = range.len();
        self.text.replace_range(range.clone(), with);
        let come = line_ends(with).map(|at| range.start + at + 1);
        let before = self.starts.len();
        self.starts.splice(first + 1..last + 1, come);
        let new = self.starts.len() + (last - first) - before;
        for start in self.starts.iter_mut().skip(first + 1 + new) {
            *start = *start + with.len() - gone;
        }
        self.version += 1;
        TouchedLines { first, old: last - first + 1, new: new + 1 }
    }
}

fn line_ends(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at)
}
