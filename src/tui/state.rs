//! What the screen knows of a cell beside its text: the editor that shows it, how its run stands, and what the run gave.

use std::rc::Rc;
use std::time::Instant;

use super::diagnostics::StaticFinding;
use super::dialog::StyledLine;
use super::editor::{Editor, Marks, ReadOnlyView};
use pprepl_notebook::kernel::CellReport;
use pprepl_session::{Mark, Report};
use pprepl_text::{Severity, Span};

/// How the run of a cell stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// It has not run.
    #[default]
    New,
    /// It waits for its turn.
    Waiting,
    /// It runs since then.
    Running(Instant),
    /// It ran well.
    Done,
    /// It failed.
    Failed,
    /// Something that it needs changed since it ran.
    Stale,
}

impl Status {
    /// The sign beside the cell and its role. Signs tell without colors.
    pub fn sign(self) -> (&'static str, &'static str) {
        match self {
            Status::New => (" ", "cell.number"),
            Status::Waiting => ("…", "hint"),
            Status::Running(_) => ("▶", "note"),
            Status::Done => ("✓", "success"),
            Status::Failed => ("✗", "error"),
            Status::Stale => ("~", "warning"),
        }
    }
}

/// What the lines below a cell are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Below {
    /// How wide.
    pub width: usize,
    /// Do they say that the cell is stale?
    pub stale: bool,
    /// Returns whether the cell was edited since it ran.
    pub edited: bool,
    /// Returns whether its value is used by nothing, where code follows.
    pub unused: bool,
}

/// What the screen knows of a cell.
#[derive(Default)]
pub struct CellState {
    /// The editor that shows its text; made when the cell first comes into sight.
    pub editor: Option<Editor>,
    /// How its run stands.
    pub status: Status,
    /// What its last run gave.
    pub report: Option<Rc<CellReport>>,
    /// What is to be marked in its text.
    pub marks: Marks,
    /// What its last run found in its text.
    pub found: Vec<Mark>,
    /// What was found in it before it ran.
    pub foreseen: Option<StaticFinding>,
    /// The lines below it, and what they are for.
    pub below: Option<(Below, Rc<Vec<StyledLine>>)>,
    /// Its text as it is shown while it has no editor.
    pub still: Option<ReadOnlyView>,
}

impl CellState {
    /// Another report, of a run of this text.
    pub fn set_report(&mut self, report: CellReport, text: &str) {
        self.found = report.evaluation.reports.iter().filter_map(|report| found(report, text)).collect();
        self.status = status_of(&report);
        self.report = Some(Rc::new(report));
        self.below = None;
    }

    /// Nothing runs any more: it stands as its last run left it.
    pub fn settle(&mut self) {
        self.status = match &self.report {
            Some(report) => status_of(report),
            None => Status::New,
        };
        self.below = None;
    }

    /// Forgets what its run gave.
    pub fn clear(&mut self) {
        self.status = Status::New;
        self.report = None;
        self.below = None;
        self.found.clear();
    }
}

/// How a cell is after such a run; one without code did not run.
fn status_of(report: &CellReport) -> Status {
    match (report.failed(), report.empty) {
        (true, _) => Status::Failed,
        (false, true) => Status::New,
        (false, false) => Status::Done,
    }
}

/// The place of a finding in the text, and how it is shown.
fn found(report: &Report, text: &str) -> Option<Mark> {
    let start = offset(text, report.position?)?;
    let end = report.end.and_then(|end| offset(text, end)).filter(|end| *end > start);
    let next = || text.get(start..).and_then(|rest| rest.chars().next()).map(|ch| start + ch.len_utf8());
    let role = if report.severity == Severity::Error { "error" } else { "warning" };
    let span = Span::new(u32::try_from(start).ok()?, u32::try_from(end.or_else(next)?).ok()?);
    Some((span, role))
}

/// The byte of a line and a column in characters, both from 1.
fn offset(text: &str, (line, column): (u32, u32)) -> Option<usize> {
    let before = usize::try_from(line.checked_sub(1)?).ok()?;
    let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let rest = text.get(start..)?;
    let column = usize::try_from(column.checked_sub(1)?).ok()?;
    Some(start + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at))
}
