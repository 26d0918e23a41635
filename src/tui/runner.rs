//! Running cells: sends their source to the evaluator, schedules checks, and decides whether the user trusts the
//! notebook.

use pprepl_notebook::{CellId, CellKind};
use pprepl_session::RuleSet;
use pprepl_text::theme::Role;

use super::action::Action;
use super::checks::Checks;
use super::command::{Command, RunCommand};
use super::diagnostics;
use super::engine::{Engine, PendingCheck};
use super::keyboard::Keyboard;
use super::mode::Mode;
use super::notebook_view::NotebookView;
use super::status_line::STOPPING;
use super::trusting::TrustPolicy;

/// The evaluator with the checks before runs and the rules of trust.
pub struct Runner {
    pub engine: Engine,
    pub checks: Checks,
    trust: TrustPolicy,
}

impl Runner {
    pub fn new(engine: Engine, checks: Checks, trust: TrustPolicy) -> Runner {
        Runner { engine, checks, trust }
    }

    /// Sends the evaluator the rules of the checker and the user's preference for automatic runs, before any cell runs.
    pub fn begin(&mut self, reactive: bool) {
        if self.checks.rules != RuleSet::default() {
            self.engine.set_rules(self.checks.rules);
            self.engine.flush_queries();
        }
        self.engine.set_auto(reactive);
    }

    /// Runs a command about the evaluator's copy of the cells.
    pub fn run(&mut self, command: RunCommand, notebook: &mut NotebookView) {
        match command {
            RunCommand::Arrange => self.arrange(notebook),
            RunCommand::PostponeChecks => self.checks.put_off(),
            RunCommand::CellLeft(id) => self.on_cell_left(notebook, id),
            RunCommand::Cell(id) => self.run_cell(notebook, id),
        }
    }

    /// Sends the evaluator the current cells and their source.
    fn arrange(&mut self, notebook: &mut NotebookView) {
        // A canceled check returns no answer; other cells may be checked again.
        self.checks.forget();
        self.engine.arrange(notebook.cells.sources.committed(notebook.book.cells()));
    }

    /// In automatic mode, runs what was typed in a cell.
    fn on_cell_left(&mut self, notebook: &mut NotebookView, id: CellId) {
        if self.engine.is_auto()
            && !notebook.cells.sources.is_on_request(id)
            && notebook.cells.is_edited(&notebook.book, id)
        {
            self.commit_and_wait(notebook, &[id]);
            self.arrange(notebook);
        }
    }

    /// Commits the text of these cells as the source to run, and marks them as waiting.
    fn commit_and_wait(&mut self, notebook: &mut NotebookView, ids: &[CellId]) {
        for id in ids {
            if let Some(cell) = notebook.book.cell(*id) {
                notebook.cells.sources.commit(cell);
            }
        }
        notebook.cells.wait_for(&notebook.book, ids);
    }

    // Runs that the user asked for. Each returns the message to show.

    /// Runs the current cell. On prose, selects the cell.
    pub fn run_current(&mut self, notebook: &mut NotebookView) -> Option<Command> {
        notebook.take_edits();
        let id = notebook.current();
        if notebook.current_cell().is_some_and(|cell| cell.kind == CellKind::Prose) {
            notebook.set_mode(Mode::Select);
            return None;
        }
        let warning = self.trust_after_run(notebook);
        self.run_cell(notebook, id);
        warning
    }

    /// Runs a code cell.
    pub fn run_cell(&mut self, notebook: &mut NotebookView, id: CellId) {
        if let Some(cell) = notebook.book.cell(id) {
            notebook.cells.sources.commit_requested(cell);
        }
        notebook.cells.wait_for(&notebook.book, &[id]);
        self.checks.forget();
        self.engine.arrange_and_run(notebook.cells.sources.committed(notebook.book.cells()), id);
    }

    /// Runs every cell.
    pub fn run_all(&mut self, notebook: &mut NotebookView) -> Option<Command> {
        notebook.take_edits();
        let warning = self.trust_after_run(notebook);
        let ids = notebook.ids();
        self.commit_and_wait(notebook, &ids);
        self.arrange(notebook);
        self.engine.run_all();
        self.trust.after_run_all(&mut self.engine);
        warning
    }

    /// Runs the current cell and all below.
    pub fn run_from_here(&mut self, notebook: &mut NotebookView) -> Option<Command> {
        notebook.take_edits();
        let warning = self.trust_after_run(notebook);
        let current = notebook.current();
        let ids: Vec<CellId> = notebook.ids().into_iter().skip_while(|id| *id != current).collect();
        self.commit_and_wait(notebook, &ids);
        self.arrange(notebook);
        // On Markdown: from the next code cell on.
        if let Some(first) = ids.iter().find(|id| notebook.book.number(**id).is_some()) {
            self.engine.run_from(*first);
        }
        warning
    }

    /// Runs the cells whose results are out of date.
    pub fn run_stale(&mut self, notebook: &mut NotebookView) -> Option<Command> {
        notebook.take_edits();
        let ids = notebook.cells.stale(&notebook.book);
        if ids.is_empty() {
            return Some(Command::status(Role::Hint, "no cell is stale"));
        }
        let warning = self.trust_after_run(notebook);
        self.commit_and_wait(notebook, &ids);
        self.arrange(notebook);
        self.engine.run_stale();
        self.trust.after_run_all(&mut self.engine);
        warning
    }

    /// Clears all results and starts a fresh session.
    pub fn restart(&mut self, notebook: &mut NotebookView) -> Option<Command> {
        notebook.cells.clear_results();
        self.engine.restart();
        self.arrange(notebook);
        Some(Command::status(Role::Info, "started a fresh session"))
    }

    /// Cancels the current run.
    pub fn stop(&mut self, keys: &Keyboard) -> Option<Command> {
        if self.engine.is_busy() {
            self.engine.cancel();
            return Some(Command::status(Role::Warning, STOPPING));
        }
        let key = keys.text_of(Action::Quit);
        Some(Command::status(Role::Hint, format!("nothing is running ({key}: quit)")))
    }

    /// Switches between automatic and manual mode. `--safe` allows only manual mode.
    pub fn toggle_reactive(&mut self, notebook: &NotebookView) -> Vec<Command> {
        let mut commands = Vec::new();
        let auto = !self.engine.is_auto();
        if auto && self.engine.is_saved_back() {
            if self.trust.safe {
                return vec![Command::status(Role::Warning, "--safe: no cell runs automatically")];
            }
            commands.extend(self.accept(notebook));
            self.engine.hold_back(false);
        }
        self.engine.set_auto(auto);
        commands.push(Command::Remember);
        commands.push(Command::status(
            Role::Info,
            if auto {
                "auto: dependents of an edited cell run automatically"
            } else {
                "manual: dependents of an edited cell are marked stale"
            },
        ));
        commands
    }

    // Trust

    /// Ends the special trust in the learner's copy of a lesson.
    pub fn distrust(&mut self) {
        self.trust.is_own = false;
    }

    fn trust_after_run(&self, notebook: &NotebookView) -> Option<Command> {
        self.trust.after_run(&notebook.book, &self.engine).map(warning)
    }

    /// Trusts the notebook after the user saved it.
    pub fn accept(&self, notebook: &NotebookView) -> Option<Command> {
        self.trust.accept(&notebook.book, &self.engine).map(warning)
    }

    /// Decides whether the opened notebook runs automatically.
    pub fn judge(&mut self, notebook: &NotebookView) {
        self.trust.judge(&notebook.book, &mut self.engine);
    }

    /// Returns the message about a notebook that does not run automatically.
    pub fn rejection_text(&self, notebook: &NotebookView, keys: &Keyboard) -> Option<String> {
        self.trust.rejection_text(&notebook.book, &self.engine, &keys.text_of(Action::RunAll))
    }

    // Checks

    /// Schedules a check if a visible cell is unchecked.
    pub fn note_unchecked(&mut self, notebook: &NotebookView) {
        if self.checks.is_unscheduled() && diagnostics::unchecked(notebook, self.checks.age()).next().is_some() {
            self.checks.put_off();
        }
    }

    /// Requests diagnostics of the visible cells if a check is due, or at once if `now`. Returns whether it requested
    /// any.
    pub fn check_cells(&mut self, notebook: &NotebookView, now: bool) -> bool {
        if !self.checks.take_due(now, self.engine.is_busy()) {
            return false;
        }
        let cells: Vec<PendingCheck> = diagnostics::pending_checks(notebook, self.checks.age());
        if cells.is_empty() {
            return false;
        }
        self.checks.ask();
        self.engine.check(cells);
        true
    }

    /// Toggles a rule of the checker, given by index.
    pub fn toggle_rule(&mut self, at: usize) {
        self.checks.toggle(at);
        self.engine.set_rules(self.checks.rules);
    }
}

fn warning(text: String) -> Command {
    Command::status(Role::Warning, text)
}
