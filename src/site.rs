//! The usual places of the files of the page, which `web/build` writes and packages ship.

use std::env;
use std::path::{Path, PathBuf};

/// The directory of the site below the directory `share` of a package.
const SHARED: &str = "pprepl/web";

/// Returns the places: next to the program, in the directory of its package, and in the user's data directory.
pub fn places() -> Vec<PathBuf> {
    let program = env::current_exe().and_then(|path| path.canonicalize()).ok();
    let beside = program.as_deref().and_then(Path::parent);
    let mut places: Vec<PathBuf> = beside.map(|folder| folder.join("web")).into_iter().collect();
    places.extend(beside.and_then(Path::parent).map(|folder| folder.join("share").join(SHARED)));
    places.extend(crate::repl::data_folder().map(|folder| folder.join("web")));
    places
}
