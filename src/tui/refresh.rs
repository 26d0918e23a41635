//! Updates that follow the cursor and the runs: requests panes, marks and completion, and handles the evaluator's
//! answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use pprepl_notebook::kernel::{Event, Finding, Message};
use pprepl_notebook::pane::{self, LogLine, Pane, View};
use pprepl_notebook::{CellId, CellKind};

use super::app::App;
use super::engine::{Answer, CursorTarget, view_of};
use super::preferences::Preferences;
use super::state::Status;
use pprepl_session::FixedText;
use pprepl_text::Span;

/// Maximum time to handle evaluator events before keys are read again.
const HEARING: Duration = Duration::from_millis(6);

impl App {
    /// Schedules a refresh of panes and marks, once, after the current event.
    pub(super) fn refresh(&mut self) {
        self.asks = true;
    }

    /// Requests panes and marks.
    pub(super) fn request_refresh(&mut self) {
        if !std::mem::take(&mut self.asks) {
            return;
        }
        let at = match self.place() {
            Some(at) => {
                self.engine.mark(at.clone());
                at
            }
            // Markdown: panes show what needs no code, such as the variables that are set.
            None => self.place_in(Arc::from(""), 0),
        };
        let before = self.seen_at.replace((at.id, at.offset));
        // The catalog follows the cursor again after it moves in a cell.
        if self.docked.focus().is_none() && before != self.seen_at {
            self.catalog.selected = None;
        }
        for place in 0..2 {
            // The pane whose lines move the cursor is unchanged.
            if self.docked.places()[place].line.is_none() {
                self.ask_pane(place, &at);
            }
        }
    }

    /// Requests the content of one pane.
    pub(super) fn ask_pane(&mut self, place: usize, at: &CursorTarget) {
        let Some(pane) = self.docked.places()[place].pane else { return };
        self.docked.place_mut(place).top = None;
        if pane == Pane::Log {
            return self.show_log(place);
        }
        if self.running().is_some() {
            self.show_meanwhile(place, pane, at);
        }
        self.engine.inspect(place, pane, at.clone(), self.catalog.clone(), self.main_keys());
    }

    /// Shows what is available while the session is busy; earlier session data is marked as old.
    fn show_meanwhile(&mut self, place: usize, pane: Pane, at: &CursorTarget) {
        // Data of either slot helps the other.
        let known = [place, 1 - place].into_iter().filter_map(|place| self.known.get(place)?.as_ref());
        let view = known.map(Some).chain([None]).find_map(|known| view_of(pane, at, known, &self.catalog));
        let shown = self.docked.place_mut(place);
        shown.old = !pane.is_static();
        match view {
            Some(view) => shown.view = view,
            None if shown.view.lines.is_empty() => shown.view = pane::waiting(pane),
            None => shown.view.marks.clear(),
        }
    }

    /// Shows the log lines of all cells.
    fn show_log(&mut self, place: usize) {
        let cells = self.book.code().enumerate();
        let reports: Vec<(usize, _)> =
            cells.filter_map(|(at, cell)| Some((at + 1, self.cells.get(&cell.id)?.report.clone()?))).collect();
        let lines: Vec<LogLine> = reports
            .iter()
            .flat_map(|(cell, report)| {
                report.evaluation.logs.iter().map(move |(level, text)| LogLine { cell: *cell, level: *level, text })
            })
            .collect();
        self.docked.place_mut(place).view = pane::log(&lines);
    }

    fn main_keys(&self) -> Vec<(String, String)> {
        let rows = self.keymap.entries().iter().take(16);
        rows.filter_map(|entry| Some((entry.chords.first()?.to_string(), entry.title.to_owned()))).collect()
    }

    /// Returns the code cell under the cursor.
    pub(super) fn place(&mut self) -> Option<CursorTarget> {
        let id = self.current;
        self.book.cell(id).filter(|cell| cell.kind == CellKind::Code)?;
        let editor = self.editor();
        let (text, offset) = (Arc::from(editor.text()), editor.cursor());
        Some(self.place_in(text, offset))
    }

    /// Returns an offset in this text of the current cell as a query target.
    fn place_in(&mut self, text: Arc<str>, offset: usize) -> CursorTarget {
        let cells = self.book.code().map(|cell| cell.id).collect();
        CursorTarget { id: self.current, text, offset, version: self.editor().version(), cells }
    }

    /// Requests the fixed text of the cell.
    pub(super) fn ask_for_fix(&mut self) {
        match self.place() {
            Some(at) => self.engine.fix(at),
            None => self.set_status("hint", "prose cells have no fixes"),
        }
    }

    /// Applies the fixed text of a cell as one undo step.
    fn fixed(&mut self, id: CellId, version: u64, mended: Option<FixedText>) {
        if id != self.current || self.editor().version() != version {
            return;
        }
        let Some(mended) = mended else {
            return self.set_status("hint", "no automatic fix available");
        };
        self.editor().set_text(&mended.after);
        self.after_change();
        self.set_status("info", format!("fixed: {}", mended.titles.join(", ")));
    }

    /// Requests completion at the cursor.
    pub(super) fn ask_for_proposals(&mut self, asked: bool) {
        if let Some(at) = self.place() {
            self.engine.propose(at, asked);
        }
    }

    /// Requests the signature of the call at the cursor.
    pub(super) fn ask_for_signature(&mut self) {
        if let Some(at) = self.place() {
            self.engine.sign(at);
        }
    }

    /// Handles the evaluator's events.
    pub fn listen(&mut self) {
        let end = Instant::now() + HEARING;
        self.more_to_hear = false;
        while let Some(event) = self.engine.event() {
            self.poll_engine(event);
            if Instant::now() > end {
                // Keys and the screen have priority over the remaining events.
                self.more_to_hear = true;
                break;
            }
        }
        self.request_refresh();
    }

    /// Handles evaluator events until it is briefly idle. Returns false if it is not idle in time.
    pub fn settle(&mut self, most: Duration) -> bool {
        const REST: Duration = Duration::from_millis(15);
        let end = Instant::now() + most;
        let mut rested = 0;
        while rested < 2 {
            self.engine.flush_queries();
            match self.engine.event_inside(REST) {
                Some(event) => {
                    self.poll_engine(event);
                    self.request_refresh();
                    rested = 0;
                }
                None if Instant::now() > end => return false,
                None if self.engine.is_busy() => rested = 0,
                None => {
                    rested += 1;
                    if rested == 2 && self.check_cells(true) {
                        self.engine.flush_queries();
                        rested = 0;
                    }
                }
            }
        }
        true
    }

    fn poll_engine(&mut self, event: Event<Answer>) {
        match event {
            Event::Began { cell } => {
                self.began = Some(cell);
                self.cells.entry(cell).or_default().status = Status::Running(Instant::now());
            }
            Event::Log { .. } => {}
            Event::Finished { cell, report } => {
                if self.book.cell(cell).is_some() {
                    let text = self.committed.get(&cell).cloned().unwrap_or_else(|| Arc::from(""));
                    self.cells.entry(cell).or_default().set_report(*report, &text);
                    self.ran = true;
                    self.invalidate_checks();
                }
            }
            Event::Stale(ids) => {
                self.invalidate_checks();
                let ids: FxHashSet<CellId> = ids.into_iter().collect();
                for (id, cell) in &mut self.cells {
                    match (ids.contains(id), cell.status) {
                        (true, Status::Done | Status::Failed | Status::Waiting) => cell.status = Status::Stale,
                        (true, _) | (false, Status::New | Status::Waiting | Status::Running(_)) => {}
                        (false, Status::Stale) => cell.settle(),
                        (false, _) => {}
                    }
                }
            }
            Event::Held(held) => {
                self.held = held.into_iter().collect();
                self.mark_saved();
                self.cells.values_mut().for_each(|cell| cell.below = None);
            }
            Event::Findings(findings) => {
                self.findings.clear();
                for finding in findings {
                    for other in in_circle(&finding) {
                        self.findings.entry(other.cell).or_default().push(other);
                    }
                    self.findings.entry(finding.cell).or_default().push(finding);
                }
                self.cells.values_mut().for_each(|cell| cell.below = None);
            }
            Event::Answer(_, answer) => self.answered_by(answer),
            Event::Broken(words) => {
                self.forget_checks();
                self.set_status("error", format!("internal error; the evaluator restarts: {words}"));
            }
            Event::Idle => self.on_idle_tick(),
        }
    }

    fn on_idle_tick(&mut self) {
        self.counted = None;
        for cell in self.cells.values_mut() {
            if matches!(cell.status, Status::Waiting | Status::Running(_)) {
                cell.settle();
            }
        }
        self.mark_saved();
        (0..2).for_each(|place| self.docked.place_mut(place).old = false);
        self.refresh_after_run();
    }

    /// Marks cells that run only on request as stale.
    fn mark_saved(&mut self) {
        for id in self.held.keys().filter(|id| self.book.cell(**id).is_some()) {
            self.cells.entry(*id).or_default().status = Status::Stale;
        }
    }

    /// Refreshes panes after a run.
    fn refresh_after_run(&mut self) {
        let ran = std::mem::take(&mut self.ran);
        if ran {
            self.refresh();
            self.follow_with_results();
        }
    }

    fn answered_by(&mut self, answer: Answer) {
        match answer {
            Answer::View(place, pane, id, view, known) => {
                self.known[place.min(1)] = known;
                self.show(place, pane, id, *view);
            }
            Answer::Marks(id, marks, pane) => {
                self.suiting = pane.map(|pane| (id, pane));
                if let Some(cell) = self.cells.get_mut(&id) {
                    cell.marks = marks;
                }
            }
            Answer::Proposals(id, version, completion, asked) => {
                if id == self.current {
                    self.editor().show_completion(completion, version, asked);
                }
            }
            Answer::Signature(id, version, offset, signature) => {
                if id == self.current {
                    self.editor().show_signature(signature, version, offset);
                }
            }
            Answer::Ruled => self.invalidate_checks(),
            Answer::Checked(found) => self.checked(found),
            Answer::Mended(id, version, mended) => self.fixed(id, version, mended),
            Answer::Help(id, view) => self.show_help(id, &view),
            Answer::Parts(id, path, parts) => self.explored(id, &path, parts),
        }
    }

    fn show(&mut self, place: usize, pane: Pane, id: CellId, view: View) {
        let current = self.current;
        let shown = self.docked.place_mut(place);
        if shown.pane == Some(pane) && id == current {
            shown.old = false;
            shown.line = shown.line.filter(|line| *line < view.lines.len());
            shown.view = view;
        }
    }

    /// Stores the current preferences.
    pub(super) fn remember(&self) {
        let panes = self.docked.panes().map(|pane| pane.map(|pane| pane.name().to_owned()).unwrap_or_default());
        self.memory.store(&Preferences {
            panes,
            share: self.docked.share,
            theme: self.theme.clone(),
            keys: self.keymap.set().name().to_owned(),
            reactive: self.engine.likes_auto(),
            rules: self.rules.changes(),
        });
    }
}

/// Returns the diagnostics of a cycle for its other cells, each at its dependency.
fn in_circle(finding: &Finding) -> Vec<Finding> {
    if finding.code != "CIRCULAR_CELLS" {
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
