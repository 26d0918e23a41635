//! The open lesson in the notebook: what its actions do, and what follows from the answers of the learner's thread.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pprepl_lessons::{
    Checked, Lesson, Part, Question, QuizState, QuizVerdict, StepKind, StepState, command_line, panes_of, question,
    start,
};
use pprepl_notebook::pane::Pane;
use pprepl_notebook::{Cell, CellId, CellKind, Operation};
use pprepl_text::theme::Role;
use pprepl_text::{Severity, visible};
use puppet_tree::Highlighter;

use super::copy::hand_over;
use super::feedback::StepFeedback;
use super::steps::{Steps, is_open, mark, state_name};
use super::tutor::{Message, Reply, Request, Tutor};
use crate::course::{self, COURSE};
use crate::tui::action::Action;
use crate::tui::command::{Command, DialogRequest, LessonCommand, LessonQuestion, RunCommand};
use crate::tui::dialog::StyledLine;
use crate::tui::keyboard::Keyboard;
use crate::tui::mode::Mode;
use crate::tui::notebook_view::NotebookView;
use crate::tui::viewport::Top;
use crate::tui::workspace::Saved;

/// The delay before the copy is saved after a change.
const SAVE_DELAY: Duration = Duration::from_secs(1);

/// The lesson in the notebook, if one is open.
#[derive(Default)]
pub struct Learning {
    open: Option<OpenLesson>,
    /// The lesson to open after this one.
    pub next: Option<String>,
}

/// An answer that is being judged.
struct PendingAnswer {
    step: String,
    cell: CellId,
    /// Whether to go to the next step after a right answer.
    goes_on: bool,
    is_stopped: bool,
}

/// The state of the open lesson.
struct OpenLesson {
    lesson: Arc<Lesson>,
    steps: Steps,
    tutor: Tutor,
    feedback: BTreeMap<String, StepFeedback>,
    pending: Option<PendingAnswer>,
    /// The number of wrong answers and whether the solution may be shown, by step.
    tries: BTreeMap<String, (u32, bool)>,
    /// The steps that the learner skipped in this visit.
    skipped: BTreeSet<String>,
    /// The file of the user that gets the answers.
    file: Option<PathBuf>,
    /// The time to save the copy.
    save_due: Option<Instant>,
    /// Whether the copy is saved automatically; not after an error.
    saves: bool,
    /// The last cell of which the panes were opened.
    paned: Option<CellId>,
}

impl Learning {
    /// Opens a lesson.
    pub fn new(lesson: Arc<Lesson>, file: Option<PathBuf>, tutor: Tutor) -> Learning {
        let open = OpenLesson {
            file,
            steps: Steps::new(lesson.clone()),
            lesson,
            tutor,
            feedback: BTreeMap::new(),
            pending: None,
            tries: BTreeMap::new(),
            skipped: BTreeSet::new(),
            save_due: None,
            saves: true,
            paned: None,
        };
        Learning { open: Some(open), next: None }
    }

    /// Returns whether a lesson is open.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Closes the lesson, because another notebook was opened.
    pub fn close(&mut self) {
        self.open = None;
    }

    /// Returns whether an answer is being judged.
    pub fn is_checking(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.pending.is_some())
    }

    /// Returns whether the learner's thread has something to do.
    pub fn is_busy(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.tutor.is_busy())
    }

    /// Ends the running judgement.
    pub fn stop(&mut self) -> Command {
        if let Some(open) = &mut self.open {
            open.tutor.stop();
            if let Some(pending) = &mut open.pending {
                pending.is_stopped = true;
            }
        }
        Command::status(Role::Warning, "stopping …")
    }

    /// Returns the greeting: the title, and the first problem of the lesson's file.
    pub fn greeting(&self, keys: &Keyboard) -> Option<Command> {
        let open = self.open.as_ref()?;
        let warnings: Vec<_> = open.lesson.findings.iter().filter(|one| one.severity != Severity::Error).collect();
        let Some(first) = warnings.first() else {
            let menu = keys.text_of(Action::LessonNext);
            let text = format!("read with the arrow keys or space; {menu} goes to the next step");
            return Some(Command::status(Role::Hint, text));
        };
        let more = warnings.len() - 1;
        let more = if more == 0 { String::new() } else { format!(" ({more} more)") };
        Some(Command::status(Role::Warning, format!("the lesson file: {}{more}", first.message)))
    }

    /// Returns the panes that the current cell names, once each time the learner reaches it.
    pub fn reached_panes(&mut self, notebook: &NotebookView) -> Vec<Pane> {
        let Some(open) = &mut self.open else { return Vec::new() };
        let Some(cell) = notebook.current_cell().filter(|cell| open.paned != Some(cell.id)) else { return Vec::new() };
        open.paned = Some(cell.id);
        panes_of(cell)
    }

    // The screen

    /// Returns the title of the lesson and the progress.
    pub fn head(&self, notebook: &NotebookView) -> Option<String> {
        let open = self.open.as_ref()?;
        let step = notebook.lesson_cells.part(notebook.current()).and_then(Part::step);
        Some(format!("{}  {}", open.lesson.title, open.steps.progress(step)))
    }

    /// Returns the mark of a step's state and its role.
    pub fn mark(&self, part: Option<&Part>) -> Option<(&'static str, Role)> {
        let open = self.open.as_ref()?;
        let step = part?.step()?;
        match &open.pending {
            Some(pending) if pending.step == step => Some(("…", Role::Hint)),
            _ => Some(mark(open.steps.state(step))),
        }
    }

    /// Returns the lines of feedback below a cell, limited to this width.
    pub fn below(&self, part: Option<&Part>, room: usize, colours: &mut Highlighter) -> Vec<StyledLine> {
        let feedback = part.and_then(Part::step).and_then(|step| self.open.as_ref()?.feedback.get(step));
        feedback.map(|feedback| feedback.lines(room, colours)).unwrap_or_default()
    }

    /// Returns what the learner can do in the current cell.
    pub fn advice(&self, notebook: &NotebookView, keys: &Keyboard) -> Option<String> {
        let open = self.open.as_ref()?;
        let key = |action| keys.text_of(action);
        let (id, run) = (notebook.current(), key(Action::Run));
        Some(match notebook.lesson_cells.part(id)? {
            Part::Given => "given code: the exercises use it".to_owned(),
            Part::Run(_) => format!("read it and predict the result; {run} runs it"),
            Part::Quiz(_) if notebook.lesson_cells.is_question(id) => format!("enter or {run} answers the question"),
            Part::Quiz(_) => "the code of the question".to_owned(),
            Part::Exercise(step) if open.steps.state(step) == StepState::Done => {
                format!("done; {} goes to the next step", key(Action::LessonNext))
            }
            Part::Exercise(_) if notebook.mode() == Mode::Select => format!("enter edits your answer, {run} checks it"),
            Part::Exercise(_) => {
                format!("{run} checks your answer, {} shows a hint", key(Action::LessonHint))
            }
        })
    }

    // Actions

    /// Runs the current cell if it is a step: judges an exercise, asks a question, records a run. Returns `None` for a
    /// cell that runs as in any notebook.
    pub fn run(&mut self, notebook: &mut NotebookView, goes_on: bool) -> Option<Vec<Command>> {
        let open = self.open.as_mut()?;
        notebook.take_edits();
        let id = notebook.current();
        let part = notebook.lesson_cells.part(id)?.clone();
        match part {
            Part::Exercise(step) => {
                let commands = open.check(&step, notebook, goes_on);
                Some(in_order(notebook, commands))
            }
            Part::Quiz(step) if notebook.lesson_cells.is_question(id) => Some(open.ask_question(&step)),
            Part::Run(step) => {
                if open.steps.state(&step) != StepState::Done {
                    open.tutor.ask(Request::Record(step, StepState::Done));
                }
                None
            }
            Part::Given | Part::Quiz(_) => None,
        }
    }

    /// Carries out an action of the lesson.
    pub fn act(&mut self, action: Action, notebook: &mut NotebookView, keys: &Keyboard) -> Vec<Command> {
        let Some(open) = &mut self.open else {
            return vec![Command::status(Role::Hint, "no lesson is open; 'pprepl learn' lists the chapters")];
        };
        notebook.take_edits();
        let id = notebook.current();
        let step = notebook.lesson_cells.part(id).and_then(Part::step).map(str::to_owned);
        let commands = match (action, step) {
            (Action::LessonNext, _) => open.next_step(notebook),
            (Action::LessonSteps, step) => open.list(notebook, step.as_deref()),
            (Action::LessonUnlock, _) if notebook.lesson_cells.is_locked(id) => ask(LessonQuestion::Unlock(id)),
            (Action::LessonUnlock, _) => hint("the cell is not locked"),
            (Action::LessonReset, Some(_)) => ask(LessonQuestion::Reset(id)),
            (Action::LessonHint, Some(step)) => open.hint(step),
            (Action::LessonSolution, Some(step)) => open.ask_solution(step),
            (Action::LessonSkip, Some(step)) => open.skip(step, notebook),
            (_, None) => {
                hint(&format!("this cell is not a step; {} goes to the next one", keys.text_of(Action::LessonNext)))
            }
            (_, Some(_)) => Vec::new(),
        };
        in_order(notebook, commands)
    }

    /// Runs a command of the lesson.
    pub fn command(&mut self, command: LessonCommand, notebook: &mut NotebookView) -> Vec<Command> {
        let Some(open) = &mut self.open else { return Vec::new() };
        let commands = match command {
            LessonCommand::Answer(answer) => open.answer(answer, notebook),
            LessonCommand::ShowSolution(step) => {
                open.tutor.ask(Request::Solution(step));
                Vec::new()
            }
            LessonCommand::Unlock(id) => {
                notebook.lesson_cells.unlock(id);
                vec![Command::status(Role::Info, "unlocked until you close the lesson")]
            }
            LessonCommand::Reset(id) => open.reset(id, notebook),
            LessonCommand::GoTo(id) => {
                go_to(id, notebook);
                Vec::new()
            }
            LessonCommand::Open(name) => {
                self.next = Some(name);
                vec![Command::act(Action::Quit)]
            }
        };
        in_order(notebook, commands)
    }

    // Answers of the learner's thread

    /// Handles the next answer. Returns `None` without one.
    pub fn listen(&mut self, notebook: &mut NotebookView, keys: &Keyboard) -> Option<Vec<Command>> {
        let open = self.open.as_mut()?;
        let Message { reply, states, write_error } = open.tutor.reply()?;
        open.steps.set_states(states);
        let commands = open.replied(reply, notebook, keys);
        let mut commands = in_order(notebook, commands);
        commands.extend(
            write_error.map(|error| Command::Status(Role::Warning, format!("cannot save your progress: {error}"))),
        );
        Some(commands)
    }

    // Saving

    /// Returns the time to save the copy.
    pub fn save_due(&self) -> Option<Instant> {
        self.open.as_ref()?.save_due
    }

    /// Resumes saving after the user saved. Returns the message about the file that has the answers.
    pub fn saved(&mut self, notebook: &NotebookView) -> Option<Command> {
        let open = self.open.as_mut()?;
        (open.saves, open.save_due) = (true, None);
        match open.hand_over(notebook)? {
            Ok(file) => Some(Command::Status(Role::Info, format!("saved your answers in {}", file.display()))),
            Err(problem) => Some(Command::Status(Role::Warning, problem)),
        }
    }

    /// Saves the copy if that is due, or at once if `now`. Returns the message about a failure.
    pub fn save(&mut self, notebook: &mut NotebookView, now: bool) -> Option<Command> {
        let open = self.open.as_mut().filter(|open| open.saves)?;
        if !notebook.book.is_dirty() {
            open.save_due = None;
            return None;
        }
        let due = *open.save_due.get_or_insert_with(|| Instant::now() + SAVE_DELAY);
        if !now && due > Instant::now() {
            return None;
        }
        open.save_due = None;
        let problem = match notebook.book.save(false) {
            Ok(Saved::Written(_)) => match open.hand_over(notebook)? {
                Ok(_) => return None,
                Err(problem) => problem,
            },
            Ok(Saved::Asks(_)) => "another program changed your copy; save it to decide".to_owned(),
            Err(error) => error.to_string(),
        };
        open.saves = false;
        Some(Command::Status(Role::Warning, format!("not saved: {problem}")))
    }
}

impl OpenLesson {
    /// Writes the answers into the user's file, and returns it; `None` for a lesson of the course.
    fn hand_over(&self, notebook: &NotebookView) -> Option<Result<PathBuf, String>> {
        let file = self.file.as_deref()?;
        Some(hand_over(file, &notebook.book).map(|_| file.to_owned()))
    }

    fn feedback(&mut self, step: &str) -> &mut StepFeedback {
        self.feedback.entry(step.to_owned()).or_default()
    }

    /// Sends the answer of an exercise to the judge.
    fn check(&mut self, step: &str, notebook: &mut NotebookView, goes_on: bool) -> Vec<Command> {
        if self.pending.is_some() {
            return hint("an answer is being checked");
        }
        let Some(cell) = notebook.current_cell() else { return Vec::new() };
        let (id, answer) = (cell.id, cell.text.clone());
        self.pending = Some(PendingAnswer { step: step.to_owned(), cell: id, goes_on, is_stopped: false });
        self.tutor.ask(Request::Check { step: step.to_owned(), answer });
        notebook.book.pause();
        self.run_before(step, notebook)
    }

    /// Runs the solutions of exercises that this one builds on, if they did not run.
    fn run_before(&mut self, step: &str, notebook: &mut NotebookView) -> Vec<Command> {
        let Some(StepKind::Exercise(exercise)) = self.steps.cell(step).map(|cell| &cell.kind) else {
            return Vec::new();
        };
        let missing = exercise.after.iter().filter(|name| {
            let cell = notebook.lesson_cells.cell_of(name);
            cell.is_some_and(|cell| !notebook.cells.sources.is_committed(cell))
        });
        let missing: Vec<String> = missing.cloned().collect();
        missing.iter().for_each(|name| self.commit_solution(name, notebook));
        if missing.is_empty() { Vec::new() } else { vec![Command::Run(RunCommand::Arrange)] }
    }

    /// Commits the solution of an exercise as the source of its cell, so that later steps find its names.
    fn commit_solution(&mut self, step: &str, notebook: &mut NotebookView) {
        let cell = notebook.lesson_cells.cell_of(step);
        if let (Some(id), Some(StepKind::Exercise(exercise))) = (cell, self.steps.cell(step).map(|cell| &cell.kind))
            && let Some(solution) = exercise.solution.as_ref().filter(|code| command_line(&code.text).is_none())
        {
            notebook.cells.sources.commit_source(id, &solution.text);
            notebook.cells.drop_lines_of(id);
            self.feedback(step).remark("Skipped: the solution runs, so that later steps find its names.");
        }
    }

    /// Asks the question of a quiz.
    fn ask_question(&self, step: &str) -> Vec<Command> {
        match self.steps.cell(step).map(|cell| &cell.kind) {
            Some(StepKind::Quiz(quiz)) if quiz.options.is_empty() => ask(LessonQuestion::Answer),
            Some(StepKind::Quiz(quiz)) => ask(LessonQuestion::Options(quiz.options.clone())),
            _ => Vec::new(),
        }
    }

    /// Sends the answer to the quiz in the current cell.
    fn answer(&mut self, answer: String, notebook: &NotebookView) -> Vec<Command> {
        let id = notebook.current();
        let Some(Part::Quiz(step)) = notebook.lesson_cells.part(id) else { return Vec::new() };
        if answer.trim().is_empty() || self.pending.is_some() {
            return Vec::new();
        }
        self.pending = Some(PendingAnswer { step: step.clone(), cell: id, goes_on: false, is_stopped: false });
        self.tutor.ask(Request::Predict { step: step.clone(), answer });
        Vec::new()
    }

    fn hint(&mut self, step: String) -> Vec<Command> {
        match self.steps.cell(&step).map(|cell| &cell.kind) {
            Some(StepKind::Exercise(_)) => {
                self.tutor.ask(Request::Hint(step));
                Vec::new()
            }
            _ => hint("only exercises have hints"),
        }
    }

    /// Says that a step has no more hints, and what else helps.
    fn no_hint(&self, step: &str, keys: &Keyboard) -> Vec<Command> {
        match self.has_solution(step) {
            true => hint(&format!("no further hint; {} shows the solution", keys.text_of(Action::LessonSolution))),
            false => hint("no further hint"),
        }
    }

    fn has_solution(&self, step: &str) -> bool {
        match self.steps.cell(step).map(|cell| &cell.kind) {
            Some(StepKind::Exercise(exercise)) => exercise.solution.is_some(),
            _ => false,
        }
    }

    fn ask_solution(&mut self, step: String) -> Vec<Command> {
        if !self.has_solution(&step) {
            return hint("this step has no solution to show");
        }
        let (tries, is_earned) = self.tries.get(&step).copied().unwrap_or_default();
        if is_earned || !is_open(self.steps.state(&step)) {
            self.tutor.ask(Request::Solution(step));
            return Vec::new();
        }
        ask(LessonQuestion::Solution(step, tries))
    }

    /// Skips a step, and goes to the next one.
    fn skip(&mut self, step: String, notebook: &mut NotebookView) -> Vec<Command> {
        let mut commands = Vec::new();
        if is_open(self.steps.state(&step)) {
            self.tutor.ask(Request::Record(step.clone(), StepState::Skipped));
            self.skipped.insert(step.clone());
            self.commit_solution(&step, notebook);
            commands.push(Command::Run(RunCommand::Arrange));
        }
        commands.extend(self.next_step(notebook));
        commands
    }

    /// Goes to the next step that waits for the learner, or shows the end.
    fn next_step(&mut self, notebook: &mut NotebookView) -> Vec<Command> {
        match self.next_open(notebook) {
            Some(id) => {
                go_to(id, notebook);
                Vec::new()
            }
            None => ask(LessonQuestion::End(
                self.end_text(),
                next_chapter(&self.lesson.name).map(|(name, _)| name.to_owned()),
            )),
        }
    }

    /// Returns the cell of the next open step below the current cell, else of the first one.
    fn next_open(&self, notebook: &NotebookView) -> Option<CellId> {
        let cells = &notebook.lesson_cells;
        let is_left = |step: &str, state| is_open(state) && !self.skipped.contains(step);
        let open = self.steps.graded().filter(|(step, state)| is_left(step, *state));
        let mut places: Vec<(usize, CellId)> = open
            .filter_map(|(step, _)| {
                let id = cells.cell_of(step)?;
                Some((notebook.book.place(id)?, id))
            })
            .collect();
        places.sort_unstable();
        let here = notebook.book.place(notebook.current()).unwrap_or(0);
        let below = places.iter().find(|(place, _)| *place > here);
        below.or(places.first()).map(|(_, id)| *id)
    }

    /// Returns the text at the end of the lesson.
    fn end_text(&self) -> String {
        let (done, of) = self.steps.score();
        let praise = if done == of {
            format!("Well done! All {of} steps of '{}' are done.", self.lesson.title)
        } else {
            format!("You reached the end of '{}': {done} of {of} steps are done.", self.lesson.title)
        };
        let left = self.steps.graded().filter(|(_, state)| *state != StepState::Done);
        let left: Vec<String> = left.map(|(step, _)| self.steps.title(step)).collect();
        let left = if left.is_empty() { String::new() } else { format!(" Open or skipped: {}.", left.join(", ")) };
        let next = next_chapter(&self.lesson.name).map_or(String::new(), |(_, title)| format!(" Next: {title}."));
        visible(&format!("{praise}{left}{next}")).into_owned()
    }

    /// Lists the steps.
    fn list(&self, notebook: &NotebookView, current: Option<&str>) -> Vec<Command> {
        let mut rows = Vec::new();
        let mut selected = 0;
        for (step, state) in self.steps.all() {
            let Some(id) = notebook.lesson_cells.cell_of(step) else { continue };
            if current == Some(step) {
                selected = rows.len();
            }
            let label = format!("{} {}", mark(state).0, self.steps.title(step));
            rows.push((label, state_name(state).to_owned(), id));
        }
        ask(LessonQuestion::Steps(rows, selected))
    }

    /// Sets a cell to its text in the lesson.
    fn reset(&mut self, id: CellId, notebook: &mut NotebookView) -> Vec<Command> {
        let step = notebook.lesson_cells.part(id).and_then(Part::step).map(str::to_owned);
        let Some((step, cell)) = step.and_then(|step| Some((step.clone(), self.steps.cell(&step)?))) else {
            return Vec::new();
        };
        let (kind, text) = match &cell.kind {
            StepKind::Exercise(exercise) => (CellKind::Code, start(exercise)),
            StepKind::Quiz(quiz) => (CellKind::Prose, question(quiz)),
            StepKind::Run { .. } | StepKind::Given | StepKind::Example => (CellKind::Code, cell.body.text.clone()),
            StepKind::Prose | StepKind::Notes => (CellKind::Prose, cell.body.text.clone()),
        };
        self.feedback.remove(&step);
        notebook.cells.sources.commit_source(id, "");
        set_cell(id, kind, text, notebook);
        vec![Command::status(Role::Info, "the cell is as in the lesson again")]
    }

    // Answers of the thread

    fn replied(&mut self, reply: Reply, notebook: &mut NotebookView, keys: &Keyboard) -> Vec<Command> {
        match reply {
            Reply::Ready { problems, unreadable } => self.begin(&problems, unreadable, notebook),
            Reply::Checked { step, checked } => self.checked(&step, &checked, notebook, keys),
            Reply::Predicted { step, verdict } => self.predicted(&step, &verdict, notebook, keys),
            Reply::Hint { step, hint: Some(text) } => {
                self.feedback(&step).add_hint(text);
                drop_lines(&step, notebook);
                Vec::new()
            }
            Reply::Hint { step, hint: None } => self.no_hint(&step, keys),
            Reply::Solution { step, code } => {
                if let Some(code) = code {
                    self.feedback(&step).show_solution(code);
                }
                drop_lines(&step, notebook);
                Vec::new()
            }
            Reply::Recorded => Vec::new(),
            Reply::Broken(message) => {
                self.pending = None;
                vec![Command::Status(Role::Error, message)]
            }
        }
    }

    /// Begins with the progress of earlier visits: what was done runs, and the cursor goes to the next open step.
    fn begin(&mut self, problems: &[String], unreadable: usize, notebook: &mut NotebookView) -> Vec<Command> {
        let mut is_begun = false;
        let states: Vec<(String, StepState)> = self.steps.all().map(|(step, state)| (step.to_owned(), state)).collect();
        for (step, state) in &states {
            let Some(cell) = notebook.lesson_cells.cell_of(step).and_then(|id| notebook.book.cell(id)) else {
                continue;
            };
            is_begun |= *state != StepState::Open;
            match state {
                StepState::Done if !pprepl_lessons::has_hole(&cell.text) => {
                    notebook.cells.sources.commit_requested(cell)
                }
                StepState::Skipped => self.commit_solution(step, notebook),
                StepState::Open | StepState::Tried | StepState::Shown | StepState::Done => {}
            }
        }
        if let Some(id) = self.next_open(notebook).filter(|_| is_begun) {
            go_to(id, notebook);
        }
        let unreadable = (unreadable > 0).then(|| {
            format!("{unreadable} lines of your progress cannot be read: they are skipped, and stay in the file")
        });
        let problem = problems.first().cloned().or(unreadable);
        let warning = problem.map(|text| Command::Status(Role::Warning, text));
        std::iter::once(Command::Run(RunCommand::Arrange)).chain(warning).collect()
    }

    /// Shows the verdict on an answer, and runs the answer.
    fn checked(&mut self, step: &str, checked: &Checked, notebook: &mut NotebookView, keys: &Keyboard) -> Vec<Command> {
        let pending = self.pending.take();
        let Some(pending) = pending.filter(|pending| pending.step == step) else { return Vec::new() };
        notebook.cells.drop_lines_of(pending.cell);
        let is_done = checked.verdict.state.is_done();
        if pending.is_stopped && !is_done {
            self.feedback(step).remark("Stopped.");
            return vec![Command::status(Role::Warning, "stopped")];
        }
        let tries = self.tries.entry(step.to_owned()).or_default();
        tries.0 += u32::from(checked.verdict.state.is_wrong());
        tries.1 |= checked.may_show_solution;
        let is_earned = tries.1;
        self.feedback(step).check(checked);
        let text = notebook.book.cell(pending.cell).map(|cell| cell.text.clone()).unwrap_or_default();
        let mut commands = Vec::new();
        if checked.verdict.may_run() && command_line(&text).is_none() {
            commands.push(Command::Run(RunCommand::Cell(pending.cell)));
        }
        if is_done {
            commands.extend(self.after_done(pending.goes_on, notebook, keys));
        } else if checked.verdict.state.is_wrong() {
            commands.push(Command::Status(Role::Hint, wrong_advice(is_earned, keys)));
        }
        commands
    }

    /// Shows the verdict on the answer to a quiz. The question becomes code and runs.
    fn predicted(
        &mut self,
        step: &str,
        verdict: &QuizVerdict,
        notebook: &mut NotebookView,
        keys: &Keyboard,
    ) -> Vec<Command> {
        let Some(pending) = self.pending.take().filter(|pending| pending.step == step) else { return Vec::new() };
        self.feedback(step).predict(verdict);
        notebook.cells.drop_lines_of(pending.cell);
        if verdict.state == QuizState::Unreadable {
            return vec![Command::status(Role::Hint, "answer again: the question is still open")];
        }
        let code = match self.steps.cell(step).map(|cell| &cell.kind) {
            // Two expressions are not a program: the first would be a value without use. The verdict shows both.
            Some(StepKind::Quiz(quiz)) if quiz.question != Question::Same => quiz.code.text.trim_end().to_owned(),
            _ => String::new(),
        };
        let mut commands = Vec::new();
        if !code.is_empty() && notebook.lesson_cells.is_question(pending.cell) {
            set_cell(pending.cell, CellKind::Code, code, notebook);
            commands.push(Command::Run(RunCommand::Cell(pending.cell)));
        }
        commands.extend(self.after_done(false, notebook, keys));
        commands
    }

    /// Goes to the next step after one is done, or shows the key for it.
    fn after_done(&mut self, goes_on: bool, notebook: &mut NotebookView, keys: &Keyboard) -> Vec<Command> {
        let key = keys.text_of(Action::LessonNext);
        match self.next_open(notebook) {
            Some(id) if goes_on => {
                go_to(id, notebook);
                Vec::new()
            }
            Some(_) => vec![Command::Status(Role::Success, format!("{key} goes to the next step"))],
            None => vec![Command::Status(Role::Success, format!("that was the last step: {key} ends the chapter"))],
        }
    }
}

/// Returns the commands of the notebook before those that follow from the lesson.
fn in_order(notebook: &mut NotebookView, commands: Vec<Command>) -> Vec<Command> {
    let mut all = notebook.take_commands();
    all.extend(commands);
    all
}

fn ask(question: LessonQuestion) -> Vec<Command> {
    vec![Command::Dialog(DialogRequest::Lesson(question))]
}

fn hint(text: &str) -> Vec<Command> {
    vec![Command::status(Role::Hint, text)]
}

fn wrong_advice(is_earned: bool, keys: &Keyboard) -> String {
    let (hint, solution) = (keys.text_of(Action::LessonHint), keys.text_of(Action::LessonSolution));
    if is_earned {
        format!("not right yet; {hint} shows a hint, {solution} shows the solution")
    } else {
        format!("not right yet; {hint} shows a hint")
    }
}

/// Goes to a cell, ready to work on it: the text since the step before is in view, the cursor is at the first hole.
fn go_to(id: CellId, notebook: &mut NotebookView) {
    notebook.go_to(id);
    let here = notebook.book.place(id).unwrap_or(0);
    let cells = notebook.book.cells().iter().take(here).rev();
    let is_step = |cell: &&Cell| Part::of(cell).is_some_and(|part| part.step().is_some());
    if let Some(first) = cells.take_while(|cell| !is_step(cell)).last() {
        notebook.viewport.top = Top { cell: first.id, row: 0 };
    }
    let is_exercise = matches!(notebook.lesson_cells.part(id), Some(Part::Exercise(_)));
    notebook.set_mode(if is_exercise { Mode::Edit } else { Mode::Select });
    if is_exercise {
        let text = notebook.current_cell().map(|cell| cell.text.clone()).unwrap_or_default();
        let at = text.find("___").unwrap_or_else(|| text.trim_end().len());
        notebook.editor().set_cursor(at);
    }
}

/// Sets the kind and the text of a cell of the lesson.
fn set_cell(id: CellId, kind: CellKind, text: String, notebook: &mut NotebookView) {
    let Some(cell) = notebook.book.cell(id) else { return };
    let edit = Operation::set_text(cell, text);
    let turn = (cell.kind != kind).then_some(Operation::Turn { id, kind });
    notebook.cells.forget_text(id);
    let result = notebook.book.change(Operation::Together { all: turn.into_iter().chain([edit]).collect() });
    notebook.report(result);
    notebook.rearranged();
}

fn drop_lines(step: &str, notebook: &mut NotebookView) {
    if let Some(id) = notebook.lesson_cells.cell_of(step) {
        notebook.cells.drop_lines_of(id);
    }
}

/// Returns the name and the title of the chapter after this lesson; `None` after a lesson that is not in the course.
fn next_chapter(name: &str) -> Option<(&'static str, String)> {
    let next = COURSE.names().any(|known| known == name).then(|| course::after(name))??;
    Some((next, COURSE.lesson(next)?.title.clone()))
}
