//! The stop from outside: a file that another thread of the page fills while an evaluation runs.

use std::fs;
use std::path::PathBuf;

/// Ends the evaluations of this thread while the file exists and is not empty.
pub fn watch(file: PathBuf) {
    let is_stopped = move || fs::metadata(&file).is_ok_and(|metadata| metadata.len() > 0);
    pprepl_budget::watch(Some(Box::new(is_stopped)));
}
