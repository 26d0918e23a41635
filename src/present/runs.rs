//! Runs of cells: what is on the screen runs when it is revealed, after the user's consent.

use pprepl_lessons::{PartContent, SlidePart};
use pprepl_notebook::CellId;
use pprepl_widgets::dialog::{Dialog, QuestionDialog};

use super::consent::ConsentState;
use super::engine::Engine;
use super::mode::Mode;
use super::presenter::{Presenter, STOPPING};
use super::results::Needed;

impl Presenter {
    /// Returns the runs that the parts on the screen need.
    fn needed(&self) -> Vec<Needed> {
        let Some(slide) = self.slide() else { return Vec::new() };
        let visible = slide.visible(self.position.revealed);
        let mut needed: Vec<Needed> = visible.iter().filter_map(|part| self.need(part)).collect();
        if let Some(task) = self.task()
            && task.runs
            && self.help.of(task.cell).is_solved
        {
            needed.push(Needed::Cell(task.cell));
        }
        needed.retain(|needed| {
            let cell = match needed {
                Needed::Cell(cell) | Needed::Quiz(cell, _) => *cell,
            };
            let is_typing = self.typing.as_ref().is_some_and(|typing| typing.cell == cell);
            !is_typing && !self.results.is_known(cell)
        });
        needed
    }

    fn need(&self, part: &SlidePart) -> Option<Needed> {
        match &part.content {
            PartContent::Result(cell) => Some(Needed::Cell(*cell)),
            PartContent::Code(code) if code.runs_alone => Some(Needed::Cell(code.cell)),
            PartContent::Answer { cell, quiz } => Some(Needed::Quiz(*cell, quiz.clone())),
            PartContent::Prose(_) | PartContent::Task(_) | PartContent::Code(_) => None,
        }
    }

    /// Runs what the parts on the screen need. Asks first where the user does not trust the file.
    pub(super) fn request_runs(&mut self) {
        let needed = self.needed();
        if needed.is_empty() || !self.may_run() {
            return;
        }
        for needed in needed {
            match needed {
                Needed::Cell(cell) => self.run_cell(cell),
                Needed::Quiz(cell, name) => {
                    self.results.request(cell);
                    self.with_engine(|engine| engine.ask_quiz(cell, name));
                }
            }
        }
    }

    /// Runs a cell after the given code above it.
    fn run_cell(&mut self, cell: CellId) {
        let mut cells: Vec<CellId> =
            self.given_above(cell).into_iter().filter(|given| !self.results.is_known(*given)).collect();
        cells.push(cell);
        cells.iter().for_each(|cell| self.results.request(*cell));
        self.with_engine(|engine| engine.run(cells));
    }

    /// Returns the cells above that run without a result.
    fn given_above(&self, cell: CellId) -> Vec<CellId> {
        let codes =
            self.talk.deck.slides.iter().flat_map(|slide| &slide.parts).filter_map(|part| match &part.content {
                PartContent::Code(code) => Some(code),
                PartContent::Prose(_) | PartContent::Task(_) | PartContent::Result(_) | PartContent::Answer { .. } => {
                    None
                }
            });
        codes.filter(|code| code.runs_alone && code.cell < cell).map(|code| code.cell).collect()
    }

    /// Runs the scratch cell.
    pub(super) fn run_scratch(&mut self) {
        let code = self.scratch.editor.text().to_owned();
        if code.trim().is_empty() {
            return;
        }
        self.scratch.is_running = true;
        if self.may_run() {
            self.with_engine(|engine| engine.run_scratch(code));
        }
    }

    /// Returns whether code may run. Opens the question where that is unknown.
    fn may_run(&mut self) -> bool {
        match self.consent.state {
            ConsentState::Given => true,
            ConsentState::Refused => {
                self.scratch.is_running = false;
                false
            }
            ConsentState::Unknown => {
                let text = format!("{}: you have not run or saved this version before.", self.talk.name);
                let answers = vec![('y', "run it"), ('n', "show it without results")];
                let question = QuestionDialog::new("Run the code?", text, answers);
                self.mode = Mode::Ask(Box::new(Dialog::Question(question)));
                false
            }
        }
    }

    /// Records the answer, and runs what waited for it.
    pub(super) fn answer_consent(&mut self, yes: bool) {
        let warning = self.consent.answer(yes, &self.talk);
        self.mode = if self.scratch.is_running { Mode::Scratch } else { Mode::Slides };
        if let Some(warning) = warning {
            self.warn(warning);
        }
        if self.scratch.is_running {
            self.run_scratch();
        }
        self.request_runs();
    }

    /// Closes the question without an answer; the next run asks again.
    pub(super) fn leave_question(&mut self) {
        self.mode = if self.scratch.is_running { Mode::Scratch } else { Mode::Slides };
        self.scratch.is_running = false;
    }

    /// Uses the evaluator, which starts with its first run.
    fn with_engine(&mut self, act: impl FnOnce(&Engine)) {
        if self.engine.is_none() {
            let started = self.talk.write_files().and_then(|()| Engine::start(&self.engine_setup));
            match started {
                Ok(engine) => self.engine = Some(engine),
                Err(error) => return self.warn(format!("cannot start the evaluator: {error}")),
            }
        }
        if let Some(engine) = &self.engine {
            act(engine);
        }
    }

    /// Stops the running cell.
    pub(super) fn stop(&mut self) {
        self.message = None;
        if let Some(engine) = self.engine.as_ref().filter(|engine| engine.is_busy()) {
            engine.cancel();
            self.note(STOPPING);
        }
    }
}
