//! The trace that the Trace pane shows: the cell that it is of, and the reader.

use std::sync::Arc;

use pprepl_notebook::CellId;
use pprepl_notebook::pane::TraceReader;

/// The trace that the pane shows, and what was requested.
pub struct TraceState {
    /// The cell and the text of the trace, with its reader; the reader is missing for a cell that has not run.
    pub(super) known: Option<(CellId, Arc<str>, Option<TraceReader>)>,
    /// Whether a cell has run since.
    pub(super) is_old: bool,
    /// The code cells in document order, which gives their numbers.
    pub(super) cells: Arc<[CellId]>,
}

impl Default for TraceState {
    fn default() -> TraceState {
        TraceState { known: None, is_old: false, cells: Arc::from([]) }
    }
}

impl TraceState {
    /// Marks the trace as older than the last run of a cell.
    pub fn outdate(&mut self) {
        self.is_old = true;
    }

    /// Returns whether this is the trace of a cell with this text, after the last run.
    pub(super) fn is_of(&self, id: CellId, text: &str) -> bool {
        !self.is_old && self.known.as_ref().is_some_and(|(known, of, _)| *known == id && **of == *text)
    }

    pub(super) fn reader(&mut self) -> Option<&mut TraceReader> {
        self.known.as_mut().and_then(|(_, _, reader)| reader.as_mut())
    }
}
