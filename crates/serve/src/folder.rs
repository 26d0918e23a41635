//! The directory that the page offers to open: notebooks, lessons and the files that they read.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::asset::Asset;
use crate::site::name_of;

/// The extensions of files that the page can use.
const EXTENSIONS: &[&str] = &["pp", "epp", "erb", "md", "ipynb", "yaml", "yml", "json", "csv", "txt"];

/// The maximum number of files.
const MAX_FILES: usize = 1_000;

/// The maximum size of a file in bytes.
const MAX_FILE: u64 = 1 << 20;

/// The maximum size of all files in bytes.
const MAX_BYTES: u64 = 32 << 20;

/// The maximum depth of directories.
const MAX_DEPTH: usize = 12;

/// The time after which a request for the list reads the directory again, in milliseconds.
const FRESH: u64 = 1_000;

/// A directory with its files in memory.
#[derive(Debug)]
pub struct SharedFolder {
    folder: PathBuf,
    files: BTreeMap<String, Asset>,
    /// The number of files that are too large or too many.
    omitted: usize,
    /// The time of the last reading in milliseconds.
    read: u64,
}

impl SharedFolder {
    /// Reads a directory.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn read(folder: &Path) -> io::Result<SharedFolder> {
        fs::read_dir(folder)?;
        let mut shared = SharedFolder { folder: folder.to_owned(), files: BTreeMap::new(), omitted: 0, read: 0 };
        shared.read_again();
        Ok(shared)
    }

    /// Returns the list of files as JSON, read again if it is old. `now` is in milliseconds.
    pub(crate) fn list(&mut self, now: u64) -> Asset {
        if now.saturating_sub(self.read) >= FRESH {
            self.read = now;
            self.read_again();
        }
        self.index()
    }

    pub(crate) fn index(&self) -> Asset {
        let row = |(name, asset): (&String, &Asset)| json!({ "name": name, "size": asset.plain.len() });
        let files: Vec<serde_json::Value> = self.files.iter().map(row).collect();
        let text = json!({ "version": 1, "files": files, "omitted": self.omitted }).to_string();
        Asset::new("index.json", text.into_bytes())
    }

    pub(crate) fn file(&self, name: &str) -> Option<&Asset> {
        self.files.get(name)
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = (&String, &Asset)> {
        self.files.iter()
    }

    /// Returns the number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns whether the directory has no file for the page.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    fn read_again(&mut self) {
        let (paths, mut omitted) = paths(&self.folder);
        let mut files = BTreeMap::new();
        let mut total = 0;
        for path in paths {
            let Some(name) = name_of(&self.folder, &path) else { continue };
            match pprepl_files::read_named(&path, MAX_FILE) {
                Ok(bytes) if total + bytes.len() as u64 <= MAX_BYTES => {
                    total += bytes.len() as u64;
                    files.insert(name.clone(), Asset::new("file.txt", bytes));
                }
                Ok(_) | Err(_) => omitted += 1,
            }
        }
        self.files = files;
        self.omitted = omitted;
    }
}

/// Returns the files that the page can use, and the number of those beyond the limit. Links and hidden names are
/// omitted.
fn paths(folder: &Path) -> (Vec<PathBuf>, usize) {
    let mut found = Vec::new();
    let mut omitted = 0;
    let mut open = vec![(folder.to_owned(), 0)];
    while let Some((inner, depth)) = open.pop() {
        for entry in fs::read_dir(&inner).into_iter().flatten().flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            if kind.is_dir() && depth < MAX_DEPTH {
                open.push((path, depth + 1));
            } else if kind.is_file() && is_offered(&path) {
                if found.len() < MAX_FILES { found.push(path) } else { omitted += 1 }
            }
        }
    }
    found.sort();
    (found, omitted)
}

fn is_offered(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
}
