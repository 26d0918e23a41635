//! Which notebooks a user trusts: texts that they have run or saved themselves, each at its path. Opening another one runs
//! nothing.
//!
//! The store is a small file of digests in the user's directory of state, one a line, the newest last. A digest is that of the
//! real path and the text together: what is moved, copied or changed is another one, and the store names no file.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use pprepl_files as files;

/// How many texts are remembered: the oldest are forgotten.
const MAX: usize = 2_000;

/// The length of a digest in hexadecimal digits.
const DIGITS: usize = 64;

/// The store is never larger, in bytes.
const MAX_BYTES: u64 = (MAX * (DIGITS + 2)) as u64;

/// The texts that a user trusts.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    path: Option<PathBuf>,
}

impl Trust {
    /// Kept in this directory; without one nothing is remembered.
    pub fn at(folder: Option<&Path>) -> Trust {
        Trust { path: folder.map(|folder| folder.join("trusted")) }
    }

    /// Returns whether the user has run or saved this very text at this path.
    pub fn has(&self, notebook: &Path, text: &str) -> bool {
        let wanted = digest(notebook, text);
        self.digests().contains(&wanted)
    }

    /// The user ran or saved this text at this path.
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

    /// The digests, the oldest first. Lines that are none are passed over; what cannot be read trusts nothing.
    fn digests(&self) -> Vec<String> {
        let text = self.path.as_ref().and_then(|path| files::read_named_text(path, MAX_BYTES).ok());
        let is_digest = |line: &&str| line.len() == DIGITS && line.bytes().all(|byte| byte.is_ascii_hexdigit());
        text.unwrap_or_default().lines().filter(is_digest).map(str::to_owned).collect()
    }
}

/// The digest of a text at a path, links followed.
fn digest(path: &Path, text: &str) -> String {
    let real = fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
    let name = real.as_os_str().as_encoded_bytes();
    let mut hash = Sha256::new();
    // With its length, so that no end of a name can be taken for the beginning of a text.
    hash.update((name.len() as u64).to_le_bytes());
    hash.update(name);
    hash.update(text.as_bytes());
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Puts a file in the place of the store: all of it, or the old one stays. It is its owner's only.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    let beside = path.with_extension(format!("{}.new", std::process::id()));
    // One that a killed process left: the number in its name is this process's.
    let _ = fs::remove_file(&beside);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    if written.is_err() {
        // Nothing better can be done with what could not be written.
        let _ = fs::remove_file(&beside);
    }
    written
}
