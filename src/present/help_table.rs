//! The hints and solutions that the presenter has shown.

use rustc_hash::FxHashMap;

use pprepl_lessons::SlideTask;
use pprepl_notebook::CellId;

/// The help for an exercise so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// The number of shown hints.
    pub hints: usize,
    /// Whether the solution is shown.
    pub is_solved: bool,
}

/// The help by cell.
#[derive(Default)]
pub struct HelpTable(FxHashMap<CellId, Help>);

impl HelpTable {
    pub fn of(&self, cell: CellId) -> Help {
        self.0.get(&cell).copied().unwrap_or_default()
    }

    /// Shows the next hint. Returns `false` without another one.
    pub fn add_hint(&mut self, task: &SlideTask) -> bool {
        let help = self.0.entry(task.cell).or_default();
        let has_more = help.hints < task.hints.len();
        help.hints += usize::from(has_more);
        has_more
    }

    /// Shows the solution. Returns `false` without one, or if it is shown.
    pub fn solve(&mut self, task: &SlideTask) -> bool {
        let help = self.0.entry(task.cell).or_default();
        task.solution.is_some() && !std::mem::replace(&mut help.is_solved, true)
    }

    pub fn forget(&mut self, cell: CellId) {
        self.0.remove(&cell);
    }
}
