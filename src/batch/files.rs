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
        let gathered = fs::canonicalize(path)
            .and_then(|real| gather(path, real.clone(), &accepts, &mut files, &mut BTreeSet::from([real])));
        if let Err(error) = gathered {
            printer::error(&format!("error[UNREADABLE_FILE]: cannot read {}: {}", path.display(), reason(&error)));
            status = Status::Usage;
        }
    }
    (files, status)
}

/// Collects the files below a directory, whose canonical path is `real`. A directory with a symbolic link to itself is
/// visited once.
fn gather(
    folder: &Path,
    real: PathBuf,
    accepts: &impl Fn(&Path) -> bool,
    files: &mut Vec<PathBuf>,
    seen: &mut BTreeSet<PathBuf>,
) -> std::io::Result<()> {
    let mut entries: Vec<fs::DirEntry> = fs::read_dir(folder)?.filter_map(Result::ok).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (name, path) = (entry.file_name(), entry.path());
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        let kind = entry.file_type()?;
        let is_link_to_folder = kind.is_symlink() && path.is_dir();
        if kind.is_dir() || is_link_to_folder {
            // Only a link leads to a directory with another path.
            let real = if is_link_to_folder { fs::canonicalize(&path)? } else { real.join(&name) };
            if seen.insert(real.clone()) {
                gather(&path, real, accepts, files, seen)?;
            }
        } else if accepts(&path) {
            files.push(path);
        }
    }
    Ok(())
}
