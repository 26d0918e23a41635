//! The files named on the command line. Directories are searched in name order, without hidden entries: for `*.pp` and
//! `*.epp`, or for tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pprepl_session::file::reason;

use super::{Status, printer};

/// Returns the files of the paths, and the error status if a path is invalid.
pub fn of(paths: &[PathBuf]) -> (Vec<PathBuf>, Status) {
    accepted(paths, |path| path.extension().is_some_and(|ending| ending == "pp" || ending == "epp"))
}

/// Does the same, but takes from directories the files that `accepts`.
pub fn accepted(paths: &[PathBuf], accepts: impl Fn(&Path) -> bool) -> (Vec<PathBuf>, Status) {
    let (mut files, mut status) = (Vec::new(), Status::Success);
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        if let Err(error) = gather(path, &accepts, &mut files, &mut BTreeSet::new()) {
            printer::error(&format!("error[UNREADABLE_FILE]: cannot read {}: {}", path.display(), reason(&error)));
            status = Status::Usage;
        }
    }
    (files, status)
}

/// Collects the files below a directory. A directory with a symbolic link to itself is visited once.
fn gather(
    folder: &Path,
    accepts: &impl Fn(&Path) -> bool,
    files: &mut Vec<PathBuf>,
    seen: &mut BTreeSet<PathBuf>,
) -> std::io::Result<()> {
    if !seen.insert(fs::canonicalize(folder)?) {
        return Ok(());
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    for path in entries {
        let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if path.is_dir() {
            gather(&path, accepts, files, seen)?;
        } else if accepts(&path) {
            files.push(path);
        }
    }
    Ok(())
}
