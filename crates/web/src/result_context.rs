//! A cell that ran, for the positions of its results.

use pprepl_notebook::CellId;

/// A cell that ran.
pub struct ResultContext<'r> {
    pub cell: CellId,
    /// The source that ran.
    pub source: &'r str,
    /// The code cells in order.
    pub cells: &'r [CellId],
    /// Whether the notebook is a lesson, which judges its cells itself.
    pub is_lesson: bool,
}

impl ResultContext<'_> {
    /// Returns the number of a code cell, from 1.
    pub fn number(&self, id: CellId) -> Option<usize> {
        self.cells.iter().position(|cell| *cell == id).map(|place| place + 1)
    }
}
