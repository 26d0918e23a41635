//! The history file: JSON lines in the user's data directory, which several sessions append to.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use pprepl_files::{self as files, private};

use super::history_entry::Entry;

/// Maximum number of inputs in memory.
const MAX: usize = 10_000;

/// Maximum size of a history file to read, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// Names that mark the top directory of a project.
const PROJECT_MARKS: [&str; 5] = [".git", "metadata.json", "environment.conf", "Puppetfile", "bolt-project.yaml"];

/// Returns the user's directory for persistent data.
pub fn data_folder() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "pprepl")?;
    Some(folders.data_dir().to_owned())
}

/// Returns the user's configuration directory.
pub fn config_folder() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "pprepl")?;
    Some(folders.config_dir().to_owned())
}

/// Returns the path of the history file.
pub fn path() -> Option<PathBuf> {
    Some(data_folder()?.join("history.jsonl"))
}

/// Returns the directory of the project around the current directory, or the current directory itself.
pub fn project_folder() -> String {
    let Ok(here) = std::env::current_dir() else { return String::new() };
    let is_top = |folder: &&Path| PROJECT_MARKS.iter().any(|mark| folder.join(mark).exists());
    let top = here.ancestors().find(is_top).unwrap_or(&here);
    top.to_string_lossy().into_owned()
}

/// Reads the entries of a file without duplicates, newest last. Skips invalid lines.
pub fn read(path: &Path) -> Vec<Entry> {
    let Ok(bytes) = files::read_named(path, MAX_BYTES) else { return Vec::new() };
    let lines = bytes.split(|byte| *byte == b'\n').rev();
    let entries = lines.filter_map(|line| serde_json::from_slice::<Entry>(line).ok());
    let mut seen = HashSet::new();
    let mut newest: Vec<Entry> = entries.filter(|entry| seen.insert(entry.text.clone())).take(MAX).collect();
    newest.reverse();
    newest
}

/// Appends an entry to a file, which only its owner may read.
pub fn append(path: &Path, entry: &Entry) -> io::Result<()> {
    let line = serde_json::to_string(entry)?;
    let opened = private::open_for_append(path).or_else(|_| {
        // The directory is missing only on the first run.
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        private::open_for_append(path)
    });
    opened?.write_all(format!("{line}\n").as_bytes())
}
