//! The files named on the command line. Directories are searched in name order, without hidden entries: for `*.pp` and
//! `*.epp`, or for tests. A search may exclude the files of others: see [`Exclusion`].

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pprepl_files::Rules;
use pprepl_session::file::{Unreadable, name, reason};
use pprepl_text::visible;

use super::exclusion::{Exclusion, IgnoreFiles};
use super::input::report_unreadable;
use super::{Status, printer};

/// The most directories that the line about an empty search names.
const NAMED: usize = 3;

/// Returns whether a file has Puppet code.
pub fn is_code(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "pp" || ending == "epp")
}

/// Returns the files of the paths with Puppet code, and the error status if a path is invalid. Says so where a
/// directory has excluded files only.
pub fn of(paths: &[PathBuf], exclusion: &Exclusion, rules: &Rules) -> (Vec<PathBuf>, Status) {
    let search =
        Search { accepts: &is_code, exclusion: Some(exclusion), rules, keeps_excluded: false, says: Says::Everything };
    search.paths(paths)
}

/// Does the same for a search that is repeated: it names neither the excluded paths nor the skipped ones.
pub fn watched(paths: &[PathBuf], exclusion: &Exclusion, rules: &Rules) -> Vec<PathBuf> {
    let search =
        Search { accepts: &is_code, exclusion: Some(exclusion), rules, keeps_excluded: false, says: Says::Nothing };
    search.paths(paths).0
}

/// Returns the files of the paths, those in directories that `accepts`. Nothing is excluded.
pub fn accepted(paths: &[PathBuf], rules: &Rules, accepts: impl Fn(&Path) -> bool) -> (Vec<PathBuf>, Status) {
    let search = Search { accepts: &accepts, exclusion: None, rules, keeps_excluded: false, says: Says::Skipped };
    search.paths(paths)
}

/// Returns all files of a directory. Excluded files are marked.
pub fn all(root: &Path, exclusion: &Exclusion, rules: &Rules, says: Says) -> (Vec<Found>, Status) {
    let search = Search { accepts: &|_| true, exclusion: Some(exclusion), rules, keeps_excluded: true, says };
    search.run(&[root.to_owned()])
}

/// A file that a search has found.
pub struct Found {
    pub path: PathBuf,
    /// True if it is excluded.
    pub is_excluded: bool,
}

/// The paths that a search names and does not return.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Says {
    /// None: the search is repeated.
    Nothing,
    /// Files that are not regular, and links that may not be followed.
    Skipped,
    /// Also the excluded paths, if no file remains.
    Everything,
}

/// The rules of a search.
#[derive(Clone, Copy)]
struct Search<'s> {
    accepts: &'s dyn Fn(&Path) -> bool,
    exclusion: Option<&'s Exclusion>,
    /// The rules for links.
    rules: &'s Rules,
    /// True if excluded files are found too, and marked.
    keeps_excluded: bool,
    says: Says,
}

impl<'s> Search<'s> {
    fn paths(self, paths: &[PathBuf]) -> (Vec<PathBuf>, Status) {
        let (found, status) = self.run(paths);
        (found.into_iter().map(|found| found.path).collect(), status)
    }

    fn run(self, paths: &[PathBuf]) -> (Vec<Found>, Status) {
        let (mut files, mut status) = (Vec::new(), Status::Success);
        for path in paths {
            if !path.is_dir() {
                files.push(Found { path: path.clone(), is_excluded: false });
                continue;
            }
            let gathered = fs::canonicalize(path).and_then(|real| {
                let mut walk = self.walk(&real);
                let folder = Folder { path: path.clone(), real: real.clone(), place: real, is_excluded: false };
                let ended = walk.gather(&folder);
                walk.explain(path);
                files.append(&mut walk.files);
                status = status.max(walk.status);
                ended
            });
            if let Err(error) = gathered {
                printer::error(&format!("error[UNREADABLE_FILE]: cannot read {}: {}", path.display(), reason(&error)));
                status = Status::Usage;
            }
        }
        (files, status)
    }

    fn walk(self, real: &Path) -> Walk<'s> {
        let ignore = self.exclusion.map(|exclusion| IgnoreFiles::of(exclusion, real));
        let seen = BTreeSet::from([real.to_owned()]);
        Walk { search: self, ignore, files: Vec::new(), seen, left_out: Vec::new(), status: Status::Success }
    }
}

/// A directory of a search.
struct Folder {
    /// The path as the user names it.
    path: PathBuf,
    /// The path without links.
    real: PathBuf,
    /// The canonical path of the search with the names below it, links included: what patterns match.
    place: PathBuf,
    is_excluded: bool,
}

/// A search below one directory.
struct Walk<'w> {
    search: Search<'w>,
    ignore: Option<IgnoreFiles<'w>>,
    files: Vec<Found>,
    /// The canonical paths of the directories.
    seen: BTreeSet<PathBuf>,
    left_out: Vec<PathBuf>,
    status: Status,
}

impl Walk<'_> {
    /// Collects the files below a directory. A directory with a symbolic link to itself is visited once.
    fn gather(&mut self, folder: &Folder) -> std::io::Result<()> {
        let mut entries: Vec<fs::DirEntry> = fs::read_dir(&folder.path)?.filter_map(Result::ok).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        let depth = self.ignore.as_mut().map(|ignore| ignore.enter(&folder.place));
        for entry in entries {
            self.entry(folder, &entry)?;
        }
        if let (Some(ignore), Some(depth)) = (&mut self.ignore, depth) {
            ignore.leave(depth);
        }
        Ok(())
    }

    fn entry(&mut self, folder: &Folder, entry: &fs::DirEntry) -> std::io::Result<()> {
        let (name, path) = (entry.file_name(), entry.path());
        if name.to_string_lossy().starts_with('.') {
            return Ok(());
        }
        let kind = entry.file_type()?;
        let is_link_to_folder = kind.is_symlink() && path.is_dir();
        let is_folder = kind.is_dir() || is_link_to_folder;
        if !is_folder && !(self.search.accepts)(&path) {
            return Ok(());
        }
        if self.skips(&path, kind) {
            return Ok(());
        }
        let place = folder.place.join(&name);
        let is_excluded =
            folder.is_excluded || self.ignore.as_ref().is_some_and(|ignore| ignore.excludes(&place, is_folder));
        if is_excluded && !folder.is_excluded {
            self.left_out.push(path.clone());
        }
        if is_excluded && !self.search.keeps_excluded {
            return Ok(());
        }
        if !is_folder {
            self.files.push(Found { path, is_excluded });
            return Ok(());
        }
        // Only a link leads to a directory with another path.
        let real = if is_link_to_folder { fs::canonicalize(&path)? } else { folder.real.join(&name) };
        if self.seen.insert(real.clone()) {
            self.gather(&Folder { path, real, place, is_excluded })?;
        }
        Ok(())
    }

    /// Returns whether to skip a file that is not regular, or a link that leads out of the directories of the command
    /// line.
    fn skips(&mut self, path: &Path, kind: fs::FileType) -> bool {
        let says = self.search.says >= Says::Skipped;
        if kind.is_symlink()
            && let Err(error) = self.search.rules.check_code(path)
        {
            if says {
                report_unreadable(&Unreadable::new(&name(path), &error));
            }
            self.status = Status::Usage;
            return true;
        }
        // An error is reported where the file is read.
        let is_special = || fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir());
        let skips = !kind.is_file() && !kind.is_dir() && is_special();
        if skips && says {
            printer::error_line(&visible(&format!("note: {} is not a regular file; it is skipped", name(path))));
        }
        skips
    }

    /// Names the excluded paths, if no file remains.
    fn explain(&self, path: &Path) {
        if self.search.says < Says::Everything {
            return;
        }
        if self.left_out.is_empty() || self.files.iter().any(|found| !found.is_excluded) {
            return;
        }
        let mut names: Vec<String> = self.left_out.iter().take(NAMED).map(|path| path.display().to_string()).collect();
        if self.left_out.len() > NAMED {
            names.push(format!("{} more", self.left_out.len() - NAMED));
        }
        let line = format!("{}: no files; excluded: {} (name one to include it)", path.display(), names.join(", "));
        printer::error_line(&visible(&line));
    }
}
