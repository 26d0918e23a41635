//! The file `.pprepl.toml` of a directory: the rules for the files below it.

use std::path::{Path, PathBuf};

use pprepl_files::Rules;

use super::config_error::ConfigError;
use super::data::CheckRules;
use super::read::read_rules;
use crate::Settings;
use crate::file::{Unreadable, read_operand};

/// The name of the file.
pub const RULES_FILE: &str = ".pprepl.toml";

/// Maximum size of the file, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Returns the nearest file in the directory of a path or above it.
pub fn find_rules(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    let start = if path.is_dir() { Some(&*path) } else { path.parent() };
    start?.ancestors().map(|folder| folder.join(RULES_FILE)).find(|file| file.is_file())
}

/// Reads the valid rows of a file, and the errors of the others.
///
/// # Errors
/// The file cannot be read.
pub fn read_rules_file(path: &Path, settings: &Settings) -> Result<(CheckRules, Vec<ConfigError>), Unreadable> {
    // The file is of its directory: a link in it is not named by the user.
    let code = path.parent().map(Path::to_owned).into_iter().collect();
    let rules = Rules { reach: settings.execution.files, code, limit: MAX_BYTES, ..Rules::default() };
    Ok(read_rules(&read_operand(path, &rules)?))
}
