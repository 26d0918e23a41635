//! Sets a session's state aside and restores it: for `:reset`, its undo, and a failed reload.

use super::Session;
use super::history::{History, SessionSnapshot};

impl Session {
    /// Saves the session's state and starts an empty one.
    pub(super) fn set_aside(&mut self) -> SessionSnapshot {
        let fresh = self.core.vm.renewed();
        let history = History { after_reset: None, ..std::mem::take(&mut self.history) };
        let kept = SessionSnapshot {
            vm: std::mem::replace(&mut self.core.vm, fresh),
            hiera: self.site.hiera.clone(),
            history,
            facts: self.site.facts.clone(),
            assumed: self.checker.assumed.clone(),
        };
        self.attach_debugger();
        self.reset();
        self.core.vm.set_module_path(self.core.settings.module_folders());
        self.site.open_data(&mut self.core);
        kept
    }

    /// Restores a saved state.
    pub(super) fn restore(&mut self, mut kept: SessionSnapshot) {
        kept.vm.take_host_of(&mut self.core.vm);
        let SessionSnapshot { vm, hiera, history, facts, assumed } = kept;
        self.core.vm = vm;
        self.site.hiera = hiera;
        self.history = history;
        self.site.facts = facts;
        self.checker.assumed = assumed;
    }
}
