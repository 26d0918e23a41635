//! What takes long besides evaluating: commands, checks, completion. It runs under the same budget as an evaluation, so
//! that Ctrl-C and the limits end it.

use std::sync::atomic::Ordering;

use crate::budget::{self, Exhausted};

use super::Session;

impl Session {
    /// Does something under the budget that the settings give. An error is why it had to end: what it gave is of no use.
    pub fn within_budget<T>(&mut self, act: impl FnOnce(&mut Session) -> T) -> Result<T, Exhausted> {
        let budget = self.vm.begin_budget(self.limits());
        let result = act(self);
        let reason = budget::reason();
        self.vm.end_budget(budget);
        match reason {
            None => Ok(result),
            Some(reason) => {
                if reason == Exhausted::Canceled {
                    // The user's wish is answered, unless something around this is to end as well.
                    self.vm.cancel_flag().store(budget::reason().is_some(), Ordering::Relaxed);
                }
                Err(reason)
            }
        }
    }
}
