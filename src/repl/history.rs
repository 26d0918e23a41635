//! The input history: whole blocks, stored as JSON lines in a file of the user's data directory. An input that names
//! Sensitive can be recalled in its own session but is never written. An input that starts with a space is not
//! recorded. Several sessions append to one file; each reads it at startup.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustyline::Result;
use rustyline::history::{History, SearchDirection, SearchResult};
use serde::{Deserialize, Serialize};

use pprepl_files::{self as files, private};

/// Maximum number of inputs in memory, and in the file after a rewrite.
const MAX: usize = 10_000;

/// Maximum size of a history file to read, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// One line of the file.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// Seconds since 1970 (Unix time).
    at: u64,
    text: String,
}

/// The inputs, oldest first.
pub struct SessionHistory {
    entries: Vec<String>,
    file: Option<PathBuf>,
    recalled: Rc<Recalled>,
}

/// Recalled entries that were edited and then left for another entry. They keep their edits until the next input is
/// submitted, as in other shells.
#[derive(Default)]
pub struct Recalled(RefCell<Left>);

#[derive(Default)]
struct Left {
    /// The entry being edited, and its line.
    now: Option<(usize, String)>,
    changed: HashMap<usize, String>,
}

impl Recalled {
    /// Records the current line. `entry` is its history index, or the number of entries if the line is new.
    pub fn note(&self, entry: usize, line: &str) {
        let mut left = self.0.borrow_mut();
        match &mut left.now {
            Some((known, text)) if *known == entry => line.clone_into(text),
            now => {
                // Down from the newest entry restores the new line without any callback.
                let before = now.replace((entry, line.to_owned()));
                left.changed.extend(before);
            }
        }
    }

    /// Forgets all edits after an input is submitted.
    pub fn forget(&self) {
        self.0.take();
    }

    /// Saves the edits of the current line before another entry is recalled.
    fn keep(&self, entries: &[String]) {
        let mut left = self.0.borrow_mut();
        let Some((entry, line)) = left.now.take() else { return };
        if entries.get(entry).is_some_and(|known| *known != line) {
            left.changed.insert(entry, line);
        } else {
            left.changed.remove(&entry);
        }
    }

    /// Returns the entry as the user left it.
    fn get(&self, entry: usize) -> Option<String> {
        self.0.borrow().changed.get(&entry).cloned()
    }
}

impl SessionHistory {
    /// Opens the user's history file. Without a data directory the history is empty and has no file.
    pub fn open() -> SessionHistory {
        let file = path();
        let entries = file.as_deref().map(read).unwrap_or_default();
        SessionHistory { entries, file, recalled: Rc::default() }
    }

    /// Returns the edits of entries since the last input.
    pub fn recalled(&self) -> Rc<Recalled> {
        self.recalled.clone()
    }

    /// Adds an input to the history in memory. Returns `false` if nothing was added.
    pub fn remember(&mut self, text: &str) -> bool {
        if text.trim().is_empty() || text.starts_with(' ') || self.entries.last().is_some_and(|last| last == text) {
            return false;
        }
        self.entries.retain(|entry| entry != text);
        self.entries.push(text.to_owned());
        true
    }

    /// Appends an input to the file, unless it must stay private.
    pub fn save_entry(&self, text: &str) {
        if !is_private(text) {
            // A history that cannot be written must not interrupt the user.
            let _ = self.append_entry(text);
        }
    }

    fn append_entry(&self, text: &str) -> std::io::Result<()> {
        let Some(path) = &self.file else { return Ok(()) };
        let at = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let line = serde_json::to_string(&Entry { at, text: text.to_owned() })?;
        let mut options = OpenOptions::new();
        let open = private::restrict(options.create(true).append(true));
        let opened = open.open(path).or_else(|_| {
            // The directory is missing only on the first run.
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            open.open(path)
        });
        let mut file = opened?;
        file.write_all(format!("{line}\n").as_bytes())
    }

    /// Returns the nearest entry from `start` on that satisfies `fits`, with the byte offset of the match.
    fn find(
        &self,
        start: usize,
        dir: SearchDirection,
        fits: impl Fn(&str) -> Option<usize>,
    ) -> Option<SearchResult<'_>> {
        self.recalled.keep(&self.entries);
        let found = |(idx, entry): (usize, &'_ String)| fits(entry).map(|pos| (idx, pos));
        let mut indexed = self.entries.iter().enumerate();
        let (idx, pos) = match dir {
            SearchDirection::Forward => indexed.skip(start).find_map(found),
            SearchDirection::Reverse => indexed.by_ref().take(start.saturating_add(1)).rev().find_map(found),
        }?;
        Some(SearchResult { entry: Cow::Borrowed(self.entries.get(idx)?), idx, pos })
    }
}

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
fn path() -> Option<PathBuf> {
    Some(data_folder()?.join("history.jsonl"))
}

/// Returns whether writing this input would store a secret in the file.
fn is_private(text: &str) -> bool {
    text.contains("Sensitive")
}

/// Reads the entries of a file without duplicates, newest last. Skips invalid lines.
fn read(path: &Path) -> Vec<String> {
    let Ok(bytes) = files::read_named(path, MAX_BYTES) else { return Vec::new() };
    let lines = bytes.split(|byte| *byte == b'\n');
    let texts: Vec<String> =
        lines.filter_map(|line| serde_json::from_slice::<Entry>(line).ok()).map(|entry| entry.text).collect();
    let mut seen = std::collections::HashSet::new();
    let mut newest: Vec<String> = texts.into_iter().rev().filter(|text| seen.insert(text.clone())).take(MAX).collect();
    newest.reverse();
    newest
}

impl History for SessionHistory {
    fn get(&self, index: usize, _: SearchDirection) -> Result<Option<SearchResult<'_>>> {
        self.recalled.keep(&self.entries);
        let changed = self.recalled.get(index).map(Cow::Owned);
        let found = changed.or_else(|| self.entries.get(index).map(|entry| Cow::Borrowed(&**entry)));
        Ok(found.map(|entry| SearchResult { entry, idx: index, pos: 0 }))
    }

    fn add(&mut self, line: &str) -> Result<bool> {
        Ok(self.remember(line))
    }

    fn add_owned(&mut self, line: String) -> Result<bool> {
        Ok(self.remember(&line))
    }

    fn len(&self) -> usize {
        self.entries.len()
    }

    fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn set_max_len(&mut self, _: usize) -> Result<()> {
        Ok(())
    }

    fn ignore_dups(&mut self, _: bool) -> Result<()> {
        Ok(())
    }

    fn ignore_space(&mut self, _: bool) {}

    fn save(&mut self, _: &Path) -> Result<()> {
        Ok(())
    }

    fn append(&mut self, _: &Path) -> Result<()> {
        Ok(())
    }

    fn load(&mut self, path: &Path) -> Result<()> {
        self.entries = read(path);
        Ok(())
    }

    fn clear(&mut self) -> Result<()> {
        self.entries.clear();
        Ok(())
    }

    fn search(&self, term: &str, start: usize, dir: SearchDirection) -> Result<Option<SearchResult<'_>>> {
        Ok(self.find(start, dir, |entry| entry.find(term)))
    }

    fn starts_with(&self, term: &str, start: usize, dir: SearchDirection) -> Result<Option<SearchResult<'_>>> {
        Ok(self.find(start, dir, |entry| entry.starts_with(term).then_some(term.len())))
    }
}
