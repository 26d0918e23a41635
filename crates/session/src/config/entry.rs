//! Changes one row of a configuration file, and keeps everything else in it, comments included.

use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::Path;

use pprepl_files as files;
use toml::de::DeTable;

use super::config_error::ConfigError;
use super::read::MAX_BYTES;

/// Why a row was not saved.
#[derive(Debug)]
pub enum EditError {
    /// The file is not TOML.
    Invalid(ConfigError),
    /// The table has a form that has no lines of its own, such as `settings = { theme = "dark" }`.
    Inline(String),
    File(io::Error),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Invalid(error) => error.fmt(f),
            EditError::Inline(table) => write!(f, "write the table '{table}' with a line [{table}] first"),
            EditError::File(error) => f.write_str(&files::reason(error)),
        }
    }
}

impl std::error::Error for EditError {}

/// Sets a row of a table in the file, or removes it. Creates the file with its directory.
pub fn save(path: &Path, table: &str, key: &str, value: Option<&str>) -> Result<(), EditError> {
    let text = match files::read_named_text(path, MAX_BYTES) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(EditError::File(error)),
    };
    let changed = with_row(&text, table, key, value)?;
    replace(path, &changed).map_err(EditError::File)
}

/// Replaces a file at once, so that no reader sees a part of it. A symbolic link stays one.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let part = path.with_extension("toml.new");
    let written = fs::write(&part, text).and_then(|()| fs::rename(&part, path));
    written.inspect_err(|_| {
        let _ = fs::remove_file(&part);
    })
}

/// Returns the text with the row changed.
fn with_row(text: &str, table: &str, key: &str, value: Option<&str>) -> Result<String, EditError> {
    let row = value.map(|value| format!("{} = {}", name(key), quoted(value)));
    let changed = match (find(text, table, key)?, row) {
        (Found::Row(old), Some(row)) => spliced(text, old, &row),
        (Found::Row(old), None) => spliced(text, full_line(text, old), ""),
        (Found::Table(_) | Found::Nothing, None) => return Ok(text.to_owned()),
        (Found::Table(end), Some(row)) => spliced(text, end..end, &format!("{row}\n")),
        (Found::Nothing, Some(row)) => appended(text, &format!("[{table}]\n{row}\n")),
    };
    // A table without lines of its own would now be invalid.
    let holds = DeTable::parse(&changed).is_ok_and(|tables| {
        let found =
            tables.get_ref().get(table).and_then(|found| found.get_ref().as_table()?.get(key)?.get_ref().as_str());
        found == value
    });
    if holds { Ok(changed) } else { Err(EditError::Inline(table.to_owned())) }
}

/// Where a row is, or belongs.
enum Found {
    /// The bytes of the row.
    Row(Range<usize>),
    /// The offset after the table's header line.
    Table(usize),
    Nothing,
}

fn find(text: &str, table: &str, key: &str) -> Result<Found, EditError> {
    let tables = DeTable::parse(text).map_err(|error| {
        EditError::Invalid(ConfigError::at(text, error.span().map_or(0, |span| span.start), error.message()))
    })?;
    let Some(rows) = tables.get_ref().get(table).and_then(|found| found.get_ref().as_table()) else {
        return Ok(Found::Nothing);
    };
    if let Some((key, value)) = rows.iter().find(|(name, _)| name.get_ref() == key) {
        return Ok(Found::Row(key.span().start..value.span().end));
    }
    let header = format!("[{table}]");
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        if line.trim_start().starts_with(&header) {
            return Ok(Found::Table(at));
        }
    }
    Err(EditError::Inline(table.to_owned()))
}

fn spliced(text: &str, range: Range<usize>, with: &str) -> String {
    let (before, after) = (text.get(..range.start).unwrap_or(text), text.get(range.end..).unwrap_or(""));
    let gap = if before.is_empty() || before.ends_with('\n') || !with.ends_with('\n') { "" } else { "\n" };
    [before, gap, with, after].concat()
}

fn full_line(text: &str, row: Range<usize>) -> Range<usize> {
    let start = text.get(..row.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let end = text.get(row.end..).and_then(|after| after.find('\n')).map_or(text.len(), |at| row.end + at + 1);
    start..end
}

fn appended(text: &str, lines: &str) -> String {
    let gap = match text {
        "" => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    [text, gap, lines].concat()
}

/// Returns a key as TOML writes it.
fn name(key: &str) -> String {
    let is_bare = key.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-');
    if is_bare { key.to_owned() } else { quoted(key) }
}

/// Returns a string as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
