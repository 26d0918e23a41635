//! The size of a terminal, as far as it is to be believed: a screen of 65535 by 65535 cells would take 200 GB.

/// No screen has more columns.
const MAX_COLUMNS: u16 = 4_000;

/// No screen has more rows.
const MAX_ROWS: u16 = 2_000;

/// No screen has more cells: those of a wall of pixels in the smallest font.
const MAX_CELLS: u32 = 1_000_000;

/// The columns and rows of a terminal that reports these, within what a screen can have.
pub fn clamped(columns: u16, rows: u16) -> (u16, u16) {
    let columns = columns.min(MAX_COLUMNS);
    let fitting = MAX_CELLS / u32::from(columns.max(1));
    (columns, rows.min(MAX_ROWS).min(u16::try_from(fitting).unwrap_or(u16::MAX)))
}
