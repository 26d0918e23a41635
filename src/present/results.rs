//! The results of the cells so far, and the requested runs.

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_lessons::QuizVerdict;
use pprepl_notebook::CellId;
use pprepl_notebook::kernel::CellReport;

/// A run that a part on the screen needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needed {
    Cell(CellId),
    /// The answer of the quiz with this name.
    Quiz(CellId, String),
}

/// The results by cell.
#[derive(Default)]
pub struct Results {
    reports: FxHashMap<CellId, CellReport>,
    verdicts: FxHashMap<CellId, QuizVerdict>,
    requested: FxHashSet<CellId>,
}

impl Results {
    pub fn report(&self, cell: CellId) -> Option<&CellReport> {
        self.reports.get(&cell)
    }

    pub fn verdict(&self, cell: CellId) -> Option<&QuizVerdict> {
        self.verdicts.get(&cell)
    }

    /// Returns whether the cell has run or was requested.
    pub fn is_known(&self, cell: CellId) -> bool {
        self.requested.contains(&cell) || self.has_result(cell)
    }

    /// Returns whether the cell has a result.
    pub fn has_result(&self, cell: CellId) -> bool {
        self.reports.contains_key(&cell) || self.verdicts.contains_key(&cell)
    }

    pub fn request(&mut self, cell: CellId) {
        self.requested.insert(cell);
    }

    pub fn add_report(&mut self, cell: CellId, report: CellReport) {
        self.requested.remove(&cell);
        self.reports.insert(cell, report);
    }

    pub fn add_verdict(&mut self, cell: CellId, verdict: QuizVerdict) {
        self.requested.remove(&cell);
        self.verdicts.insert(cell, verdict);
    }

    /// Forgets the requests: the evaluator has nothing left to do.
    pub fn forget_requests(&mut self) {
        self.requested.clear();
    }

    /// Forgets the results of a cell, so that it runs again.
    pub fn forget(&mut self, cell: CellId) {
        self.reports.remove(&cell);
        self.verdicts.remove(&cell);
        self.requested.remove(&cell);
    }
}
