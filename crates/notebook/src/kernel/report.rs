//! The report of a cell's run: plain data that can leave the kernel's thread, bounded in size.

use std::sync::Arc;

use crate::CellId;
use pprepl_session::trace::TraceView;
use pprepl_session::{CellRun, Evaluation, Level, Part, Table};
use pprepl_text::{IssueCode, Severity};

use super::expectations::ExpectationResult;
use super::message::Message;

/// The maximum size of a value's source in bytes.
const MAX_TEXT: usize = 32 << 10;

/// The maximum number of log lines of a cell: beyond it, the first half and the last are kept.
const MAX_LOGS: usize = 2_000;

/// The report of a cell's run.
#[derive(Clone, Debug, Default)]
pub struct CellReport {
    /// The result of the evaluation. Its value, types and log lines may be cut; it has captures only if the cell
    /// changed them.
    pub evaluation: Evaluation,
    /// The number of bytes omitted from the value or from the code that denotes it.
    pub cut: usize,
    /// The number of log lines omitted in the middle.
    pub logs_left_out: usize,
    /// The value as a table, when it is a list of hashes with the same keys.
    pub table: Option<Table>,
    /// The value as the root of a tree, when it has elements.
    pub tree: Option<Part>,
    /// The trace of the run, if it was requested.
    pub trace: Option<Arc<TraceView>>,
    /// The number of runs of the cell.
    pub runs: usize,
    /// Whether the cell contains no code.
    pub empty: bool,
    /// The expectations of the cell.
    pub expectations: Vec<ExpectationResult>,
}

impl CellReport {
    /// Returns whether the cell failed.
    pub fn failed(&self) -> bool {
        self.evaluation.failed()
    }

    /// Returns whether the run is as the cell expects: its expectations hold, and it fails only if it is expected to.
    pub fn passes(&self) -> bool {
        let fails_as_expected = || self.expectations.iter().any(|one| one.expects_failure);
        self.expectations.iter().all(|one| one.mistake.is_none()) && (!self.failed() || fails_as_expected())
    }

    /// Returns the formatted value; `None` for an implicit undef.
    pub fn display(&self) -> Option<&str> {
        self.evaluation.value.as_deref().or(self.evaluation.shown.as_deref())
    }

    /// Returns whether a front end shows anything for it.
    pub fn has_output(&self) -> bool {
        let evaluation = &self.evaluation;
        let says = !evaluation.logs.is_empty() || !evaluation.reports.is_empty() || !self.expectations.is_empty();
        !self.empty && (self.display().is_some() || says)
    }

    /// Creates the report of a run.
    pub(super) fn of(run: &mut CellRun, runs: usize, empty: bool) -> CellReport {
        let mut evaluation = std::mem::take(&mut run.evaluation);
        if !run.matched {
            evaluation.captures = Vec::new();
        }
        let whole = run.value.as_ref().map(|value| value.entire_value());
        let table = run.value.as_ref().and_then(|value| value.table());
        let tree = whole.filter(|whole| whole.parts > 0);
        let trace = run.trace.take().map(Arc::new);
        CellReport { table, tree, trace, runs, empty, ..CellReport::plain(evaluation) }
    }

    /// Creates the report of an evaluation whose value is not explored.
    pub fn plain(mut evaluation: Evaluation) -> CellReport {
        let mut left_out = 0;
        for text in [&mut evaluation.value, &mut evaluation.shown] {
            *text = text.take().map(|text| cut(text, MAX_TEXT, &mut left_out));
        }
        let logs_left_out = bound(&mut evaluation.logs);
        CellReport { evaluation, cut: left_out, logs_left_out, ..CellReport::default() }
    }
}

/// Cuts a string at `most` bytes and counts the omitted ones.
fn cut(mut text: String, most: usize, left_out: &mut usize) -> String {
    if text.len() <= most {
        return text;
    }
    let end = text.floor_char_boundary(most);
    *left_out += text.len() - end;
    text.truncate(end);
    text.push('…');
    text.shrink_to_fit();
    text
}

/// Removes the middle of a long list of log lines; returns the number of removed lines.
fn bound(logs: &mut Vec<(Level, String)>) -> usize {
    let left_out = logs.len().saturating_sub(MAX_LOGS);
    if left_out > 0 {
        logs.drain(MAX_LOGS / 2..MAX_LOGS / 2 + left_out);
        logs.shrink_to_fit();
    }
    left_out
}

/// A diagnostic about the relations between cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub severity: Severity,
    /// `USED_BEFORE_SET`, `DEFINED_TWICE`, `CIRCULAR_CELLS`
    pub code: IssueCode,
    /// The cell that contains `span`.
    pub cell: CellId,
    /// The span in the cell's source.
    pub span: pprepl_text::Span,
    pub message: Message,
    pub help: Message,
    /// Additional locations: cell, span in its source, label.
    pub others: Vec<(CellId, pprepl_text::Span, String)>,
}
