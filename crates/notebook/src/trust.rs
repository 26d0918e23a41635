//! The trust store: the notebooks that the user has run or saved, each text at its path. Opening another notebook
//! runs nothing.
//!
//! The store is a small file of digests in the user's state directory, one per line, the newest last. A digest covers
//! the real path and the text: after a move, a copy or a change it is another one, and the store reveals no file
//! names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use pprepl_files::{self as files, private};

/// The maximum number of digests; the oldest are dropped.
const MAX: usize = 2_000;

/// The length of a digest in hexadecimal digits.
const DIGITS: usize = 64;

/// The maximum size of the store in bytes.
const MAX_BYTES: u64 = (MAX * (DIGITS + 2)) as u64;

/// The notebooks that a user trusts, by content and path.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    path: Option<PathBuf>,
}

impl Trust {
    /// Opens the store in this directory; without a directory nothing is remembered.
    pub fn at(folder: Option<&Path>) -> Trust {
        Trust { path: folder.map(|folder| folder.join("trusted")) }
    }

    /// Returns whether the user has run or saved exactly this text at this path.
    pub fn has(&self, notebook: &Path, text: &str) -> bool {
        let wanted = digest(notebook, text);
        self.digests().contains(&wanted)
    }

    /// Records that the user ran or saved this text at this path.
    pub fn add(&self, notebook: &Path, text: &str) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let new = digest(notebook, text);
        let mut all = self.digests();
        if all.last() == Some(&new) {
            return Ok(());
        }
        all.retain(|known| *known != new);
        all.push(new);
        let first = all.len().saturating_sub(MAX);
        let kept: String = all.iter().skip(first).map(|digest| format!("{digest}\n")).collect();
        replace(path, &kept)
    }

    /// Reads the digests, the oldest first. Skips invalid lines; an unreadable store trusts nothing.
    fn digests(&self) -> Vec<String> {
        let text = self.path.as_ref().and_then(|path| files::read_named_text(path, MAX_BYTES).ok());
        let is_digest = |line: &&str| line.len() == DIGITS && line.bytes().all(|byte| byte.is_ascii_hexdigit());
        text.unwrap_or_default().lines().filter(is_digest).map(str::to_owned).collect()
    }
}

/// Returns the digest of a notebook's text and its path, links followed.
fn digest(path: &Path, text: &str) -> String {
    let real = fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
    let name = real.as_os_str().as_encoded_bytes();
    let mut hash = Sha256::new();
    // Hashes the length, so that the path and the text cannot be confused.
    hash.update((name.len() as u64).to_le_bytes());
    hash.update(name);
    hash.update(text.as_bytes());
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Replaces the store atomically. Only its owner can access it.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    private::create_folder(path.parent().unwrap_or(Path::new(".")))?;
    private::replace_synced(path, text.as_bytes())
}
