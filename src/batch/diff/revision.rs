//! The environments that a comparison names: directories, or revisions of the git repository of the working directory.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// An environment to compile.
pub struct Side {
    /// As the user named it.
    pub name: String,
    pub root: PathBuf,
    /// The files of a revision, which live as long as this value.
    _files: Option<TempDir>,
}

impl Side {
    /// Finds an environment: a directory, or else a revision, whose files are written to a temporary directory.
    ///
    /// # Errors
    /// It is neither, or git cannot be run.
    pub fn find(name: &str) -> Result<Side, String> {
        if Path::new(name).is_dir() {
            return Ok(Side { name: name.to_owned(), root: name.into(), _files: None });
        }
        let commit = commit(name)?;
        let files = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
        check_out(&commit, files.path())?;
        let root = files.path().join("files");
        Ok(Side { name: name.to_owned(), root, _files: Some(files) })
    }
}

/// Returns the commit of a revision.
fn commit(name: &str) -> Result<String, String> {
    let wanted = format!("{name}^{{commit}}");
    let found = git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted], None)?;
    if !found.status.success() {
        return Err(format!("expected a directory or a git revision, found '{name}'"));
    }
    Ok(String::from_utf8_lossy(&found.stdout).trim().to_owned())
}

/// Writes the files of a commit below `folder`. The repository, its index and its working tree stay as they are.
fn check_out(commit: &str, folder: &Path) -> Result<(), String> {
    let index = folder.join("index");
    // A prefix ends with a slash.
    let prefix = format!("--prefix={}/", folder.join("files").display());
    for arguments in [["read-tree", commit].as_slice(), &["checkout-index", "--all", &prefix]] {
        let done = git(arguments, Some(&index))?;
        if !done.status.success() {
            return Err(format!("git {}: {}", arguments[0], String::from_utf8_lossy(&done.stderr).trim()));
        }
    }
    Ok(())
}

fn git(arguments: &[&str], index: Option<&Path>) -> Result<Output, String> {
    let mut command = Command::new("git");
    // Git writes the files of the whole repository, wherever in it the user is.
    let top = (index.is_some()).then(top).transpose()?;
    if let Some(top) = top {
        command.current_dir(top);
    }
    if let Some(index) = index {
        command.env("GIT_INDEX_FILE", index);
    }
    command.args(arguments).output().map_err(|error| format!("cannot run git: {error}"))
}

/// Returns the directory of the repository.
fn top() -> Result<PathBuf, String> {
    let found = git(&["rev-parse", "--show-toplevel"], None)?;
    match found.status.success() {
        true => Ok(PathBuf::from(String::from_utf8_lossy(&found.stdout).trim())),
        false => Err(String::from_utf8_lossy(&found.stderr).trim().to_owned()),
    }
}
