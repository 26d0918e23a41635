//! What panes need of a run of the cell.

use crate::kernel::CellReport;
use pprepl_session::{Capture, Evaluation, Report};

/// What the cell gave when it ran last.
#[derive(Clone, Copy, Debug, Default)]
pub struct CellOutput<'r> {
    /// The value as it is shown.
    pub value: Option<&'r str>,
    /// `type($v, 'detailed')`
    pub detailed: Option<&'r str>,
    /// `type($v, 'reduced')`
    pub reduced: Option<&'r str>,
    /// `type($v, 'generalized')`
    pub generalized: Option<&'r str>,
    /// What was found.
    pub reports: &'r [Report],
    /// `$0..$n` after it.
    pub captures: &'r [Capture],
    /// The number of the cell that set them, where one did.
    pub captures_of: Option<usize>,
}

impl<'r> From<&'r Evaluation> for CellOutput<'r> {
    fn from(evaluation: &'r Evaluation) -> CellOutput<'r> {
        CellOutput {
            value: evaluation.value.as_deref().or(evaluation.shown.as_deref()),
            detailed: evaluation.detailed.as_deref(),
            reduced: evaluation.reduced.as_deref(),
            generalized: evaluation.generalized.as_deref(),
            reports: &evaluation.reports,
            captures: &evaluation.captures,
            captures_of: None,
        }
    }
}

impl<'r> From<&'r CellReport> for CellOutput<'r> {
    fn from(report: &'r CellReport) -> CellOutput<'r> {
        CellOutput::from(&report.evaluation)
    }
}
