//! The screen states of all cells, and what the evaluator reported about them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_lessons::has_hole;
use pprepl_notebook::kernel::{CellReport, Finding, Message, PausedCell};
use pprepl_notebook::pane::{self, LogLine, View};
use pprepl_notebook::{Cell, CellId, CellKind, CellOutput, Outputs, RunSources};
use pprepl_text::{IssueCode, Severity, Source, Span};
use puppet_tree::Dialect;

use super::editor::{Editor, Kind};
use super::state::{CellState, Status};
use super::table::KeySet;
use super::workspace::Workspace;

/// Maximum number of cells counted in each frame.
const MAX_LINEAR: usize = 2_000;
/// How long the counts of more cells stay valid.
const COUNTING: Duration = Duration::from_millis(250);

/// The screen states of the cells, and the source that the evaluator has of them.
#[derive(Default)]
pub struct CellTable {
    states: FxHashMap<CellId, CellState>,
    /// The diagnostics of relations between cells, by cell.
    findings: FxHashMap<CellId, Vec<Finding>>,
    /// The source of each cell as of its last run.
    pub sources: RunSources,
    /// The cell that started running last.
    began: Option<CellId>,
    /// Stale cells that run only on request, and why.
    held: FxHashMap<CellId, PausedCell>,
    /// The numbers of failed, stale and waiting cells, and when they were counted.
    counted: Option<(Instant, [usize; 3])>,
    /// Whether a cell ran since the panes were last requested.
    ran: bool,
}

impl CellTable {
    pub fn get(&self, id: CellId) -> Option<&CellState> {
        self.states.get(&id)
    }

    pub fn get_mut(&mut self, id: CellId) -> Option<&mut CellState> {
        self.states.get_mut(&id)
    }

    /// Returns the state of a cell, created if it has none.
    pub fn state(&mut self, id: CellId) -> &mut CellState {
        self.states.entry(id).or_default()
    }

    /// Returns the run status of a cell.
    pub fn status(&self, id: CellId) -> Status {
        self.get(id).map(|cell| cell.status).unwrap_or_default()
    }

    /// Returns the output of a cell's last run.
    pub fn report(&self, id: CellId) -> Option<&std::rc::Rc<CellReport>> {
        self.get(id)?.report.as_ref()
    }

    /// Returns why a stale cell runs only on request.
    pub fn paused(&self, id: CellId) -> Option<&PausedCell> {
        self.held.get(&id)
    }

    /// Returns the editor of a cell if it has one.
    pub fn known_editor(&self, id: CellId) -> Option<&Editor> {
        self.get(id)?.editor.as_ref()
    }

    /// Returns the editor of a cell if it has one.
    pub fn known_editor_mut(&mut self, id: CellId) -> Option<&mut Editor> {
        self.get_mut(id)?.editor.as_mut()
    }

    /// Returns the editor of a cell, created if it has none.
    pub fn editor(&mut self, id: CellId, cell: Option<&Cell>, keys: KeySet) -> &mut Editor {
        self.state(id).editor.get_or_insert_with(|| new_editor(cell, keys))
    }

    /// Changes the key set of every editor.
    pub fn set_keys(&mut self, keys: KeySet) {
        for editor in self.states.values_mut().filter_map(|cell| cell.editor.as_mut()) {
            editor.set_keys(keys);
        }
    }

    /// Forgets everything after another notebook was opened.
    pub fn reset(&mut self) {
        self.states.clear();
        self.sources.clear();
        self.findings.clear();
        self.held.clear();
    }

    /// Forgets the editor and the output of a cell whose kind changes.
    pub fn forget_text(&mut self, id: CellId) {
        let state = self.state(id);
        state.editor = None;
        state.still = None;
        // Its version is one of the editor.
        state.foreseen = None;
        state.clear();
    }

    /// Drops the cached lines below a cell.
    pub fn drop_lines_of(&mut self, id: CellId) {
        if let Some(state) = self.get_mut(id) {
            state.below = None;
        }
    }

    /// Returns whether the result of a cell is hidden.
    pub fn hides_result(&self, id: CellId) -> bool {
        self.get(id).is_some_and(|cell| cell.hides_result)
    }

    /// Hides or shows the result of a cell.
    pub fn toggle_result(&mut self, id: CellId) {
        let state = self.state(id);
        state.hides_result = !state.hides_result;
        state.below = None;
    }

    /// Hides the results of exactly these cells.
    pub fn set_hiding(&mut self, ids: &[CellId]) {
        self.states.values_mut().for_each(|cell| cell.hides_result = false);
        ids.iter().for_each(|id| self.state(*id).hides_result = true);
        self.drop_lines();
    }

    /// Hides every result, or shows all if all are hidden.
    pub fn hide_results(&mut self, book: &Workspace) {
        let is_hidden = |cell: &Cell| self.hides_result(cell.id);
        let ids: Vec<CellId> = match book.code().all(is_hidden) {
            true => Vec::new(),
            false => book.code().map(|cell| cell.id).collect(),
        };
        self.set_hiding(&ids);
    }

    /// Clears the output of every cell.
    pub fn clear_results(&mut self) {
        self.states.values_mut().for_each(CellState::clear);
    }

    /// Drops the cached lines below every cell.
    pub fn drop_lines(&mut self) {
        self.states.values_mut().for_each(|cell| cell.below = None);
    }

    /// Follows a structural change of the notebook: cells may be new, deleted or changed.
    pub fn follow(&mut self, book: &Workspace) {
        let ids: FxHashSet<CellId> = book.cells().iter().map(|cell| cell.id).collect();
        self.states.retain(|id, _| ids.contains(id));
        for cell in book.cells() {
            let Some(state) = self.states.get_mut(&cell.id) else { continue };
            if let Some(editor) = state.editor.as_mut().filter(|editor| editor.text() != cell.text) {
                editor.set_text(&cell.text);
                editor.take_edits();
            }
            if state.still.as_ref().is_some_and(|still| still.text() != cell.text) {
                state.still = None;
            }
        }
        self.sources.follow(book.cells());
    }

    // The source of runs

    /// Returns whether the cell was edited since it ran.
    pub fn is_edited(&self, book: &Workspace, id: CellId) -> bool {
        match book.cell(id) {
            Some(cell) => self.sources.is_edited(cell),
            None => self.sources.get(id).is_some(),
        }
    }

    /// Returns whether the code cell has not run in its current state.
    pub fn has_not_run(&self, book: &Workspace, id: CellId) -> bool {
        book.cell(id).is_some_and(|cell| cell.is_code() && !self.suppresses_findings(cell))
            && (self.is_edited(book, id) || matches!(self.status(id), Status::New | Status::Stale))
    }

    /// Returns whether nothing is said about a step before it runs: the learner predicts it, or did not complete it.
    fn suppresses_findings(&self, cell: &Cell) -> bool {
        match self.sources.is_by_user(cell.id) {
            Some(true) => has_hole(&cell.text),
            Some(false) => !self.sources.is_committed(cell.id),
            None => false,
        }
    }

    /// Returns the cells whose results are out of date.
    pub fn stale(&self, book: &Workspace) -> Vec<CellId> {
        let is_stale = |id: CellId| self.get(id).is_some_and(|cell| matches!(cell.status, Status::Stale | Status::New));
        let ids = book.cells().iter().map(|cell| cell.id);
        ids.filter(|id| is_stale(*id) || self.is_edited(book, *id)).collect()
    }

    // Runs

    /// Marks these code cells as waiting in the queue.
    pub fn wait_for(&mut self, book: &Workspace, ids: &[CellId]) {
        for id in ids.iter().filter(|id| book.cell(**id).is_some_and(Cell::is_code)) {
            if self.sources.is_on_request(*id) && !self.sources.is_committed(*id) {
                continue;
            }
            self.state(*id).status = Status::Waiting;
        }
    }

    /// Handles the start of a cell's run.
    pub fn begin(&mut self, id: CellId) {
        self.began = Some(id);
        self.state(id).status = Status::Running(Instant::now());
    }

    /// Handles the end of a cell's run.
    pub fn finish(&mut self, id: CellId, report: CellReport) {
        let text = self.sources.get(id).cloned().unwrap_or_else(|| Arc::from(""));
        self.state(id).set_report(report, &text);
        self.ran = true;
    }

    /// Returns whether a cell ran since the last call.
    pub fn store_report(&mut self) -> bool {
        std::mem::take(&mut self.ran)
    }

    /// Returns the running cell and its start time.
    pub fn running(&self) -> Option<(CellId, Instant)> {
        let id = self.began?;
        match self.get(id)?.status {
            Status::Running(since) => Some((id, since)),
            _ => None,
        }
    }

    /// Marks exactly these cells as stale, except those that have not run or are about to.
    pub fn set_stale(&mut self, ids: Vec<CellId>) {
        let ids: FxHashSet<CellId> = ids.into_iter().collect();
        for (id, cell) in &mut self.states {
            match (ids.contains(id), cell.status) {
                (true, Status::Done | Status::Failed | Status::Waiting) => cell.status = Status::Stale,
                (true, _) | (false, Status::New | Status::Waiting | Status::Running(_)) => {}
                (false, Status::Stale) => cell.settle(),
                (false, _) => {}
            }
        }
    }

    /// Sets the stale cells that run only on request.
    pub fn set_paused(&mut self, book: &Workspace, held: impl IntoIterator<Item = (CellId, PausedCell)>) {
        self.held = held.into_iter().collect();
        self.mark_paused(book);
        self.drop_lines();
    }

    /// Marks cells that run only on request as stale.
    fn mark_paused(&mut self, book: &Workspace) {
        for id in self.held.keys().filter(|id| book.cell(**id).is_some()) {
            self.states.entry(*id).or_default().status = Status::Stale;
        }
    }

    /// Handles that nothing runs any more.
    pub fn settle(&mut self, book: &Workspace) {
        self.counted = None;
        for cell in self.states.values_mut() {
            if matches!(cell.status, Status::Waiting | Status::Running(_)) {
                cell.settle();
            }
        }
        self.mark_paused(book);
    }

    /// Returns the numbers of failed, stale and waiting cells. With very many cells they are not counted in each frame.
    pub fn counts(&mut self) -> [usize; 3] {
        let is_new = |time: &Instant| self.states.len() > MAX_LINEAR && time.elapsed() < COUNTING;
        if let Some((_, counts)) = self.counted.filter(|(time, _)| is_new(time)) {
            return counts;
        }
        let mut counts = [0; 3];
        for cell in self.states.values() {
            match cell.status {
                Status::Failed => counts[0] += 1,
                Status::Stale => counts[1] += 1,
                Status::Waiting => counts[2] += 1,
                Status::New | Status::Running(_) | Status::Done => {}
            }
        }
        self.counted = Some((Instant::now(), counts));
        counts
    }

    // Results

    /// Sets the diagnostics of relations between cells.
    pub fn set_findings(&mut self, findings: Vec<Finding>) {
        self.findings.clear();
        for finding in findings {
            for other in in_circle(&finding) {
                self.findings.entry(other.cell).or_default().push(other);
            }
            self.findings.entry(finding.cell).or_default().push(finding);
        }
        self.drop_lines();
    }

    /// Returns the diagnostics of a cell's relations to others.
    pub fn findings_of(&self, id: CellId) -> impl Iterator<Item = &Finding> {
        self.findings.get(&id).into_iter().flatten()
    }

    /// Returns the diagnostics to show above the cell's output; notes are shown at its end.
    pub fn errors_of(&self, id: CellId) -> impl Iterator<Item = &Finding> {
        self.findings_of(id).filter(|finding| finding.severity != Severity::Note)
    }

    /// Returns the locations (lines and columns) in the last run's text whose errors are already explained.
    pub fn explained(&self, id: CellId) -> Vec<(u32, u32)> {
        let mut found = self.errors_of(id).peekable();
        let Some(text) = self.sources.get(id).filter(|_| found.peek().is_some()) else { return Vec::new() };
        let source = Source::new("", text.clone());
        let place = |finding: &Finding| source.line_column(finding.span.start);
        found.map(place).map(|place| (place.line, place.column)).collect()
    }

    /// Returns the log lines of all cells.
    pub fn log(&self, book: &Workspace) -> View {
        let cells = book.code().enumerate();
        let reports: Vec<(usize, _)> =
            cells.filter_map(|(at, cell)| Some((at + 1, self.report(cell.id)?.clone()))).collect();
        let lines: Vec<LogLine> = reports
            .iter()
            .flat_map(|(cell, report)| {
                report.evaluation.logs.iter().map(move |(level, text)| LogLine { cell: *cell, level: *level, text })
            })
            .collect();
        pane::log(&lines)
    }

    /// Returns the outputs of the last run of each cell.
    pub fn outputs(&self) -> Outputs {
        let output = |(id, cell): (&CellId, &CellState)| Some((*id, CellOutput::from(&**cell.report.as_ref()?)));
        self.states.iter().filter_map(output).collect()
    }

    /// Returns the next failed cell below `id`, wrapping at the end.
    pub fn next_failure(&self, book: &Workspace, id: CellId) -> Option<CellId> {
        let here = book.place(id).map_or(0, |place| place + 1);
        let order = book.cells().iter().cycle().skip(here).take(book.cells().len());
        order.map(|cell| cell.id).find(|id| self.get(*id).is_some_and(|cell| cell.status == Status::Failed))
    }
}

/// Returns the diagnostics of a cycle for its other cells, each at its dependency.
fn in_circle(finding: &Finding) -> Vec<Finding> {
    if finding.code != IssueCode::CircularCells {
        return Vec::new();
    }
    let message = Message::from("part of the dependency cycle reported in ").cell(finding.cell);
    let of = |(cell, span, _): &(CellId, Span, String)| Finding {
        cell: *cell,
        span: *span,
        message: message.clone(),
        others: Vec::new(),
        ..finding.clone()
    };
    finding.others.iter().map(of).collect()
}

/// Returns an editor for a cell.
fn new_editor(cell: Option<&Cell>, keys: KeySet) -> Editor {
    let kind = new_kind(cell.map_or(CellKind::Code, |cell| cell.kind));
    let mut editor = Editor::new(cell.map(|cell| cell.text.clone()).unwrap_or_default(), kind);
    editor.set_keys(keys);
    editor
}

/// Returns the highlighting of a cell of this kind.
pub(super) fn new_kind(kind: CellKind) -> Kind {
    match kind {
        CellKind::Prose => Kind::Prose,
        CellKind::Code => Kind::Code(Dialect::Puppet),
    }
}
