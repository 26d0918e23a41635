//! Loads an environment of a control repository: its module path, its own functions and types, and its site
//! manifests, each as an input.

use std::path::Path;

use super::environment_error::EnvironmentError;
use super::environment_files::open;
use super::{Evaluation, Session};

impl Session {
    /// Uses an environment's modules, functions and types from now on, and evaluates its site manifests. The environment
    /// has the name of its directory unless there is another `name`. Returns the evaluations up to the first failure.
    pub fn open_environment(&mut self, root: &Path, name: Option<&str>) -> Result<Vec<Evaluation>, EnvironmentError> {
        let base = self.core.settings.module_folders();
        let mut environment = open(&mut self.core, &self.site, root, &base)?;
        if let Some(name) = name {
            name.clone_into(&mut environment.name);
        }
        self.site.enter(&mut self.core, environment);
        evaluate_site(self)
    }
}

/// Evaluates the site manifests of the environment in use, up to the first failure, and the node's definition.
pub(super) fn evaluate_site(session: &mut Session) -> Result<Vec<Evaluation>, EnvironmentError> {
    let manifests = session.site.manifests.clone();
    let mut evaluations = Vec::new();
    // The manifests are one program: a node's body runs after all of them are loaded.
    session.core.vm.defer_nodes(true);
    for manifest in &manifests {
        let text = session.core.vm.host_mut().read_code(manifest);
        let text = text.map_err(|fault| {
            session.core.vm.defer_nodes(false);
            EnvironmentError::unreadable(manifest.clone(), &fault)
        })?;
        let evaluation = session.evaluate(&pprepl_files::slashed(manifest), &text);
        let failed = evaluation.failed();
        evaluations.push(evaluation);
        if failed {
            break;
        }
    }
    session.core.vm.defer_nodes(false);
    if !evaluations.iter().any(Evaluation::failed) {
        evaluations.extend(session.run_node());
    }
    Ok(evaluations)
}
