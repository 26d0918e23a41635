//! What is told of a cell that ran: plain data that may leave the kernel's thread, bounded in size.

use std::time::Duration;

use crate::notebook::CellId;
use crate::session::{Capture, CellRun, Evaluation, Part, Report, Table};
use crate::syntax::HeredocInfo;
use crate::text::Severity;

/// How many bytes of a value's source form are kept.
const MOST_TEXT: usize = 32 << 10;

/// How many bytes of a type are kept.
const MOST_TYPE: usize = 8 << 10;

/// How many log lines of a cell are kept: of more, the first half and the last.
const MOST_LOGS: usize = 2_000;

/// What a run of a cell gave.
#[derive(Clone, Debug, Default)]
pub struct CellReport {
    /// The value in source form; `None` when the cell failed or the value has no such form.
    pub value: Option<String>,
    /// What stands for a value without a source form.
    pub shown: Option<String>,
    /// How many bytes of the value, or of what stands for it, were left out.
    pub cut: usize,
    /// `type($v, 'detailed')`
    pub detailed: Option<String>,
    /// `type($v, 'reduced')`
    pub reduced: Option<String>,
    /// `type($v, 'generalized')`
    pub generalized: Option<String>,
    /// Level and text of what it logged.
    pub logs: Vec<(String, String)>,
    /// How many log lines were left out, in the middle.
    pub logs_left_out: usize,
    /// Findings.
    pub reports: Vec<Report>,
    /// Is the text no valid Puppet?
    pub invalid: bool,
    /// Was it stopped?
    pub cancelled: bool,
    /// Heredocs.
    pub heredocs: Vec<HeredocInfo>,
    /// `$0..$n` after it, where it leaves others than it found.
    pub captures: Vec<Capture>,
    /// Variables that it set.
    pub assigned: Vec<String>,
    /// Functions, types and the like that it defined.
    pub defined: Vec<String>,
    /// How long it took.
    pub elapsed: Duration,
    /// The value as a table, when it is a list of like hashes.
    pub table: Option<Table>,
    /// The value as the root of a tree of parts, when it has parts.
    pub tree: Option<Part>,
    /// How often the cell has run.
    pub runs: usize,
    /// Is there nothing to run in it?
    pub empty: bool,
}

impl CellReport {
    /// Did the cell fail?
    pub fn failed(&self) -> bool {
        self.reports.iter().any(|report| report.severity == Severity::Error)
    }

    /// What is shown as its value; nothing for an undef that nobody wrote down.
    pub fn display(&self) -> Option<&str> {
        self.value.as_deref().or(self.shown.as_deref())
    }

    /// Of a run.
    pub(super) fn of(run: &mut CellRun, runs: usize, empty: bool) -> CellReport {
        let evaluation = std::mem::take(&mut run.evaluation);
        let whole = run.value.as_ref().map(|value| value.whole());
        let mut report = CellReport::plain(evaluation);
        report.table = run.value.as_ref().and_then(|value| value.table());
        report.tree = whole.filter(|whole| whole.parts > 0);
        if !run.matched {
            report.captures = Vec::new();
        }
        report.runs = runs;
        report.empty = empty;
        report
    }

    /// Of an evaluation whose value nobody looks into.
    pub fn plain(evaluation: Evaluation) -> CellReport {
        let Evaluation { value, shown, detailed, reduced, generalized, logs, reports, invalid, cancelled, .. } =
            evaluation;
        let Evaluation { heredocs, captures, assigned, defined, elapsed, .. } = evaluation;
        let mut cut_value = 0;
        let (logs, logs_left_out) = bounded(logs);
        CellReport {
            value: value.map(|text| cut(text, MOST_TEXT, &mut cut_value)),
            shown: shown.map(|text| cut(text, MOST_TEXT, &mut cut_value)),
            detailed: detailed.map(|text| cut(text, MOST_TYPE, &mut 0)),
            reduced: reduced.map(|text| cut(text, MOST_TYPE, &mut 0)),
            generalized: generalized.map(|text| cut(text, MOST_TYPE, &mut 0)),
            cut: cut_value,
            logs,
            logs_left_out,
            reports,
            invalid,
            cancelled,
            heredocs,
            captures,
            assigned,
            defined,
            elapsed,
            ..CellReport::default()
        }
    }
}

/// The beginning of a text; tells how much was left out.
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

fn bounded(mut logs: Vec<(String, String)>) -> (Vec<(String, String)>, usize) {
    let left_out = logs.len().saturating_sub(MOST_LOGS);
    if left_out > 0 {
        logs.drain(MOST_LOGS / 2..MOST_LOGS / 2 + left_out);
        logs.shrink_to_fit();
    }
    (logs, left_out)
}

/// What is to be said of how cells stand to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad.
    pub severity: Severity,
    /// `USED_BEFORE_SET`, `DEFINED_TWICE`, `CIRCULAR_CELLS`
    pub code: &'static str,
    /// In which cell.
    pub cell: CellId,
    /// Where in its text.
    pub span: crate::text::Span,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
    /// Further places: cell, place in its text, what is there.
    pub others: Vec<(CellId, crate::text::Span, String)>,
}
