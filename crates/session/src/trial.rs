//! Trial runs: a program runs once to see whether it fails, and leaves no trace. It prints nothing, and reads no file
//! that no earlier run has read.

use std::sync::Arc;
use std::time::Duration;

use pprepl_budget as budget;
use pprepl_text::Source;
use puppet_eval::Flow;
use puppet_pcore::Value;
use puppet_syntax::ast::Program;

use super::session_core::Core;

/// The time limit for a trial run.
const TRIAL_TIME: Duration = Duration::from_millis(50);

impl Core {
    /// Runs a program for a trial, and rolls it back. Returns `None` if the result is unknown: the program did not end
    /// in time, or it asked for another file.
    pub(crate) fn run_trial(&mut self, source: &Arc<Source>, program: &Program) -> Option<Result<Value, Box<Flow>>> {
        self.without_trace(TRIAL_TIME, |vm| {
            let result = vm.on_trial(|vm| vm.run_program(source, program))?;
            match result {
                Err(_) if budget::check().is_err() => None,
                result => Some(result),
            }
        })
    }
}
