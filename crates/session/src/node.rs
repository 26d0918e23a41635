//! The node that a session means: its definition runs as a step of its own that can be undone.

use super::{Evaluation, Session};

impl Session {
    /// The session means this node from now on; empty for none. What the definition's body does is a step.
    pub(super) fn set_node(&mut self, name: &str) -> Result<(), String> {
        if name == self.settings.node {
            return Ok(());
        }
        if self.vm.catalog().has_run_node() {
            let known = &self.settings.node;
            return Err(format!(
                "the node definition for '{known}' has run; take it back with :undo, or start anew with :reset"
            ));
        }
        let before = std::mem::replace(&mut self.settings.node, name.to_owned());
        self.apply_facts();
        let evaluation = self.evaluate_step("node", &format!("# node {name}"), |vm| vm.change_node(name));
        match evaluation.reports.first().filter(|_| evaluation.failed()) {
            None => Ok(()),
            Some(report) => {
                let place = report.position.map(|(line, column)| format!(" ({}:{line}:{column})", report.source_name));
                let message = format!("node {name}: {}{}", report.message, place.unwrap_or_default());
                self.settings.node = before;
                self.forget_step();
                self.apply_facts();
                Err(message)
            }
        }
    }

    /// Runs the definition of the node that the session means, if one waits.
    pub(super) fn run_node(&mut self) -> Option<Evaluation> {
        let name = self.vm.catalog().node()?.to_owned();
        Some(self.evaluate("node", &format!("# node {name}")))
    }

    /// After an undo or redo: the setting is that of the state at hand.
    pub(super) fn follow_node(&mut self) {
        let node = self.vm.catalog().node().unwrap_or_default().to_owned();
        if node != self.settings.node {
            self.settings.node = node;
            self.apply_facts();
        }
    }
}
