//! A value as a table: lists of hashes, hashes of hashes, lists of lists and plain collections.

use indexmap::IndexSet;
use puppet_pcore::{Value, display_start};

use super::explore::CellValue;
use super::table::Table;

/// The number of bytes of a cell.
const MAX_IN_CELL: usize = 4_000;

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
