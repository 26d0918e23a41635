//! Which files code and data may name.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::{LIMIT, Rejection};

/// From where files may be read, the narrowest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// The notebook's directory.
    Notebook,
    /// That, the module path and the environment.
    Modules,
    /// Everywhere.
    #[default]
    All,
}

/// Which files code and data may name.
#[derive(Clone, Debug)]
pub struct Rules {
    /// From where.
    pub reach: Reach,
    /// The directories that are meant, where it is not everywhere.
    pub folders: Vec<PathBuf>,
    /// Files that the user named, wherever they are.
    pub named: Vec<PathBuf>,
    /// The most bytes of a file.
    pub limit: u64,
    /// Returns whether the code runs without being asked for.
    pub unasked: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { reach: Reach::All, folders: Vec::new(), named: Vec::new(), limit: LIMIT, unasked: false }
    }
}

impl Rules {
    /// Fails when a path leads to a file that may not be read. One that is not there is judged by where it would be.
    pub fn check(&self, path: &Path) -> io::Result<()> {
        if self.reach == Reach::All {
            return Ok(());
        }
        self.check_real(path, &real(path))
    }

    /// The same for a file that is opened, by where it really is.
    pub(super) fn check_real(&self, path: &Path, real: &Path) -> io::Result<()> {
        let is_named = || self.named.iter().any(|named| named == path);
        let is_inside = || self.folders.iter().any(|folder| real.starts_with(self::real(folder)));
        if self.reach == Reach::All || is_named() || is_inside() {
            return Ok(());
        }
        Err(Rejection::NotAllowed(self.reach, real.to_owned()).into())
    }
}

/// Where a path leads, all links followed. Of one that leads nowhere the directories that are there are followed, and `..`
/// in the rest is taken by its name.
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
