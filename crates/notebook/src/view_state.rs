//! The view state of each notebook: its panes, keys and run mode, and which cells are folded or hide their results. It is
//! a small side file in the user's state directory, so that the notebook itself stays a plain manifest.
//!
//! A cell is recognized by its content: a change by another program unfolds only the cells that it touches.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Cell, CellId, CellKind};
use pprepl_files as files;

/// The maximum size of a side file in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The maximum number of side files; the oldest are removed.
const MAX_FILES: usize = 500;

/// The number of bytes of a digest that identify a cell.
const CELL_DIGEST: usize = 8;

/// The remembered state of one notebook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ViewState {
    /// The names of the open panes.
    pub panes: [String; 2],
    /// The panes' share of the screen, in percent.
    pub share: u16,
    /// The name of the key set.
    pub keys: String,
    /// Whether dependent cells run automatically.
    pub reactive: bool,
    /// The folded cells, by content.
    pub folded: Vec<String>,
    /// The cells that hide their results, by content.
    pub hidden: Vec<String>,
}

/// The side files in the user's state directory.
#[derive(Clone, Debug, Default)]
pub struct ViewStates {
    folder: Option<PathBuf>,
}

impl ViewStates {
    /// Returns the side files below this directory; without a directory nothing is remembered.
    pub fn at(folder: Option<&Path>) -> ViewStates {
        ViewStates { folder: folder.map(|folder| folder.join("notebooks")) }
    }

    /// Returns what is remembered of the notebook at a path.
    pub fn load(&self, notebook: &Path) -> Option<ViewState> {
        let text = files::read_named_text(&self.path_of(notebook)?, MAX_BYTES).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Remembers the state of the notebook at a path.
    pub fn store(&self, notebook: &Path, state: &ViewState) -> io::Result<()> {
        let Some(path) = self.path_of(notebook) else { return Ok(()) };
        if self.load(notebook).as_ref() == Some(state) {
            return Ok(());
        }
        let text = serde_json::to_string_pretty(state)?;
        if !path.exists() {
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            path.parent().map_or(Ok(()), prune)?;
        }
        let fresh = path.with_extension(format!("{}.new", std::process::id()));
        let written = fs::write(&fresh, text).and_then(|()| fs::rename(&fresh, &path));
        if written.is_err() {
            // The failed temporary file has no further use.
            let _ = fs::remove_file(&fresh);
        }
        written
    }

    fn path_of(&self, notebook: &Path) -> Option<PathBuf> {
        let real = fs::canonicalize(notebook).or_else(|_| std::path::absolute(notebook)).ok()?;
        let name = hex(&Sha256::digest(real.as_os_str().as_encoded_bytes()));
        Some(self.folder.as_ref()?.join(name).with_extension("json"))
    }
}

/// Removes the oldest side files, so that a new one has room.
fn prune(folder: &Path) -> io::Result<()> {
    let all = fs::read_dir(folder)?.filter_map(Result::ok);
    let age = |entry: fs::DirEntry| {
        let changed = entry.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        (changed, entry.path())
    };
    let mut all: Vec<(SystemTime, PathBuf)> = all.map(age).collect();
    all.sort_unstable();
    let excess = (all.len() + 1).saturating_sub(MAX_FILES);
    all.into_iter().take(excess).try_for_each(|(_, path)| fs::remove_file(path))
}

/// Returns the name of each cell by its content; equal cells are numbered.
pub fn cell_names(cells: &[Cell]) -> Vec<(CellId, String)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let name = |cell: &Cell| {
        let kind = if cell.kind == CellKind::Code { "code" } else { "prose" };
        let digest = Sha256::digest(format!("{kind}\n{}\n{}", cell.heading, cell.text));
        let content = hex(digest.get(..CELL_DIGEST).unwrap_or_default());
        let count = counts.entry(content.clone()).or_default();
        *count += 1;
        (cell.id, format!("{content}-{count}"))
    };
    cells.iter().map(name).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
