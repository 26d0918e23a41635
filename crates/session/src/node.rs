//! The session's node: its facts, and its definition, which runs as an undoable step.

use std::path::Path;
use std::time::Duration;

use pprepl_text::Source;
use puppet_pcore::Value;

use super::change_error::ChangeError;
use super::facts::{Facts, FactsError};
use super::session_core::Core;
use super::{Evaluation, Session};

impl Session {
    /// Loads facts from a file of JSON, or of YAML (`.yaml`, `.yml`).
    pub fn load_facts(&mut self, path: &Path) -> Result<(), ChangeError> {
        self.set("facts", &path.display().to_string())
    }

    /// Loads the facts of the settings.
    pub(super) fn take_facts(&mut self) -> Result<(), FactsError> {
        self.site.facts = Facts::load(&self.core.settings.environment.facts, self.core.vm.host_mut())?;
        self.apply_facts();
        Ok(())
    }

    /// Sets the variables of a compilation (`$servername`, `$settings::vardir`), which a session has only with facts or
    /// a node.
    pub fn begin_compilation(&mut self) {
        self.site.compiles = true;
        self.apply_facts();
    }

    /// Assigns the active facts to the variables.
    pub(super) fn apply_facts(&mut self) {
        self.site.apply_facts(&mut self.core);
    }

    /// Sets one fact to the value of `text`. Returns the new value and the previous one.
    pub fn set_fact(&mut self, path: &str, text: &str) -> Result<(String, Option<String>), FactsError> {
        let value = data(&mut self.core, text);
        let told = self.site.facts.set(path, value)?;
        self.apply_facts();
        Ok(told)
    }

    /// Sets the session's node; an empty name removes it. The definition's body runs as a step.
    pub(super) fn set_node(&mut self, name: &str) -> Result<(), ChangeError> {
        if name == self.core.settings.environment.node {
            return Ok(());
        }
        if self.core.vm.catalog.has_run_node() {
            return Err(ChangeError::NodeHasRun(self.core.settings.environment.node.clone()));
        }
        let before = std::mem::replace(&mut self.core.settings.environment.node, name.to_owned());
        self.apply_facts();
        let evaluation = self.evaluate_step(&Source::new("node", format!("# node {name}")), |vm| vm.change_node(name));
        match evaluation.reports.first().filter(|_| evaluation.failed()) {
            None => Ok(()),
            Some(report) => {
                let place = report.position.map(|(line, column)| format!(" ({}:{line}:{column})", report.source_name));
                let message = format!("{}{}", report.message, place.unwrap_or_default());
                self.core.settings.environment.node = before;
                self.forget_step();
                self.apply_facts();
                Err(ChangeError::Node { name: name.to_owned(), message })
            }
        }
    }

    /// Runs the pending definition of the session's node, if any.
    pub(super) fn run_node(&mut self) -> Option<Evaluation> {
        let name = self.core.vm.catalog.node()?.to_owned();
        Some(self.evaluate("node", &format!("# node {name}")))
    }

    /// Synchronizes the setting with the current state after an undo or redo.
    pub(super) fn follow_node(&mut self) {
        let node = self.core.vm.catalog.node().unwrap_or_default().to_owned();
        if node != self.core.settings.environment.node {
            self.core.settings.environment.node = node;
            self.apply_facts();
        }
    }
}

/// Returns `text` as Puppet data, or else as a string.
fn data(core: &mut Core, text: &str) -> Value {
    let value = core.try_evaluate(text, Duration::from_millis(50)).filter(is_data);
    value.unwrap_or_else(|| Value::str(text))
}

/// Returns whether a fact can have this value.
fn is_data(value: &Value) -> bool {
    match value {
        Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_) => true,
        Value::Array(array) => array.items.iter().all(is_data),
        Value::Hash(hash) => hash.iter().all(|(key, value)| key.as_str().is_some() && is_data(value)),
        _ => false,
    }
}
