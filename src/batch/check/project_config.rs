//! The file `.pprepl.toml` of a directory: the rules for the files below it.

use std::path::{Path, PathBuf};

use pprepl_files::Rules;
use pprepl_session::Settings;
use pprepl_session::config::{self, CheckRules};
use pprepl_session::file;

use crate::batch::input::report_unreadable;
use crate::batch::printer;

/// The name of the file.
const NAME: &str = ".pprepl.toml";

/// Maximum size of the file, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Returns the nearest file in the directory of a path or above it.
pub(in crate::batch) fn find(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    let start = if path.is_dir() { Some(&*path) } else { path.parent() };
    start?.ancestors().map(|folder| folder.join(NAME)).find(|file| file.is_file())
}

/// Reads the rules of a file, and reports what is wrong with it.
pub(in crate::batch) fn read(path: &Path, settings: &Settings) -> Result<CheckRules, ()> {
    let name = path.display();
    // The file is of its directory: a link in it is not named by the user.
    let code = path.parent().map(Path::to_owned).into_iter().collect();
    let rules = Rules { reach: settings.execution.files, code, limit: MAX_BYTES, ..Rules::default() };
    let text = file::read_operand(path, &rules).map_err(|unreadable| {
        report_unreadable(&unreadable);
    })?;
    let (rules, errors) = config::read_rules(&text);
    errors.iter().for_each(|error| printer::error(&format!("error: {name}: {error}")));
    if errors.is_empty() { Ok(rules) } else { Err(()) }
}
