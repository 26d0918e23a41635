//! Soft wrap: which bytes of a line are on which row of the screen. Rows are broken after spaces where that leaves no
//! row half empty; the last column of the width stays free for the cursor and for the sign that a line continues.
//!
//! How many rows each line has is kept for one width and brought up to date line by line.

use std::ops::Range;

use super::buffer::{Buffer, TouchedLines};
use super::grapheme;

/// Lines of more bytes are broken at the width, so that no row asks for the whole line.
const LONG: usize = 4096;

/// How many rows each line has.
#[derive(Clone, Debug)]
pub struct Layout {
    width: usize,
    rows: Vec<u32>,
    total: usize,
}

/// A row of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line that it is of.
    pub line: usize,
    pub range: Range<usize>,
    /// Returns whether the line continues on the next row.
    pub goes_on: bool,
}

impl Layout {
    /// The rows of a text at this width.
    pub fn new(buffer: &Buffer, width: usize) -> Layout {
        let mut layout = Layout { width: 0, rows: Vec::new(), total: 0 };
        layout.set_width(buffer, width);
        layout
    }

    /// Takes another width.
    pub fn set_width(&mut self, buffer: &Buffer, width: usize) {
        let width = width.max(2) - 1;
        if width == self.width && self.rows.len() == buffer.lines() {
            return;
        }
        self.width = width;
        self.rows = (0..buffer.lines()).map(|line| count(buffer.line(line), width)).collect();
        self.total = self.rows.iter().map(|&rows| rows as usize).sum();
    }

    /// Follows a change.
    pub fn follow(&mut self, buffer: &Buffer, touched: TouchedLines) {
        let width = self.width;
        let end = (touched.first + touched.old).min(self.rows.len());
        let new = (touched.first..touched.first + touched.new).map(|line| count(buffer.line(line), width));
        let sum = |rows: &[u32]| rows.iter().map(|&rows| rows as usize).sum::<usize>();
        self.total -= sum(self.rows.get(touched.first..end).unwrap_or_default());
        self.rows.splice(touched.first.min(end)..end, new);
        self.total += sum(self.rows.get(touched.first..touched.first + touched.new).unwrap_or_default());
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.total
    }

    /// The row and column of a place.
    pub fn place(&self, buffer: &Buffer, offset: usize) -> (usize, usize) {
        let line = buffer.line_of(offset);
        let before: usize = self.rows.iter().take(line).map(|&rows| rows as usize).sum();
        let start = buffer.start(line);
        let starts = breaks(buffer.line(line), self.width);
        let sub = starts.iter().filter(|&&at| start + at <= offset).count();
        let from = start + sub.checked_sub(1).and_then(|at| starts.get(at)).copied().unwrap_or(0);
        let offset = offset.min(buffer.end(line)).max(from);
        (before + sub, grapheme::width(buffer.slice(from..offset)))
    }

    /// The place in a row at this column, or the nearest one in that row.
    pub fn offset(&self, buffer: &Buffer, row: usize, column: usize) -> usize {
        let Some(row) = self.rows(buffer, row, 1).into_iter().next() else { return buffer.len() };
        let mut at = 0;
        for (offset, grapheme) in grapheme::graphemes(buffer.slice(row.range.clone())) {
            let columns = grapheme::columns(grapheme, at);
            let last = row.goes_on && row.range.start + offset + grapheme.len() >= row.range.end;
            if last || column < at + columns {
                return row.range.start + offset;
            }
            at += columns;
        }
        row.range.end
    }

    /// `height` rows from `top` on.
    pub fn rows(&self, buffer: &Buffer, top: usize, height: usize) -> Vec<Row> {
        let (mut line, mut row) = (0, 0);
        while let Some(&rows) = self.rows.get(line)
            && row + rows as usize <= top
        {
            row += rows as usize;
            line += 1;
        }
        let mut found = Vec::with_capacity(height);
        let mut skip = top.saturating_sub(row);
        while found.len() < height && line < buffer.lines() {
            let own = rows_of(buffer, line, self.width);
            found.extend(own.into_iter().skip(skip).take(height - found.len()));
            (skip, line) = (0, line + 1);
        }
        found
    }
}

fn rows_of(buffer: &Buffer, line: usize, width: usize) -> Vec<Row> {
    let range = buffer.range(line);
    let mut starts = breaks(buffer.line(line), width);
    starts.insert(0, 0);
    let ends = starts.iter().skip(1).copied().chain([range.len()]);
    let last = starts.len() - 1;
    let row = |(at, (start, end)): (usize, (&usize, usize))| Row {
        line,
        range: range.start + start..range.start + end,
        goes_on: at < last,
    };
    starts.iter().zip(ends).enumerate().map(row).collect()
}

fn count(line: &str, width: usize) -> u32 {
    if is_short(line, width) { 1 } else { breaks(line, width).len() as u32 + 1 }
}

/// Returns whether the line fits on one row by the number of its bytes alone.
fn is_short(line: &str, width: usize) -> bool {
    line.len() <= width && is_plain(line)
}

fn is_plain(line: &str) -> bool {
    line.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Where the rows of a line after the first one start.
fn breaks(line: &str, width: usize) -> Vec<usize> {
    if is_short(line, width) {
        return Vec::new();
    }
    if line.len() > LONG && is_plain(line) {
        return (1..).map(|row| row * width).take_while(|&at| at < line.len()).collect();
    }
    let (mut found, mut start) = (Vec::new(), 0);
    while let Some(length) = line.get(start..).and_then(|rest| row_length(rest, width)) {
        start += length;
        found.push(start);
    }
    found
}

/// How many bytes of `rest` a row takes; `None` when it takes all.
fn row_length(rest: &str, width: usize) -> Option<usize> {
    // The last place after a space that leaves the row more than half full.
    let (mut column, mut blank) = (0, None);
    for (at, grapheme) in grapheme::graphemes(rest) {
        let columns = grapheme::columns(grapheme, column);
        if column + columns > width && at > 0 {
            return blank.or(Some(at));
        }
        column += columns;
        if grapheme == " " && column * 2 > width {
            blank = Some(at + 1);
        }
    }
    None
}
