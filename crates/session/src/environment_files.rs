//! The files of an environment that the setting `files` allows.

use std::path::{Path, PathBuf};

use pprepl_files::{Reach, Rules};
use puppet_functions::loader::environment::Environment;

use super::engine::file_rules;
use super::environment_error::EnvironmentError;
use super::session_core::Core;
use super::settings::Settings;
use super::site::Site;

/// Reads an environment's directory, and rejects what the user did not name.
pub(super) fn open(
    core: &mut Core,
    site: &Site,
    root: &Path,
    base: &[PathBuf],
) -> Result<Environment, EnvironmentError> {
    core.vm.host_mut().set_file_rules(file_rules(&core.settings, Some(root)));
    let environment = Environment::open(core.vm.host_mut(), root, base);
    site.apply_file_rules(core);
    let environment = environment?;
    reject_foreign_files(&core.settings, &environment, base)?;
    Ok(environment)
}

/// Rejects module directories and site manifests outside the directories that the user named: neither an environment's
/// file nor a link in it widens what is read.
fn reject_foreign_files(
    settings: &Settings,
    environment: &Environment,
    base: &[PathBuf],
) -> Result<(), EnvironmentError> {
    if settings.execution.files == Reach::All {
        return Ok(());
    }
    let code = base.iter().chain([&environment.root]).cloned().collect();
    let rules = Rules { reach: settings.execution.files, code, ..Rules::default() };
    if let Some(folder) = environment.module_path.iter().find(|folder| rules.check_code(folder).is_err()) {
        return Err(EnvironmentError::ForeignModules {
            root: environment.root.clone(),
            folder: folder.clone(),
            files: settings.get("files").unwrap_or_default(),
        });
    }
    let mut manifests = environment.manifests.iter();
    manifests
        .try_for_each(|file| rules.check_code(file).map_err(|error| EnvironmentError::unreadable(file.clone(), &error)))
}
