//! Updates that follow the cursor and the runs: requests panes, marks and completion, and handles the evaluator's
//! answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pprepl_notebook::kernel::Event;
use pprepl_notebook::pane::Pane;
use pprepl_text::theme::Role;

use super::action::Action;
use super::app::App;
use super::engine::{Answer, CursorTarget, PaneQuery};
use super::status_line::STOPPING;
use super::{debugger, facts, files, trace};

/// Maximum time to handle evaluator events before keys are read again.
const HEARING: Duration = Duration::from_millis(6);

impl App {
    /// Requests panes and marks.
    pub(super) fn request_refresh(&mut self) {
        if !self.panes.take_refresh() {
            return;
        }
        for pane in self.learning.reached_panes(&self.notebook) {
            self.panes.layout.open(pane);
            self.panes.layout.other();
        }
        let at = match self.notebook.target() {
            Some(at) => {
                self.runner.engine.mark(at.clone());
                at
            }
            // Markdown: panes show what needs no code, such as the variables that are set.
            None => self.notebook.target_in(Arc::from(""), 0),
        };
        self.panes.follow_cursor((at.id, at.offset));
        self.runner.engine.show_scopes(self.panes.scope_slot().is_some());
        for place in 0..2 {
            // The pane whose lines move the cursor is unchanged; lines of facts do not.
            let slot = &self.panes.layout.places()[place];
            if slot.line.is_none() || slot.pane == Some(Pane::Facts) {
                self.ask_pane(place, &at);
            }
        }
    }

    /// Requests the content of one pane.
    fn ask_pane(&mut self, place: usize, at: &CursorTarget) {
        let Some(pane) = self.panes.layout.places()[place].pane else { return };
        self.panes.layout.place_mut(place).top = None;
        if pane == Pane::Log {
            self.panes.layout.place_mut(place).view = self.notebook.cells.log(&self.notebook.book);
            return;
        }
        if pane == Pane::Debugger {
            return debugger::show(self);
        }
        if pane == Pane::Trace {
            return trace::ask_trace(self, place, at);
        }
        if self.notebook.cells.running().is_some() {
            self.panes.show_meanwhile(place, pane, at);
        }
        let (catalog, facts) = (self.panes.catalog.clone(), self.panes.facts.filter.clone());
        let query = PaneQuery { catalog, facts, keys: self.keys.main_keys() };
        self.runner.engine.inspect(place, pane, at.clone(), query);
    }

    /// Handles the answers of the learner's thread. Returns whether there was one.
    fn listen_to_tutor(&mut self) -> bool {
        let mut has_answer = false;
        while let Some(commands) = self.learning.listen(&mut self.notebook, &self.keys) {
            has_answer = true;
            self.run_all(commands);
        }
        has_answer
    }

    /// Handles the events of the evaluator and of the learner's thread.
    pub fn listen(&mut self) {
        self.listen_to_tutor();
        let end = Instant::now() + HEARING;
        self.runner.engine.set_backlog(false);
        while let Some(event) = self.runner.engine.event() {
            self.poll_engine(event);
            if Instant::now() > end {
                // Keys and the screen have priority over the remaining events.
                self.runner.engine.set_backlog(true);
                break;
            }
        }
        debugger::follow(self);
        self.request_refresh();
    }

    /// Handles evaluator events until it is briefly idle. Returns false if it is not idle in time.
    pub fn settle(&mut self, most: Duration) -> bool {
        const REST: Duration = Duration::from_millis(15);
        let end = Instant::now() + most;
        let mut rested = 0;
        while rested < 2 {
            self.runner.engine.flush_queries();
            if self.listen_to_tutor() {
                self.request_refresh();
                rested = 0;
                continue;
            }
            match self.runner.engine.event_inside(REST) {
                Some(event) => {
                    self.poll_engine(event);
                    self.request_refresh();
                    rested = 0;
                }
                None if self.runner.engine.pause().cell().is_some() => {
                    debugger::follow(self);
                    return true;
                }
                None if Instant::now() > end => return false,
                None if self.runner.engine.is_busy() || self.learning.is_busy() => rested = 0,
                None => {
                    rested += 1;
                    if rested == 2 && self.runner.check_cells(&self.notebook, true) {
                        self.runner.engine.flush_queries();
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
                self.notebook.cells.begin(cell);
            }
            Event::Scopes(scopes) => self.panes.cache_scopes(scopes),
            Event::Log { .. } => {}
            Event::Finished { cell, report } => {
                if report.evaluation.cancelled && self.status.shows(STOPPING) {
                    self.status.set(Role::Info, "stopped; nothing that the cell did was kept");
                }
                if self.notebook.book.cell(cell).is_some() {
                    self.notebook.cells.finish(cell, *report);
                    self.runner.checks.invalidate();
                    self.panes.trace.outdate();
                }
            }
            Event::Stale(ids) => {
                self.runner.checks.invalidate();
                self.notebook.cells.set_stale(ids);
            }
            Event::Held(held) => self.notebook.cells.set_paused(&self.notebook.book, held),
            Event::Findings(findings) => self.notebook.cells.set_findings(findings),
            Event::Answer(_, answer) => self.answered_by(answer),
            Event::Facts(changed) => facts::follow(self, changed),
            Event::Broken(words) => {
                self.runner.checks.forget();
                self.status.set(Role::Error, format!("internal error; the evaluator restarts: {words}"));
            }
            Event::Idle => {
                debugger::leave(self);
                self.on_evaluator_ready();
            }
        }
    }

    fn on_evaluator_ready(&mut self) {
        self.notebook.cells.settle(&self.notebook.book);
        self.panes.settle();
        if self.notebook.cells.store_report() {
            self.panes.refresh();
            self.run_all(files::follow_with_results(&self.notebook));
        }
    }

    fn answered_by(&mut self, answer: Answer) {
        match answer {
            Answer::View(place, pane, id, view, known) => {
                self.panes.cache(place, known);
                if id == self.notebook.current() {
                    self.panes.show(place, pane, *view);
                }
            }
            Answer::Marks(id, marks, pane) => {
                self.panes.suiting = pane.map(|pane| (id, pane));
                if let Some(cell) = self.notebook.cells.get_mut(id) {
                    cell.marks = marks;
                }
            }
            Answer::Proposals(id, version, completion, asked) => {
                if id == self.notebook.current() {
                    self.notebook.editor().show_completion(completion, version, asked);
                }
            }
            Answer::Signature(id, version, offset, signature) => {
                if id == self.notebook.current() {
                    self.notebook.editor().show_signature(signature, version, offset);
                }
            }
            Answer::Traced(id, text, trace) => self.panes.show_trace(id, &text, trace),
            Answer::Judged(answer, verdict) => self.panes.change_trace(|reader| reader.judged(&answer, verdict)),
            Answer::Ruled => self.runner.checks.invalidate(),
            Answer::Checked(found) => {
                let age = self.runner.checks.answered();
                self.notebook.cells.set_checked(&self.notebook.book, age, found);
            }
            Answer::Mended(id, version, fix) => {
                self.notebook.show_fix(id, version, fix);
                self.run_notebook_commands();
            }
            Answer::Help(id, view) if id == self.notebook.current() => {
                let more = self.keys.text_of(Action::Pane(Pane::Help));
                self.dialogs.show_help(&view, &more);
            }
            Answer::Parts(id, path, parts) if id == self.notebook.current() => self.dialogs.show_parts(&path, parts),
            Answer::Help(..) | Answer::Parts(..) => {}
        }
    }
}
