//! Soft wrap: the mapping of a line's bytes to screen rows. Rows break after spaces unless that leaves a row half
//! empty. The last column stays free for the cursor and for the wrap sign.
//!
//! The number of rows of each line is cached for one width and updated line by line.

use std::ops::Range;

use super::buffer::{Buffer, ChangedLines};
use super::grapheme;

/// Maximum length of a line that breaks at spaces, in bytes. Longer lines break at the width, so that no row needs the
/// whole line.
const LONG: usize = 4096;

/// The number of rows of each line.
#[derive(Clone, Debug)]
pub struct Layout {
    width: usize,
    rows: Vec<u32>,
    total: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line it belongs to.
    pub line: usize,
    pub range: Range<usize>,
    /// Whether the line continues on the next row.
    pub goes_on: bool,
}

impl Layout {
    /// Returns the layout of the buffer at this width.
    pub fn new(buffer: &Buffer, width: usize) -> Layout {
        let mut layout = Layout { width: 0, rows: Vec::new(), total: 0 };
        layout.set_width(buffer, width);
        layout
    }

    /// Changes the width.
    pub fn set_width(&mut self, buffer: &Buffer, width: usize) {
        let width = width.max(2) - 1;
        if width == self.width && self.rows.len() == buffer.lines() {
            return;
        }
        self.width = width;
        self.rows = (0..buffer.lines()).map(|line| count(buffer.line(line), width)).collect();
        self.total = self.rows.iter().map(|&rows| rows as usize).sum();
    }

    /// Applies a change.
    pub fn follow(&mut self, buffer: &Buffer, touched: ChangedLines) {
        let width = self.width;
        let end = (touched.first + touched.old).min(self.rows.len());
        let new = (touched.first..touched.first + touched.new).map(|line| count(buffer.line(line), width));
        let sum = |rows: &[u32]| rows.iter().map(|&rows| rows as usize).sum::<usize>();
        self.total -= sum(self.rows.get(touched.first..end).unwrap_or_default());
        self.rows.splice(touched.first.min(end)..end, new);
        self.total += sum(self.rows.get(touched.first..touched.first + touched.new).unwrap_or_default());
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.total
    }

    /// Returns the row and column of an offset.
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

    /// Returns the offset at this column of a row, or the nearest one in the row.
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

    /// Returns `height` rows from `top` on.
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

/// Returns whether the byte length alone shows that the line fits on one row.
fn is_short(line: &str, width: usize) -> bool {
    line.len() <= width && is_plain(line)
}

fn is_plain(line: &str) -> bool {
    line.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Returns the offsets where the rows after the first one start.
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

/// Returns the number of bytes of `rest` in a row; `None` if all fit.
fn row_length(rest: &str, width: usize) -> Option<usize> {
    // The last position after a space that leaves the row more than half full.
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
