//! Locations in the notebook that are given by line, source name or cell number.

use std::fmt;

use pprepl_notebook::CellId;

use super::workspace::Workspace;

/// A cell and a byte offset in its text.
pub type Location = (CellId, usize);

/// Why a typed line number has no location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineError {
    NotALineNumber,
    /// No cell contains this line.
    NoCell(usize),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::NotALineNumber => f.write_str("expected a line number from 1"),
            LineError::NoCell(line) => write!(f, "no cell contains line {line}"),
        }
    }
}

/// Returns the location of a line of the file, as typed.
pub fn of_line(book: &Workspace, text: &str) -> Result<Location, LineError> {
    let line = text.trim().parse::<usize>().ok().filter(|line| *line > 0).ok_or(LineError::NotALineNumber)?;
    book.place_of_line(line).ok_or(LineError::NoCell(line))
}

/// Returns the start of a line of a cell, given by its source name in the session.
pub fn of_source(book: &Workspace, source: &str, line: usize) -> Option<Location> {
    let id = CellId(source.strip_prefix("cell ")?.parse().ok()?);
    let text = &book.cell(id)?.text;
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    Some((id, start.min(text.len())))
}

/// Returns the location of `text` in the code cell of this number, or else the start of the cell.
pub fn of_number(book: &Workspace, number: usize, text: &str) -> Option<Location> {
    let cell = book.code().nth(number.checked_sub(1)?)?;
    Some((cell.id, cell.text.find(text).unwrap_or(0)))
}
