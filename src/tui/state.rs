//! The screen state of a cell except its text: its editor, its run status and its output.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use super::dialog::StyledLine;
use super::editor::{Editor, Marks, ReadOnlyView};
use pprepl_notebook::kernel::{CellFinding, CellReport};
use pprepl_session::{Mark, Report};
use pprepl_text::theme::Role;
use pprepl_text::{Severity, Span};

/// The run status of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// It has not run.
    #[default]
    New,
    /// It waits in the queue.
    Waiting,
    /// It has been running since this time.
    Running(Instant),
    /// It succeeded.
    Done,
    /// It failed, or its run is not as the cell expects.
    Failed,
    /// A dependency changed since it ran.
    Stale,
}

impl Status {
    /// Returns the status symbol of the cell and its role. The symbols differ, so that colors are not needed.
    pub fn sign(self) -> (&'static str, Role) {
        match self {
            Status::New => (" ", Role::CellNumber),
            Status::Waiting => ("…", Role::Hint),
            Status::Running(_) => ("▶", Role::Note),
            Status::Done => ("✓", Role::Success),
            Status::Failed => ("✗", Role::Error),
            Status::Stale => ("~", Role::Warning),
        }
    }
}

/// The diagnostics of a cell before it runs.
#[derive(Clone, Debug, Default)]
pub struct StaticFinding {
    pub text: Arc<str>,
    /// The editor's version of the text.
    pub version: Option<u64>,
    /// The offset at which the user was typing; the word there was not checked.
    pub typed: Option<usize>,
    /// The age at the check.
    pub age: u64,
    pub found: Vec<CellFinding>,
}

/// The cache key of the lines below a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Below {
    /// Their width.
    pub width: usize,
    /// Whether they show the cell as stale.
    pub stale: bool,
    /// Whether the cell was edited since it ran.
    pub edited: bool,
    /// Whether code follows that does not use its value.
    pub unused: bool,
}

/// The screen state of a cell.
#[derive(Default)]
pub struct CellState {
    /// The editor of its text, created when the cell first becomes visible.
    pub editor: Option<Editor>,
    pub status: Status,
    /// Whether its result is hidden; errors are shown.
    pub hides_result: bool,
    /// The output of its last run.
    pub report: Option<Rc<CellReport>>,
    /// The marks of its text.
    pub marks: Marks,
    /// The diagnostics of its last run, as marks.
    pub found: Vec<Mark>,
    /// Its diagnostics before it ran.
    pub foreseen: Option<StaticFinding>,
    /// The lines below it, and their cache key.
    pub below: Option<(Below, Rc<Vec<StyledLine>>)>,
    /// Its displayed text while it has no editor.
    pub still: Option<ReadOnlyView>,
}

impl CellState {
    /// Sets the report of a run of this text.
    pub fn set_report(&mut self, report: CellReport, text: &str) {
        self.found = report.evaluation.reports.iter().filter_map(|report| found(report, text)).collect();
        self.status = status_of(&report);
        self.report = Some(Rc::new(report));
        self.below = None;
    }

    /// Resets the status to that of the last run when nothing runs any more.
    pub fn settle(&mut self) {
        self.status = match &self.report {
            Some(report) => status_of(report),
            None => Status::New,
        };
        self.below = None;
    }

    /// Clears its output.
    pub fn clear(&mut self) {
        self.status = Status::New;
        self.report = None;
        self.below = None;
        self.found.clear();
    }
}

/// Returns the status after a run; a cell without code counts as not run.
fn status_of(report: &CellReport) -> Status {
    match (report.passes(), report.empty) {
        (false, _) => Status::Failed,
        (true, true) => Status::New,
        (true, false) => Status::Done,
    }
}

/// Returns the mark of a diagnostic in the text.
fn found(report: &Report, text: &str) -> Option<Mark> {
    let start = offset(text, report.position?)?;
    let end = report.end.and_then(|end| offset(text, end)).filter(|end| *end > start);
    let next = || text.get(start..).and_then(|rest| rest.chars().next()).map(|ch| start + ch.len_utf8());
    let role = if report.severity == Severity::Error { Role::Error } else { Role::Warning };
    let span = Span::new(u32::try_from(start).ok()?, u32::try_from(end.or_else(next)?).ok()?);
    Some((span, role))
}

/// Returns the byte offset of a line and a column in characters (one-based).
fn offset(text: &str, (line, column): (u32, u32)) -> Option<usize> {
    let before = usize::try_from(line.checked_sub(1)?).ok()?;
    let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let rest = text.get(start..)?;
    let column = usize::try_from(column.checked_sub(1)?).ok()?;
    Some(start + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at))
}
