//! The session's node: its definition runs as an undoable step.

use super::{Evaluation, Session};

impl Session {
    /// Sets the session's node; an empty name removes it. The definition's body runs as a step.
    pub(super) fn set_node(&mut self, name: &str) -> Result<(), String> {
        if name == self.settings.environment.node {
            return Ok(());
        }
        if self.vm.catalog().has_run_node() {
            let known = &self.settings.environment.node;
            return Err(format!(
                "the node definition for '{known}' has run; take it back with :undo, or start anew with :reset"
            ));
        }
        let before = std::mem::replace(&mut self.settings.environment.node, name.to_owned());
        self.apply_facts();
        let evaluation = self.evaluate_step("node", &format!("# node {name}"), |vm| vm.change_node(name));
        match evaluation.reports.first().filter(|_| evaluation.failed()) {
            None => Ok(()),
            Some(report) => {
                let place = report.position.map(|(line, column)| format!(" ({}:{line}:{column})", report.source_name));
                let message = format!("node {name}: {}{}", report.message, place.unwrap_or_default());
                self.settings.environment.node = before;
                self.forget_step();
                self.apply_facts();
                Err(message)
            }
        }
    }

    /// Runs the pending definition of the session's node, if any.
    pub(super) fn run_node(&mut self) -> Option<Evaluation> {
        let name = self.vm.catalog().node()?.to_owned();
        Some(self.evaluate("node", &format!("# node {name}")))
    }

    /// Synchronizes the setting with the current state after an undo or redo.
    pub(super) fn follow_node(&mut self) {
        let node = self.vm.catalog().node().unwrap_or_default().to_owned();
        if node != self.settings.environment.node {
            self.settings.environment.node = node;
            self.apply_facts();
        }
    }
}
