//! What is told of a cell that ran: plain data that may leave the kernel's thread, bounded in size.

use crate::CellId;
use pprepl_session::{CellRun, Evaluation, Part, Table};
use pprepl_text::Severity;

use super::message::Message;

/// How many bytes of a value's source form are kept.
const MAX_TEXT: usize = 32 << 10;

/// How many log lines of a cell are kept: of more, the first half and the last.
const MAX_LOGS: usize = 2_000;

/// What a run of a cell gave.
#[derive(Clone, Debug, Default)]
pub struct CellReport {
    /// What is told of it. Its value, types and log lines may be cut; captures are there only where the cell leaves others
    /// than it found.
    pub evaluation: Evaluation,
    /// How many bytes of the value, or of what means it, were omitted.
    pub cut: usize,
    /// How many log lines were omitted, in the middle.
    pub logs_left_out: usize,
    /// The value as a table, when it is a list of like hashes.
    pub table: Option<Table>,
    /// The value as the root of a tree of parts, when it has parts.
    pub tree: Option<Part>,
    /// How often the cell has run.
    pub runs: usize,
    /// Returns whether there is nothing to run in it.
    pub empty: bool,
}

impl CellReport {
    /// Did the cell fail?
    pub fn failed(&self) -> bool {
        self.evaluation.failed()
    }

    /// What is shown as its value; nothing for an undef that nobody wrote down.
    pub fn display(&self) -> Option<&str> {
        self.evaluation.value.as_deref().or(self.evaluation.shown.as_deref())
    }

    /// Of a run.
    pub(super) fn of(run: &mut CellRun, runs: usize, empty: bool) -> CellReport {
        let mut evaluation = std::mem::take(&mut run.evaluation);
        if !run.matched {
            evaluation.captures = Vec::new();
        }
        let whole = run.value.as_ref().map(|value| value.entire_value());
        let table = run.value.as_ref().and_then(|value| value.table());
        let tree = whole.filter(|whole| whole.parts > 0);
        CellReport { table, tree, runs, empty, ..CellReport::plain(evaluation) }
    }

    /// Of an evaluation whose value nobody looks into.
    pub fn plain(mut evaluation: Evaluation) -> CellReport {
        let mut left_out = 0;
        for text in [&mut evaluation.value, &mut evaluation.shown] {
            *text = text.take().map(|text| cut(text, MAX_TEXT, &mut left_out));
        }
        let logs_left_out = bound(&mut evaluation.logs);
        CellReport { evaluation, cut: left_out, logs_left_out, ..CellReport::default() }
    }
}

/// The beginning of a text; tells how much was omitted.
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

/// Takes the middle of very many log lines out; tells how many.
fn bound(logs: &mut Vec<(String, String)>) -> usize {
    let left_out = logs.len().saturating_sub(MAX_LOGS);
    if left_out > 0 {
        logs.drain(MAX_LOGS / 2..MAX_LOGS / 2 + left_out);
        logs.shrink_to_fit();
    }
    left_out
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
    pub span: pprepl_text::Span,
    /// What is wrong.
    pub message: Message,
    /// What to do.
    pub help: Message,
    /// Further places: cell, place in its text, what is there.
    pub others: Vec<(CellId, pprepl_text::Span, String)>,
}
