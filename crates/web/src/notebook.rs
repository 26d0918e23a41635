//! An open notebook: its document and history, the kernel with the sources that it runs, and its lesson.

use std::path::PathBuf;
use std::time::Instant;

use pprepl_lessons::CellJudge;
use pprepl_notebook::kernel::{FactsChange, FactsChanged, Kernel, Mode, Setup, Unobserved};
use pprepl_notebook::{Cell, CellId, CellKind, Document, OpenNotebook, Operation, RunSources};
use pprepl_rpc::RpcError;
use pprepl_session::Settings;
use serde_json::Value;

use crate::answer::rejected;
use crate::open_lesson::OpenLesson;
use crate::outbox::Outbox;
use crate::run_observer::{RunObserver, log};

/// The surroundings of a notebook, from the engine.
pub struct NotebookStart {
    /// The name by which messages name it.
    pub key: String,
    /// The name of its file, for the page.
    pub title: String,
    pub settings: Settings,
    /// The root directory of its modules and data.
    pub environment: Option<PathBuf>,
    /// The same directory as messages name it.
    pub folder: Option<String>,
    /// The changes of the facts, in order: a fresh session repeats them.
    pub facts: Vec<FactsChange>,
    /// The part of the stack that evaluations may use, in bytes.
    pub stack: usize,
    pub outbox: Outbox,
    /// Whether affected cells run without a request.
    pub auto: bool,
    /// Whether the user has run or saved it: until then nothing runs without a request.
    pub trusted: bool,
}

/// An open notebook with its kernel.
pub struct Notebook {
    pub start: NotebookStart,
    pub book: OpenNotebook,
    pub sources: RunSources,
    pub kernel: Kernel,
    pub lesson: Option<OpenLesson>,
    /// The results of the runs since the last answer.
    pub finished: Vec<Value>,
    /// The fixed point of the times of the history.
    opened: Instant,
}

impl Notebook {
    /// Opens a document. Nothing runs.
    pub fn new(start: NotebookStart, document: Document) -> Notebook {
        let kernel = kernel_of(&start);
        let book = OpenNotebook::of(document);
        let (sources, finished, opened) = (RunSources::default(), Vec::new(), Instant::now());
        Notebook { start, book, sources, kernel, lesson: None, finished, opened }
    }

    /// Commits the text of every cell as the source to run; in automatic mode, the cells of a trusted notebook run.
    pub fn begin(&mut self) {
        self.sources.commit_all(self.book.document().cells());
        self.arrange(&[]);
    }

    pub fn cells(&self) -> &[Cell] {
        self.book.document().cells()
    }

    pub fn cell(&self, id: CellId) -> Result<&Cell, RpcError> {
        self.book.document().cell(id).ok_or_else(|| rejected("the cell no longer exists"))
    }

    /// Returns the code cells in order, which gives their numbers.
    pub fn code_ids(&self) -> Vec<CellId> {
        self.cells().iter().filter(|cell| cell.is_code()).map(|cell| cell.id).collect()
    }

    /// Returns whether affected cells run without a request.
    pub fn is_auto(&self) -> bool {
        self.start.auto && self.start.trusted
    }

    // Changes

    /// Applies an operation of the user as one undo step. The cells of a lesson that are locked stay.
    pub fn change(&mut self, operation: Operation) -> Result<(), RpcError> {
        let is_locked = self.lesson.as_ref().is_some_and(|lesson| lesson.cells.rejects(&operation, self.cells()));
        if is_locked {
            return Err(rejected("this cell belongs to the lesson: unlock it to change it"));
        }
        self.perform(operation)
    }

    /// Applies an operation as one undo step, also on a locked cell.
    pub fn perform(&mut self, operation: Operation) -> Result<(), RpcError> {
        self.book.pause();
        self.book.apply(operation, self.opened.elapsed()).map_err(|error| rejected(error.to_string()))?;
        self.rearranged();
        Ok(())
    }

    /// Applies a typed change. It does not run, and typing without a pause is undone together.
    pub fn type_text(&mut self, operation: Operation) -> Result<(), RpcError> {
        let is_locked = self.lesson.as_ref().is_some_and(|lesson| lesson.cells.rejects(&operation, self.cells()));
        if is_locked {
            return Err(rejected("the cell is locked: unlock it to change it"));
        }
        self.book.apply(operation, self.opened.elapsed()).map_err(|error| rejected(error.to_string()))
    }

    /// Undoes the last step, or redoes it. Returns the affected cell; `None` without a step.
    pub fn travel(&mut self, back: bool) -> Option<Option<CellId>> {
        let done = if back { self.book.undo() } else { self.book.redo() }?;
        self.rearranged();
        Some(done.affected_cell())
    }

    /// Follows a structural change: cells may be new, deleted or changed.
    fn rearranged(&mut self) {
        let cells = self.book.document().cells();
        if let Some(lesson) = &mut self.lesson {
            lesson.cells.follow(cells);
            self.sources.set_on_request(lesson.cells.on_request());
        }
        self.sources.follow(cells);
        self.arrange(&[]);
    }

    // Runs

    /// Sends the kernel the current sources, and runs cells.
    pub fn arrange(&mut self, asked: &[CellId]) {
        let cells = self.sources.committed(self.book.document().cells());
        self.with_kernel(|kernel, observer| kernel.arrange_and_run(cells, asked, observer));
    }

    /// Runs cells with their current text.
    pub fn run(&mut self, ids: &[CellId]) {
        for id in ids {
            if let Some(cell) = self.book.document().cell(*id) {
                self.sources.commit_requested(cell);
            }
        }
        self.arrange(ids);
    }

    /// Runs all cells.
    pub fn run_all(&mut self) {
        self.sources.commit_all(self.book.document().cells());
        self.arrange(&[]);
        self.with_kernel(|kernel, observer| kernel.run_all(observer));
        self.trust();
    }

    /// Runs the cells whose results are out of date.
    pub fn run_stale(&mut self) {
        let stale = self.kernel.stale();
        let cells = self.book.document().cells();
        for cell in cells {
            if stale.contains(&cell.id) || self.sources.is_edited(cell) {
                self.sources.commit(cell);
            }
        }
        self.arrange(&[]);
        self.with_kernel(|kernel, observer| kernel.run_stale(observer));
        self.trust();
    }

    /// Runs a cell and those below it.
    pub fn run_from(&mut self, id: CellId) {
        let cells = self.book.document().cells();
        let below: Vec<&Cell> = cells.iter().skip_while(|cell| cell.id != id).collect();
        below.iter().for_each(|cell| self.sources.commit(cell));
        let first = below.iter().find(|cell| cell.is_code()).map(|cell| cell.id);
        self.arrange(&[]);
        if let Some(first) = first {
            self.with_kernel(|kernel, observer| kernel.run_from(first, observer));
        }
    }

    /// Runs what was typed in a cell that the user leaves, in automatic mode.
    pub fn leave(&mut self, id: CellId) {
        self.book.pause();
        let cell = self.book.document().cell(id);
        let cell = cell.filter(|cell| !self.sources.is_on_request(cell.id) && self.sources.is_edited(cell));
        if let Some(cell) = cell.filter(|_| self.start.auto && self.start.trusted) {
            self.sources.commit(cell);
            self.arrange(&[]);
        }
    }

    /// Sets whether affected cells run without a request.
    pub fn set_auto(&mut self, auto: bool) {
        self.start.auto = auto;
        // The user who asks for it has seen the notebook.
        self.start.trusted |= auto;
        self.apply_mode();
    }

    /// Lets affected cells run without a request, if the user prefers that: the user ran or saved the notebook.
    pub fn trust(&mut self) {
        if !std::mem::replace(&mut self.start.trusted, true) {
            self.apply_mode();
        }
    }

    fn apply_mode(&mut self) {
        let mode = mode_of(&self.start);
        self.with_kernel(|kernel, observer| kernel.set_mode(mode, observer));
    }

    /// Starts a fresh session: no cell has run. In automatic mode they run again.
    pub fn restart(&mut self) {
        self.kernel.restart();
        self.arrange(&[]);
    }

    /// Starts a fresh session with the settings, the environment and the facts of `start`.
    pub fn renew(&mut self) {
        self.kernel = kernel_of(&self.start);
        self.repeat_facts();
        self.arrange(&[]);
    }

    /// Makes the changes of the facts again, in a fresh session. What this build does not know leaves them as they are.
    pub fn repeat_facts(&mut self) {
        let changes = std::mem::take(&mut self.start.facts);
        self.start.facts = changes.into_iter().filter(|change| self.change_facts(change).is_ok()).collect();
    }

    /// Changes the facts. Fails with the reason.
    pub fn change_facts(&mut self, change: &FactsChange) -> Result<FactsChanged, String> {
        let mut changed = Err(String::new());
        self.with_kernel(|kernel, observer| changed = kernel.change_facts(change, observer));
        changed
    }

    /// Lets the kernel work, and records the runs.
    pub fn with_kernel(&mut self, work: impl FnOnce(&mut Kernel, &mut RunObserver)) {
        let sources = self.sources.committed(self.book.document().cells());
        let mut observer = RunObserver::new(self.start.key.clone(), self.start.outbox.clone(), sources);
        observer.is_lesson = self.lesson.is_some();
        work(&mut self.kernel, &mut observer);
        while self.kernel.resume_run(&mut observer) {}
        self.finished.extend(observer.finished);
    }

    /// Sets the kind and the text of a cell of the lesson, as one step.
    pub fn set_cell(&mut self, id: CellId, kind: CellKind, text: String) -> Result<(), RpcError> {
        let cell = self.cell(id)?;
        let edit = Operation::set_text(cell, text);
        let turn = (cell.kind != kind).then_some(Operation::Turn { id, kind });
        self.perform(Operation::Together { all: turn.into_iter().chain([edit]).collect() })
    }
}

/// Returns when the cells of a notebook run.
pub fn mode_of(start: &NotebookStart) -> Mode {
    if start.auto && start.trusted { Mode::Auto } else { Mode::Lazy }
}

fn kernel_of(start: &NotebookStart) -> Kernel {
    let (outbox, key) = (start.outbox.clone(), start.key.clone());
    let setup = Setup::new(start.settings.clone(), start.stack)
        .with_environment(start.environment.clone())
        .with_judge(Box::new(CellJudge))
        .with_logs(move |cell, level, text| log(&outbox, &key, cell, level, text));
    let mut kernel = Kernel::new(setup);
    kernel.set_mode(mode_of(start), &mut Unobserved);
    kernel
}
