//! A value as a table: lists of hashes, hashes of hashes, lists of lists and plain collections. Tables are printed within
//! a width, as CSV (RFC 4180) or as Markdown.

use indexmap::IndexSet;
use pprepl_text::columns::{columns, shortened, width};
use puppet_pcore::{Value, display_start};

use super::explore::CellValue;

/// A table of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// The number of rows, of which `rows` has the first ones.
    pub total: usize,
}

/// The number of bytes of a cell.
const MAX_IN_CELL: usize = 4_000;

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

impl CellValue {
    /// Returns the value as a table with a row for each element; `None` for a value without elements.
    pub fn as_table(&self) -> Option<Table> {
        let rows: Vec<(String, &Value)> = match self.value() {
            Value::Array(array) => {
                array.items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect()
            }
            Value::Hash(hash) => hash.iter().map(|(key, item)| (cell(key), item)).collect(),
            _ => return None,
        };
        if rows.is_empty() {
            return None;
        }
        let of_hashes = rows.iter().all(|(_, item)| matches!(item, Value::Hash(_)));
        let of_lists = rows.iter().all(|(_, item)| matches!(item, Value::Array(_)));
        let is_named = matches!(self.value(), Value::Hash(_));
        Some(match (of_hashes, of_lists) {
            (true, _) => hashes(&rows, is_named),
            (_, true) => lists(&rows, is_named),
            _ => plain(&rows, is_named),
        })
    }
}

/// Creates a table of hashes: a column for each key, in order of appearance.
fn hashes(rows: &[(String, &Value)], is_named: bool) -> Table {
    let mut keys: IndexSet<String> = IndexSet::new();
    for (_, item) in rows {
        if let Value::Hash(hash) = item {
            keys.extend(hash.iter().map(|(key, _)| cell(key)));
        }
    }
    let entries = |item: &Value| match item {
        Value::Hash(hash) => {
            let found: Vec<(String, String)> = hash.iter().map(|(key, value)| (cell(key), cell(value))).collect();
            let of = |key: &String| {
                found.iter().find(|(name, _)| name == key).map_or_else(String::new, |(_, text)| text.clone())
            };
            keys.iter().map(of).collect()
        }
        _ => Vec::new(),
    };
    named(rows, is_named, "key", keys.iter().cloned().collect(), entries)
}

/// Creates a table of lists: a column for each index.
fn lists(rows: &[(String, &Value)], is_named: bool) -> Table {
    let items = |item: &Value| match item {
        Value::Array(array) => array.items.iter().map(cell).collect(),
        _ => Vec::new(),
    };
    let count = rows.iter().map(|(_, item)| items(item).len()).max().unwrap_or(0);
    let padded = |item: &Value| {
        let mut cells: Vec<String> = items(item);
        cells.resize(count, String::new());
        cells
    };
    named(rows, is_named, "key", (0..count).map(|index| index.to_string()).collect(), padded)
}

/// Creates a table of keys or indices and values.
fn plain(rows: &[(String, &Value)], is_named: bool) -> Table {
    let first = if is_named { "key" } else { "index" };
    named(rows, true, first, vec!["value".to_owned()], |item| vec![cell(item)])
}

/// Creates a table; with `has_names` the names of the rows are its first column.
fn named(
    rows: &[(String, &Value)],
    has_names: bool,
    first: &str,
    mut columns: Vec<String>,
    cells: impl Fn(&Value) -> Vec<String>,
) -> Table {
    if has_names {
        columns.insert(0, first.to_owned());
    }
    let row = |(name, item): &(String, &Value)| {
        let name = has_names.then(|| name.clone());
        name.into_iter().chain(cells(item)).collect()
    };
    Table { columns, rows: rows.iter().map(row).collect(), total: rows.len() }
}

/// Formats a cell: a string as it is, another value in source form.
fn cell(value: &Value) -> String {
    match value {
        Value::Str(text) if text.text.len() <= MAX_IN_CELL => text.text.clone(),
        value => display_start(value, MAX_IN_CELL),
    }
}
