//! The expectations of a cell, and whether they hold. The judge comes from outside: it knows the options of cells.

use std::sync::Arc;

use pprepl_session::{CellRun, Session};
use pprepl_text::Source;

/// An expectation of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectationResult {
    /// The expectation as written: `type Integer`.
    pub text: String,
    /// The reason why it does not hold.
    pub mistake: Option<String>,
    /// Whether the cell is expected to fail.
    pub expects_failure: bool,
}

/// Judges the runs of cells.
pub trait ExpectationJudge: Send {
    /// Returns the names of the findings on a cell before it runs, if it expects any.
    fn findings(&self, session: &mut Session, source: &Arc<Source>) -> Vec<String>;

    /// Returns the expectations of a cell that ran, on the state after it.
    fn judge(
        &self,
        session: &mut Session,
        source: &Arc<Source>,
        findings: Vec<String>,
        run: &CellRun,
    ) -> Vec<ExpectationResult>;
}
