//! Loads an environment of a control repository: its module path, its own functions and types, and its site
//! manifests, each as an input.

use std::fmt;
use std::path::{Path, PathBuf};

use pprepl_files::{Reach, Rules};
use puppet_functions::loader::environment::Environment;

use super::settings::Settings;
use super::{Evaluation, Session, file};

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
                root.display(),
                folder.display(),
            ),
            EnvironmentError::Manifest { file, reason } => write!(f, "{}: {reason}", file.display()),
        }
    }
}

impl Session {
    /// Uses an environment's modules, functions and types from now on, and evaluates its site manifests. Returns the
    /// evaluations up to the first failure.
    pub fn open_environment(&mut self, root: &Path) -> Result<Vec<Evaluation>, EnvironmentError> {
        self.open_environment_as(root, None)
    }

    /// Does the same as [`Session::open_environment`] under another name than the directory's.
    pub fn open_environment_as(
        &mut self,
        root: &Path,
        name: Option<&str>,
    ) -> Result<Vec<Evaluation>, EnvironmentError> {
        let base = self.core.settings.module_folders();
        let mut environment =
            Environment::open(self.core.vm.host_mut(), root, &base).map_err(EnvironmentError::Invalid)?;
        reject_foreign_modules(&self.core.settings, &environment, &base)?;
        if let Some(name) = name {
            name.clone_into(&mut environment.name);
        }
        let manifests = environment.manifests.clone();
        self.enter_environment(environment);
        let mut evaluations = Vec::new();
        // The manifests are one program: a node's body runs after all of them are loaded.
        self.core.vm.defer_nodes(true);
        for manifest in &manifests {
            let text = self.core.vm.host_mut().read_named(manifest);
            let text = text.map_err(|fault| {
                self.core.vm.defer_nodes(false);
                EnvironmentError::Manifest { file: manifest.clone(), reason: file::reason(&fault).to_string() }
            })?;
            let evaluation = self.evaluate(&manifest.display().to_string(), &text);
            let failed = evaluation.failed();
            evaluations.push(evaluation);
            if failed {
                break;
            }
        }
        self.core.vm.defer_nodes(false);
        if !evaluations.iter().any(Evaluation::failed) {
            evaluations.extend(self.run_node());
        }
        Ok(evaluations)
    }

    /// Uses the modules, facts and data of an environment from now on.
    pub(super) fn enter_environment(&mut self, environment: Environment) {
        let folders: Vec<String> = environment.module_path.iter().map(|path| path.display().to_string()).collect();
        self.core.settings.environment.modulepath = folders.join(":");
        self.core.vm.set_module_path(environment.module_path);
        self.core.vm.host_mut().set_environment(Some(environment.root.clone()));
        self.core.vm.globals.set_environment_name(&environment.name);
        self.site.environment = Some(environment.name);
        self.site.root = Some(environment.root);
        self.site.apply_file_rules(&mut self.core);
        self.apply_facts();
        self.site.open_data(&mut self.core);
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
