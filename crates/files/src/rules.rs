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
    /// The maximum size of a file in bytes.
    pub limit: u64,
    /// Whether the code runs without a request of the user.
    pub unasked: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { reach: Reach::All, folders: Vec::new(), named: Vec::new(), limit: LIMIT, unasked: false }
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
        let is_named = || self.named.iter().any(|named| named == path);
        let is_inside = || self.folders.iter().any(|folder| real.starts_with(self::real(folder)));
        if self.reach == Reach::All || is_named() || is_inside() {
            return Ok(());
        }
        Err(Rejection::NotAllowed(self.reach, real.to_owned()).into())
    }
}

/// Resolves all links of a path. For a missing file it resolves the directories that exist, and `..` in the rest by
/// name.
fn real(path: &Path) -> PathBuf {
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
