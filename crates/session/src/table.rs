//! Tables of strings: within a width, as CSV (RFC 4180) or as Markdown.

use pprepl_text::columns::{columns, shortened, width};

/// Rows of strings below the names of their columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// The number of rows, of which `rows` has the first ones.
    pub total: usize,
}

/// The smallest width to which a column shrinks.
const MIN_COLUMN: usize = 6;

/// The number of spaces between two columns.
const GAP: usize = 2;

impl Table {
    /// Formats the table within `limit` columns: wide cells are cut with `…`. A table with too many columns is shown
    /// row by row.
    pub fn text(&self, limit: usize) -> String {
        let widths = self.widths();
        match fitted(&widths, limit) {
            Some(fitted) => self.grid(&fitted),
            None => self.records(limit),
        }
    }

    fn widths(&self) -> Vec<usize> {
        let widest = |at: usize| self.rows.iter().filter_map(|row| row.get(at)).map(|cell| width(cell)).max();
        self.columns.iter().enumerate().map(|(at, name)| width(name).max(widest(at).unwrap_or(0))).collect()
    }

    fn grid(&self, widths: &[usize]) -> String {
        let cut =
            |row: &Vec<String>| row.iter().zip(widths).map(|(cell, width)| shortened(cell, *width)).collect::<Vec<_>>();
        let mut rows = vec![cut(&self.columns)];
        rows.push(widths.iter().map(|width| "-".repeat(*width)).collect());
        rows.extend(self.rows.iter().map(cut));
        let mut text = columns(&rows);
        if self.rows.len() < self.total {
            text.push_str(&format!("\n{} more rows", self.total - self.rows.len()));
        }
        text
    }

    /// Formats each row as a block of names and values.
    fn records(&self, limit: usize) -> String {
        let names = self.columns.iter().map(|name| width(name)).max().unwrap_or(0);
        let room = limit.saturating_sub(names + GAP).max(MIN_COLUMN);
        let block = |row: &Vec<String>| {
            let cells = self.columns.iter().zip(row);
            columns(&cells.map(|(name, cell)| vec![name.clone(), shortened(cell, room)]).collect::<Vec<_>>())
        };
        self.rows.iter().map(block).collect::<Vec<_>>().join("\n\n")
    }

    /// Formats each row as a sentence, for screen readers.
    pub fn sentences(&self) -> String {
        let row = |(number, row): (usize, &Vec<String>)| {
            let cells = self.columns.iter().zip(row).map(|(name, cell)| format!("{name} {cell}"));
            format!("Row {}: {}.", number + 1, cells.collect::<Vec<_>>().join("; "))
        };
        let mut lines: Vec<String> = self.rows.iter().enumerate().map(row).collect();
        if self.rows.len() < self.total {
            lines.push(format!("{} more rows.", self.total - self.rows.len()));
        }
        lines.join("\n")
    }

    /// Formats the table as comma-separated values.
    pub fn csv(&self) -> String {
        let line = |row: &Vec<String>| row.iter().map(|cell| csv_cell(cell)).collect::<Vec<_>>().join(",");
        std::iter::once(&self.columns).chain(&self.rows).map(line).collect::<Vec<_>>().join("\n")
    }

    /// Formats the table as Markdown.
    pub fn markdown(&self) -> String {
        let line = |row: &Vec<String>| {
            let cells: Vec<String> = row.iter().map(|cell| markdown_cell(cell)).collect();
            format!("| {} |", cells.join(" | "))
        };
        let rule = format!("|{}", " --- |".repeat(self.columns.len()));
        let rows = self.rows.iter().map(line);
        [line(&self.columns), rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
    }
}

/// Returns the widths of the columns within `limit`, the widest cut first; `None` where they cannot fit.
fn fitted(widths: &[usize], limit: usize) -> Option<Vec<usize>> {
    let room = limit.saturating_sub(GAP * widths.len().saturating_sub(1));
    let smallest: usize = widths.iter().map(|width| (*width).min(MIN_COLUMN)).sum();
    if smallest > room {
        return None;
    }
    let total = |most: usize| widths.iter().map(|width| (*width).min(most)).sum::<usize>();
    // The largest width that all columns may have.
    let widest = widths.iter().copied().max().unwrap_or(0);
    let (mut low, mut high) = (MIN_COLUMN.min(widest), widest);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if total(middle) <= room { low = middle } else { high = middle - 1 }
    }
    Some(widths.iter().map(|width| (*width).min(low)).collect())
}

fn csv_cell(cell: &str) -> String {
    if cell.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

fn markdown_cell(cell: &str) -> String {
    cell.replace('\\', "\\\\").replace('|', "\\|").replace('\n', "<br>")
}
