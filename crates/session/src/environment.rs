//! Loads an environment of a control repository: its module path, its own functions and types, and its site
//! manifests, each as an input.

use std::path::Path;

use super::environment_error::EnvironmentError;
use super::environment_files::open;
use super::{Evaluation, Session};

/// The manifests of a site: their names and sources.
pub type Manifests = [(String, String)];

impl Session {
    /// Uses an environment's modules, functions and types from now on, and evaluates its site manifests. The environment
    /// has the name of its directory unless there is another `name`. Returns the evaluations up to the first failure.
    pub fn open_environment(&mut self, root: &Path, name: Option<&str>) -> Result<Vec<Evaluation>, EnvironmentError> {
        self.open_environment_with(root, name, None)
    }

    /// Does the same with other manifests in place of those of the environment, as Puppet's setting `manifest` does.
    pub fn open_environment_with(
        &mut self,
        root: &Path,
        name: Option<&str>,
        manifests: Option<&Manifests>,
    ) -> Result<Vec<Evaluation>, EnvironmentError> {
        let base = self.core.settings.module_folders();
        let mut environment = open(&mut self.core, &self.site, root, &base)?;
        if let Some(name) = name {
            name.clone_into(&mut environment.name);
        }
        self.site.enter(&mut self.core, environment);
        evaluate_site(self, manifests)
    }
}

/// Evaluates the site manifests of the environment in use, or others in place of them, up to the first failure, and the
/// node's definition.
pub(super) fn evaluate_site(
    session: &mut Session,
    manifests: Option<&Manifests>,
) -> Result<Vec<Evaluation>, EnvironmentError> {
    // The manifests are one program: a node's body runs after all of them are loaded.
    session.core.vm.defer_nodes(true);
    let evaluations = match manifests {
        Some(manifests) => Ok(evaluate_given(session, manifests)),
        None => evaluate_own(session),
    };
    session.core.vm.defer_nodes(false);
    let mut evaluations = evaluations?;
    if !evaluations.iter().any(Evaluation::failed) {
        evaluations.extend(session.run_node());
    }
    Ok(evaluations)
}

fn evaluate_given(session: &mut Session, manifests: &Manifests) -> Vec<Evaluation> {
    let mut evaluations: Vec<Evaluation> = Vec::new();
    for (name, text) in manifests {
        evaluations.push(session.evaluate(name, text));
        if evaluations.last().is_some_and(Evaluation::failed) {
            break;
        }
    }
    evaluations
}

fn evaluate_own(session: &mut Session) -> Result<Vec<Evaluation>, EnvironmentError> {
    let mut evaluations: Vec<Evaluation> = Vec::new();
    for manifest in session.site.manifests.clone() {
        let text = session.core.vm.host_mut().read_code(&manifest);
        let text = text.map_err(|fault| EnvironmentError::unreadable(manifest.clone(), &fault))?;
        evaluations.push(session.evaluate(&pprepl_files::slashed(&manifest), &text));
        if evaluations.last().is_some_and(Evaluation::failed) {
            break;
        }
    }
    Ok(evaluations)
}
