//! The size of a terminal, limited to plausible values: a screen of 65535 by 65535 cells would take 200 GB.

/// Maximum number of columns.
const MAX_COLUMNS: u16 = 4_000;

/// Maximum number of rows.
const MAX_ROWS: u16 = 2_000;

/// Maximum number of cells: a video wall in the smallest font.
const MAX_CELLS: u32 = 1_000_000;

/// Limits the reported columns and rows to plausible values.
pub fn clamped(columns: u16, rows: u16) -> (u16, u16) {
    let columns = columns.min(MAX_COLUMNS);
    let fitting = MAX_CELLS / u32::from(columns.max(1));
    (columns, rows.min(MAX_ROWS).min(u16::try_from(fitting).unwrap_or(u16::MAX)))
}
