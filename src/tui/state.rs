//! What the screen knows of a cell beside its text: the editor that shows it, how its run stands, and what the run gave.

use std::rc::Rc;
use std::time::Instant;

use super::dialog::Passage;
use super::editor::{Editor, Marks, Still};
use crate::notebook::kernel::CellReport;

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
    /// The sign beside the cell and its role. Signs tell without colours.
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
    /// The lines below it, for a width, and whether they say that it is stale.
    pub below: Option<(usize, bool, Rc<Vec<Passage>>)>,
    /// Its text as it is shown while it has no editor.
    pub still: Option<Still>,
}

impl CellState {
    /// Another report.
    pub fn set_report(&mut self, report: CellReport) {
        self.status = if report.failed() { Status::Failed } else { Status::Done };
        self.report = Some(Rc::new(report));
        self.below = None;
    }

    /// Nothing runs any more: it stands as its last run left it.
    pub fn settle(&mut self) {
        self.status = match &self.report {
            Some(report) if report.failed() => Status::Failed,
            Some(_) => Status::Done,
            None => Status::New,
        };
        self.below = None;
    }

    /// Forgets what its run gave.
    pub fn clear(&mut self) {
        self.status = Status::New;
        self.report = None;
        self.below = None;
    }
}
