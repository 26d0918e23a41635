//! The data of a cell's run that panes need.

use crate::kernel::CellReport;
use pprepl_session::{Capture, Evaluation, Report};

/// The output of the cell's last run.
#[derive(Clone, Copy, Debug, Default)]
pub struct CellOutput<'r> {
    /// The value as a front end displays it.
    pub value: Option<&'r str>,
    /// `type($v, 'detailed')`
    pub detailed: Option<&'r str>,
    /// `type($v, 'reduced')`
    pub reduced: Option<&'r str>,
    /// `type($v, 'generalized')`
    pub generalized: Option<&'r str>,
    /// The diagnostics of the run.
    pub reports: &'r [Report],
    /// `$0..$n` after the run.
    pub captures: &'r [Capture],
    /// The number of the cell that set them, if any.
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
