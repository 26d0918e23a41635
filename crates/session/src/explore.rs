//! Explores a value step by step: its parts with their access code, and a list of similar hashes as a table. A
//! sensitive value has no parts.

use puppet_pcore::{Hash, Value, display_complete, display_start};

use super::described::type_name;
use super::table::Table;

/// The number of bytes shown of a part's source form.
const MAX_DISPLAYED: usize = 200;

/// The number of bytes shown of a table entry.
const MAX_IN_TABLE: usize = 80;

/// The number of columns of a table.
const MAX_COLUMNS: usize = 24;

/// The number of rows created for a table.
const MAX_ROWS: usize = 1_000;

/// The value of a cell, stored outside the session for exploration.
#[derive(Clone)]
pub struct CellValue {
    value: Value,
}

/// A part of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The access path from the root: `['a'][0]`; empty for the root.
    pub access: String,
    /// Its key or index in source form; empty for the root.
    pub key: String,
    /// The beginning of its source form.
    pub text: String,
    pub type_name: String,
    /// The number of its own parts.
    pub parts: usize,
}

impl CellValue {
    pub(super) fn new(value: Value) -> CellValue {
        CellValue { value }
    }

    /// Returns the value itself.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// Returns the value itself as a part.
    pub fn entire_value(&self) -> Part {
        part(String::new(), String::new(), &self.value)
    }

    /// Returns up to `most` parts from index `from` of the part at `path`, a list of indices.
    pub fn parts(&self, path: &[usize], from: usize, most: usize) -> Vec<Part> {
        let (mut access, mut at) = (String::new(), &self.value);
        for &place in path {
            let Some((key, inner)) = nth(at, place) else { return Vec::new() };
            access.push_str(&format!("[{key}]"));
            at = inner;
        }
        let end = count(at).min(from.saturating_add(most));
        let inner = (from..end).filter_map(|place| nth(at, place));
        inner.map(|(key, value)| part(format!("{access}[{key}]"), key, value)).collect()
    }

    /// Returns the value as a table, when it is a list of hashes with the same keys.
    pub fn table(&self) -> Option<Table> {
        let Value::Array(array) = &self.value else { return None };
        let Value::Hash(first) = array.items.first()? else { return None };
        let columns: Vec<String> =
            first.iter().map(|(key, _)| key.as_str().map(str::to_owned)).collect::<Option<_>>()?;
        if columns.is_empty() || columns.len() > MAX_COLUMNS || !array.items.iter().all(|item| has_keys(item, &columns))
        {
            return None;
        }
        let row = |item: &Value| match item {
            Value::Hash(hash) => columns.iter().map(|key| hash.get_str(key).map_or_else(String::new, entry)).collect(),
            _ => Vec::new(),
        };
        let rows = array.items.iter().take(MAX_ROWS).map(row).collect();
        Some(Table { columns, rows, total: array.items.len() })
    }
}

fn has_keys(item: &Value, columns: &[String]) -> bool {
    let Value::Hash(hash) = item else { return false };
    hash.len() == columns.len() && columns.iter().all(|key| hash.get_str(key).is_some())
}

fn entry(value: &Value) -> String {
    match value {
        Value::Str(text) if text.text.len() <= MAX_IN_TABLE => text.text.clone(),
        value => display_start(value, MAX_IN_TABLE),
    }
}

fn count(value: &Value) -> usize {
    match value {
        Value::Array(array) => array.items.len(),
        Value::Hash(hash) => hash.len(),
        _ => 0,
    }
}

/// Returns the part at an index, with its key in source form.
fn nth(value: &Value, place: usize) -> Option<(String, &Value)> {
    match value {
        Value::Array(array) => array.items.get(place).map(|item| (place.to_string(), item)),
        Value::Hash(hash) => entry_at(hash, place).map(|(key, item)| (display_complete(key), item)),
        _ => None,
    }
}

fn entry_at(hash: &Hash, place: usize) -> Option<(&Value, &Value)> {
    hash.iter().nth(place)
}

fn part(access: String, key: String, value: &Value) -> Part {
    Part { access, key, text: display_start(value, MAX_DISPLAYED), type_name: type_name(value), parts: count(value) }
}

/// Returns whether both are equal plain data. (Types and functions that look equal may differ in meaning.)
pub(super) fn is_same_data(a: &Value, b: &Value) -> bool {
    same(a, b, 0)
}

/// The depth to which values are compared.
const MAX_LEVELS: usize = 100;

fn same(a: &Value, b: &Value, level: usize) -> bool {
    let deeper = |a: &Value, b: &Value| level < MAX_LEVELS && same(a, b, level + 1);
    match (a, b) {
        (Value::Undef, Value::Undef) | (Value::Default, Value::Default) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => a.get().to_bits() == b.get().to_bits(),
        (Value::Big(a), Value::Big(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => {
            a.items.len() == b.items.len() && a.items.iter().zip(&b.items).all(|(a, b)| deeper(a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|((k, v), (l, w))| deeper(k, l) && deeper(v, w))
        }
        _ => false,
    }
}
