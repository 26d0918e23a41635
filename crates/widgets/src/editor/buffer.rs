//! The text of a cell with the offsets of its line starts, updated incrementally: no key scans the whole text. Line
//! ends are preserved (` ` or `\r `); neither belongs to the line's own bytes.

use std::ops::Range;

use super::grapheme;

/// The text of a cell, indexed by line.
#[derive(Clone, Debug)]
pub struct Buffer {
    text: String,
    /// The offset of each line start; the first is 0.
    starts: Vec<usize>,
    version: u64,
}

/// The effect of a change on the lines: the first changed line, and the line counts before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedLines {
    pub first: usize,
    /// The number of lines of the removed bytes.
    pub old: usize,
    /// The number of lines of the inserted bytes.
    pub new: usize,
}

impl Buffer {
    /// Returns a buffer of this text.
    pub fn new(text: impl Into<String>) -> Buffer {
        let text = text.into();
        let mut starts = vec![0];
        starts.extend(line_ends(&text).map(|at| at + 1));
        Buffer { text, starts, version: 0 }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the number of changes so far.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the length in bytes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns the number of lines. Text that ends with a line end has an empty last line.
    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    /// Returns the line that contains this byte.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Returns the start of a line; the end of the text for a line out of range.
    pub fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.text.len())
    }

    /// Returns the end of a line, without its line end.
    pub fn end(&self, line: usize) -> usize {
        let Some(&next) = self.starts.get(line + 1) else { return self.text.len() };
        let end = next - 1;
        let carriage = end > self.start(line) && self.text.as_bytes().get(end - 1) == Some(&b'\r');
        end - usize::from(carriage)
    }

    /// Returns the byte range of a line.
    pub fn range(&self, line: usize) -> Range<usize> {
        self.start(line)..self.end(line)
    }

    /// Returns the text of a line.
    pub fn line(&self, line: usize) -> &str {
        self.slice(self.range(line))
    }

    /// Returns the text of a byte range, empty if it is invalid.
    pub fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or("")
    }

    /// Returns the nearest grapheme boundary at or before `offset`, or after it if none is before.
    pub fn snap(&self, offset: usize) -> usize {
        grapheme::floor(&self.text, offset)
    }

    /// Returns the end of the grapheme after `offset`.
    pub fn next(&self, offset: usize) -> usize {
        grapheme::next(&self.text, offset)
    }

    /// Returns the start of the grapheme before `offset`.
    pub fn previous(&self, offset: usize) -> usize {
        grapheme::previous(&self.text, offset)
    }

    /// Returns the character after `offset`.
    pub fn char_at(&self, offset: usize) -> Option<char> {
        self.text.get(offset..)?.chars().next()
    }

    /// Returns the character before `offset`.
    pub fn char_before(&self, offset: usize) -> Option<char> {
        self.text.get(..offset)?.chars().next_back()
    }

    /// Returns the offset of the first non-space character of a line, or the line's end.
    pub fn first_filled(&self, line: usize) -> usize {
        let own = self.line(line);
        self.start(line) + own.len() - own.trim_start().len()
    }

    /// Returns whether the line contains only spaces.
    pub fn is_space(&self, line: usize) -> bool {
        self.line(line).trim().is_empty()
    }

    /// Returns `range` limited to the text and to whole characters.
    pub fn clamped(&self, range: Range<usize>) -> Range<usize> {
        let start = grapheme::char_floor(&self.text, range.start);
        start..grapheme::char_floor(&self.text, range.end).max(start)
    }

    /// Replaces the bytes of `range`, which comes from [`Buffer::clamped`], with `with`.
    pub fn replace(&mut self, range: Range<usize>, with: &str) -> ChangedLines {
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
        ChangedLines { first, old: last - first + 1, new: new + 1 }
    }

    /// Expands a range to complete lines with their line ends.
    pub fn complete_lines(&self, range: Range<usize>) -> Range<usize> {
        let first = self.line_of(range.start);
        let last = self.line_of(range.end);
        self.start(first)..self.start(last + 1)
    }

    /// Returns the offset of this column in a line, or the line's end.
    pub fn at_column(&self, line: usize, goal: usize) -> usize {
        let (start, mut column) = (self.start(line), 0);
        for (offset, grapheme) in grapheme::graphemes(self.line(line)) {
            column += grapheme::columns(grapheme, column);
            if column > goal {
                return start + offset;
            }
        }
        self.end(line)
    }

    /// Returns the empty line above the paragraph at this offset, or the start of the text.
    pub fn paragraph_up(&self, at: usize) -> usize {
        let line = self.line_of(at);
        let filled = (0..=line).rev().find(|&line| !self.is_space(line));
        let blank = filled.and_then(|filled| (0..filled).rev().find(|&line| self.is_space(line)));
        blank.map_or(0, |line| self.start(line))
    }

    /// Returns the empty line below the paragraph at this offset, or the end of the text.
    pub fn paragraph_down(&self, at: usize) -> usize {
        let lines = self.lines();
        let line = self.line_of(at);
        let filled = (line..lines).find(|&line| !self.is_space(line));
        let blank = filled.and_then(|filled| (filled..lines).find(|&line| self.is_space(line)));
        blank.map_or(self.len(), |line| self.start(line))
    }

    /// Returns the start of the text in a line, if the line exists.
    pub fn line_start(&self, line: usize) -> Option<usize> {
        (line < self.lines()).then(|| self.first_filled(line))
    }

    /// Returns the offset a number of graphemes after `start`.
    pub fn along(&self, start: usize, times: usize) -> usize {
        (0..times).fold(start, |at, _| self.next(at))
    }

    /// Returns the end of the range without the last line end: `w` to another line takes nothing of that line.
    pub fn without_line_end(&self, start: usize, end: usize) -> usize {
        let (first, last) = (self.line_of(start), self.line_of(end));
        if last > first && end <= self.first_filled(last) { self.end(last - 1).max(start) } else { end }
    }

    /// Returns the bytes of these lines with one line end: the one after them, or else the one before.
    pub fn lines_to_delete(&self, first: usize, last: usize) -> Range<usize> {
        let (start, end) = (self.start(first), self.start(last + 1));
        if last + 1 < self.lines() || first == 0 { start..end } else { self.end(first - 1)..end }
    }
}

fn line_ends(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at)
}
