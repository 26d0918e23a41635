//! Pauses: what a front end answers when `breakpoint()` pauses a cell.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use crate::CellId;
use pprepl_session::{DebugOutput, Dialogue};

/// A front end that decides how a paused cell continues. The calls come from the kernel's thread.
pub trait Pauses: Send + Sync {
    /// Waits for the next line of the user at a breakpoint; `None` cancels the run.
    fn ask(&self, cell: CellId, prompt: &str) -> Option<String>;
    /// Shows output at a breakpoint.
    fn report(&self, told: &DebugOutput);
}

/// The dialogue of a session's host with the front end.
pub(super) struct PauseDialogue {
    pub(super) pauses: Arc<dyn Pauses>,
    /// The running cell; a repeated run, such as the one of a trace, has none and does not pause.
    pub(super) running: Rc<Cell<Option<CellId>>>,
}

impl Dialogue for PauseDialogue {
    fn ask(&mut self, prompt: &str) -> Option<String> {
        match self.running.get() {
            Some(cell) => self.pauses.ask(cell, prompt),
            None => Some(":continue".to_owned()),
        }
    }

    fn report(&mut self, told: &DebugOutput) {
        if self.running.get().is_some() {
            self.pauses.report(told);
        }
    }
}
