//! The state of a search in all cells.

use pprepl_notebook::CellId;

use super::editor::Query;
use super::mode::Mode;

/// The query, and where the search began.
#[derive(Default)]
pub struct SearchState {
    pub query: Option<Query>,
    /// The cell, offset and mode at the start, restored on cancel.
    pub start: Option<(CellId, usize, Mode)>,
}
