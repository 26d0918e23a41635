//! Rules on which files code and data may name.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::Rejection;
use super::reach::Reach;

/// The default limit of bytes read from a file.
pub const LIMIT: u64 = 64 << 20;

/// The files that code and data may name.
#[derive(Clone, Debug)]
pub struct Rules {
    pub reach: Reach,
    /// The directories that `reach` means, unless it is [`Reach::All`].
    pub folders: Vec<PathBuf>,
    /// Files that the user named, wherever they are.
    pub named: Vec<PathBuf>,
    /// The directories that the user named for code, such as the module path: code in them is read under every `reach`.
    pub code: Vec<PathBuf>,
    /// The maximum size of a file in bytes.
    pub limit: u64,
    /// Whether the code runs without a request of the user.
    pub unasked: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            reach: Reach::All,
            folders: Vec::new(),
            named: Vec::new(),
            code: Vec::new(),
            limit: LIMIT,
            unasked: false,
        }
    }
}

impl Rules {
    /// Fails when a path leads to a file that may not be read. A missing file is judged by its would-be location.
    pub fn check(&self, path: &Path) -> io::Result<()> {
        if self.reach == Reach::All {
            return Ok(());
        }
        self.check_real(path, &real(path))
    }

    /// The same check for an opened file, by its real path.
    pub(super) fn check_real(&self, path: &Path, real: &Path) -> io::Result<()> {
        if self.reach == Reach::All || self.names(path) || is_inside(&self.folders, real) {
            return Ok(());
        }
        Err(Rejection::NotAllowed(self.reach, real.to_owned()).into())
    }

    /// Fails when a path leads to a file outside the directories that the user named. Data and links in a directory
    /// name paths, but a user who names the directory does not.
    pub fn check_code(&self, path: &Path) -> io::Result<()> {
        if self.reach == Reach::All {
            return Ok(());
        }
        self.check_real_code(path, &real(path))
    }

    /// The same check for an opened file, by its real path.
    pub(super) fn check_real_code(&self, path: &Path, real: &Path) -> io::Result<()> {
        if self.reach == Reach::All || self.names(path) || is_inside(&self.code, real) {
            return Ok(());
        }
        Err(Rejection::NotNamed(real.to_owned()).into())
    }

    /// Returns whether the user named this file.
    pub(super) fn names(&self, path: &Path) -> bool {
        self.named.iter().any(|named| named == path)
    }
}

fn is_inside(folders: &[PathBuf], file: &Path) -> bool {
    folders.iter().any(|folder| file.starts_with(real(folder)))
}

/// Resolves all links of a path. For a missing file it resolves the directories that exist, and `..` in the rest by
/// name.
fn real(path: &Path) -> PathBuf {
    // The parent of a name alone is the current directory, not every directory.
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    if let Ok(real) = fs::canonicalize(path) {
        return real;
    }
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut real = PathBuf::new();
    for part in whole.components() {
        match part {
            Component::ParentDir => drop(real.pop()),
            Component::CurDir => {}
            part => real.push(part),
        }
        if let Ok(followed) = fs::canonicalize(&real) {
            real = followed;
        }
    }
    real
}
