//! The reasons why an environment cannot be used.

use std::fmt;
use std::path::PathBuf;

use pprepl_files::{Reach, Rules};
use puppet_functions::loader::environment::Environment;

use super::settings::Settings;

/// The reason why an environment cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EnvironmentError {
    /// The directory is not an environment.
    Invalid(String),
    /// Its `environment.conf` names a module directory that the setting `files` does not allow.
    ForeignModules { root: PathBuf, folder: PathBuf, files: String },
    /// A site manifest cannot be read.
    Manifest { file: PathBuf, reason: String },
}

impl fmt::Display for EnvironmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnvironmentError::Invalid(message) => f.write_str(message),
            EnvironmentError::ForeignModules { root, folder, files } => write!(
                f,
                "{}: environment.conf takes modules from {}, which 'files = {files}' does not allow; name it with --modulepath",
                pprepl_files::slashed(root),
                pprepl_files::slashed(folder),
            ),
            EnvironmentError::Manifest { file, reason } => write!(f, "{}: {reason}", pprepl_files::slashed(file)),
        }
    }
}

/// Rejects foreign module directories: an environment's file must not widen a restricted module path.
pub(super) fn reject_foreign_modules(
    settings: &Settings,
    environment: &Environment,
    base: &[PathBuf],
) -> Result<(), EnvironmentError> {
    if settings.execution.files == Reach::All {
        return Ok(());
    }
    let folders = base.iter().chain([&environment.root]).cloned().collect();
    let rules = Rules { reach: Reach::Modules, folders, ..Rules::default() };
    match environment.module_path.iter().find(|folder| rules.check(folder).is_err()) {
        None => Ok(()),
        Some(folder) => Err(EnvironmentError::ForeignModules {
            root: environment.root.clone(),
            folder: folder.clone(),
            files: settings.get("files").unwrap_or_default(),
        }),
    }
}
