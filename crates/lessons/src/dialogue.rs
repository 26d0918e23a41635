//! A lesson as a dialogue at the prompt: text up to the next step, the learner's answer, feedback, and on.
//!
//! The dialogue says what to show and what to run; the front end shows it and runs it in the session of the lesson.

use std::collections::BTreeSet;

use crate::check::CheckKind;
use crate::exercise::Exercise;
use crate::judge::{Feedback, QuizState, Verdict};
use crate::learner::{Checked, Learner};
use crate::lesson::{LessonCell, StepKind};
use crate::progress::StepState;
use crate::say::Say;
use crate::working_copy::question;

/// The activity that a dialogue waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Code that is judged after it ran.
    Answer,
    /// The answer to a question; it does not run.
    Prediction,
    /// Enter, to run the code that is shown.
    Run,
    /// The lesson is at its end.
    Nothing,
}

/// A lesson as a dialogue.
pub struct Dialogue {
    learner: Learner,
    /// The index of the next cell, or of the step that waits.
    at: usize,
    /// Whether the cell at `at` is a step whose text is shown.
    is_waiting: bool,
    /// The exercises that were answered in this dialogue: their names are set in the session.
    answered: BTreeSet<String>,
    /// Whether the graded part is complete.
    is_in_reference: bool,
}

impl Dialogue {
    /// Opens the dialogue of a lesson.
    pub fn new(learner: Learner) -> Dialogue {
        Dialogue { learner, at: 0, is_waiting: false, answered: BTreeSet::new(), is_in_reference: false }
    }

    pub fn learner(&mut self) -> &mut Learner {
        &mut self.learner
    }

    /// Starts at the first step that is not done. Code of the lesson above it runs silently.
    pub fn begin(&mut self) -> Vec<Say> {
        let lesson = self.learner.lesson().clone();
        let mut says = vec![Say::Prose(format!("# {}", lesson.title))];
        let open = self.learner.next_open(None).map(str::to_owned);
        let target = open.and_then(|open| lesson.cells.iter().position(|cell| cell.step() == Some(open.as_str())));
        let first = lesson.cells.iter().position(|cell| cell.step().is_some()).unwrap_or(0);
        let Some(target) = target.filter(|target| *target > first) else {
            says.clear();
            says.extend(self.go_on());
            return says;
        };
        let (done, of) = self.learner.score();
        says.push(Say::Advice(format!("{done} of {of} steps are done. The lesson continues where you left it.")));
        // The text above the open step belongs to it.
        let text = lesson.cells.iter().take(target).rposition(|cell| cell.step().is_some()).map_or(0, |last| last + 1);
        says.extend(lesson.cells.iter().take(text).filter(|cell| is_given(cell)).map(|cell| Say::Silent(code(cell))));
        self.at = text;
        says.extend(self.go_on());
        says
    }

    /// Shows the lesson up to the next step that waits for the learner.
    pub fn go_on(&mut self) -> Vec<Say> {
        let lesson = self.learner.lesson().clone();
        let mut says = Vec::new();
        self.is_waiting = false;
        let graded = lesson.graded_end();
        while let Some(cell) = lesson.cells.get(self.at) {
            if self.ends_before(graded, &mut says, cell) {
                return says;
            }
            match &cell.kind {
                StepKind::Notes => {}
                StepKind::Prose => says.push(Say::Prose(cell.body.text.clone())),
                StepKind::Example => says.push(Say::Example(code(cell))),
                StepKind::Given => says.push(Say::Given(code(cell))),
                StepKind::Run { .. } | StepKind::Exercise(_) | StepKind::Quiz(_) => {
                    says.extend(self.step(cell));
                    self.is_waiting = true;
                    return says;
                }
            }
            self.at += 1;
        }
        if graded == lesson.cells.len() {
            says.push(self.end());
        } else {
            says.push(Say::Advice("This is the end of the reference.".to_owned()));
        }
        says
    }

    fn end(&self) -> Say {
        let (done, of) = self.learner.score();
        Say::End { done, of }
    }

    /// Returns whether the dialogue stops before a cell: at the end of the graded part, and then at each heading of the
    /// reference. Says so where it stops.
    fn ends_before(&mut self, graded: usize, says: &mut Vec<Say>, cell: &LessonCell) -> bool {
        let is_heading = matches!(cell.kind, StepKind::Prose) && cell.body.text.starts_with('#');
        if self.at < graded || (self.at > graded && !is_heading) {
            return false;
        }
        if self.at == graded && !self.is_in_reference {
            self.is_in_reference = true;
            says.push(self.end());
            says.push(Say::Advice("':next' shows the reference of this chapter, part by part.".to_owned()));
            return true;
        }
        let stops = !says.is_empty();
        if stops {
            says.push(Say::Advice("':next' shows more.".to_owned()));
        }
        stops
    }

    /// Shows a step.
    fn step(&self, cell: &LessonCell) -> Vec<Say> {
        let mut says: Vec<Say> = self.number(cell).into_iter().collect();
        match &cell.kind {
            StepKind::Run { .. } => {
                says.push(Say::Solution(code(cell)));
                says.push(Say::Advice("What will it give? Press Enter to run it.".to_owned()));
            }
            StepKind::Exercise(exercise) => says.extend(self.exercise(exercise)),
            StepKind::Quiz(quiz) => says.push(Say::Question(question(quiz))),
            StepKind::Prose | StepKind::Notes | StepKind::Example | StepKind::Given => {}
        }
        says
    }

    /// Shows an exercise. What it builds on runs first, if it did not in this dialogue.
    fn exercise(&self, exercise: &Exercise) -> Vec<Say> {
        let missing = exercise.after.iter().filter(|name| !self.answered.contains(*name));
        let solutions = missing.filter_map(|name| self.learner.exercise(name)?.solution.clone());
        let mut says: Vec<Say> = solutions.map(|code| Say::Silent(code.text)).collect();
        if !exercise.task.is_empty() {
            says.push(Say::Task(exercise.task.clone()));
        }
        if !exercise.start.text.is_empty() {
            says.push(Say::Start(exercise.start.text.clone()));
        }
        says
    }

    /// Returns the number of a step among the graded ones.
    fn number(&self, cell: &LessonCell) -> Option<Say> {
        let step = cell.step()?;
        let steps: Vec<&str> = self.learner.lesson().graded_steps().map(|(name, _)| name).collect();
        let at = steps.iter().position(|name| *name == step)?;
        let title = if cell.title.is_empty() { step.replace('-', " ") } else { cell.title.clone() };
        Some(Say::Step { number: at + 1, of: steps.len(), title })
    }

    /// Returns what the dialogue waits for.
    pub fn waits_for(&self) -> Waiting {
        match self.current().map(|cell| &cell.kind) {
            Some(StepKind::Exercise(_)) => Waiting::Answer,
            Some(StepKind::Quiz(_)) => Waiting::Prediction,
            Some(StepKind::Run { .. }) => Waiting::Run,
            Some(StepKind::Prose | StepKind::Notes | StepKind::Example | StepKind::Given) | None => Waiting::Nothing,
        }
    }

    /// Returns whether the current exercise is a meta-command.
    pub fn wants_command(&self) -> bool {
        match self.current().map(|cell| &cell.kind) {
            Some(StepKind::Exercise(exercise)) => {
                exercise.checks.iter().any(|check| matches!(check.kind, CheckKind::Command(_)))
            }
            _ => false,
        }
    }

    fn current(&self) -> Option<&LessonCell> {
        self.learner.lesson().cells.get(self.at).filter(|_| self.is_waiting)
    }

    fn current_step(&self) -> Option<String> {
        self.current().and_then(LessonCell::step).map(str::to_owned)
    }

    /// Judges an input as the answer of the current exercise. Returns whether it is right, and what to show.
    pub fn answer(&mut self, input: &str) -> (bool, Vec<Say>) {
        let Some(step) = self.current_step() else { return (true, Vec::new()) };
        let checked = self.learner.check(&step, input);
        let is_right = checked.verdict.state.is_done();
        let mut says = feedback(&checked);
        if is_right {
            self.answered.insert(step);
            self.at += 1;
            says.extend(self.go_on());
        } else if checked.may_show_solution && checked.hint.is_none() {
            says.push(Say::Advice(
                "':hint' shows a hint, ':solution' the solution, ':skip' continues without this step.".to_owned(),
            ));
        }
        (is_right, says)
    }

    /// Judges an input as the answer to the current question. The code runs after the answer.
    pub fn predict(&mut self, input: &str) -> Vec<Say> {
        let Some(StepKind::Quiz(quiz)) = self.current().map(|cell| cell.kind.clone()) else { return Vec::new() };
        let verdict = self.learner.predict(&quiz.name, quiz.meant(input));
        let is_good = verdict.state == QuizState::Right;
        let says = vec![Say::Feedback { is_good, lines: verdict.lines }];
        if verdict.state == QuizState::Unreadable {
            return says;
        }
        self.at += 1;
        says.into_iter().chain(self.go_on()).collect()
    }

    /// Runs the code that is shown, and continues.
    pub fn run(&mut self) -> Vec<Say> {
        let Some(cell) = self.current().cloned() else { return Vec::new() };
        let StepKind::Run { name } = &cell.kind else { return Vec::new() };
        self.learner.record(name, StepState::Done, None);
        self.at += 1;
        let mut says = vec![Say::Example(code(&cell))];
        says.extend(self.go_on());
        says
    }

    /// Gives the next hint of the current exercise.
    pub fn hint(&mut self) -> Vec<Say> {
        let hint = self.current_step().and_then(|step| self.learner.hint(&step));
        match hint {
            Some(hint) => vec![Say::Hint(hint)],
            None if self.waits_for() == Waiting::Answer => {
                vec![Say::Advice("No further hint. ':solution' shows the solution.".to_owned())]
            }
            None => vec![Say::Advice("This step has no hint. ':skip' omits it.".to_owned())],
        }
    }

    /// Shows the solution of the current exercise. The learner still types it.
    pub fn solution(&mut self) -> Vec<Say> {
        let solution = self.current_step().and_then(|step| self.learner.solution(&step));
        match solution {
            Some(code) => vec![Say::Solution(code), Say::Advice("Type it to continue, or ':skip' it.".to_owned())],
            None => vec![Say::Advice("This step has no solution to show.".to_owned())],
        }
    }

    /// Omits the current step. Its solution runs silently, so that later steps find its names.
    pub fn skip(&mut self) -> Vec<Say> {
        let Some(cell) = self.current().cloned() else { return Vec::new() };
        let mut says = Vec::new();
        if let Some(step) = cell.step()
            && self.learner.state(step) != StepState::Done
        {
            self.learner.record(step, StepState::Skipped, None);
        }
        if let StepKind::Run { .. } = cell.kind {
            says.push(Say::Silent(code(&cell)));
        }
        self.at += 1;
        says.extend(self.go_on());
        says
    }

    /// Continues: runs the code of the step, or the solution of an exercise; a question is omitted.
    pub fn advance(&mut self) -> Vec<Say> {
        match self.waits_for() {
            Waiting::Run => self.run(),
            Waiting::Answer => self.play(),
            Waiting::Prediction => self.skip(),
            Waiting::Nothing => self.go_on(),
        }
    }

    /// Runs the solution of the current exercise.
    fn play(&mut self) -> Vec<Say> {
        let Some(step) = self.current_step() else { return Vec::new() };
        let Some(code) = self.learner.solution(&step) else { return self.skip() };
        self.answered.insert(step);
        self.at += 1;
        let mut says = vec![Say::Example(code)];
        says.extend(self.go_on());
        says
    }

    /// Shows the current step again.
    pub fn again(&self) -> Vec<Say> {
        self.current().map(|cell| self.step(cell)).unwrap_or_default()
    }
}

fn is_given(cell: &LessonCell) -> bool {
    matches!(cell.kind, StepKind::Given | StepKind::Example | StepKind::Run { .. })
}

fn code(cell: &LessonCell) -> String {
    cell.body.text.trim_end().to_owned()
}

/// Returns the lines of a verdict for an input that ran: its errors are on the screen already.
fn lines_after_run(verdict: &Verdict) -> Vec<String> {
    let is_known = matches!(verdict.state, Feedback::Fails | Feedback::Unreadable) && !verdict.reports.is_empty();
    match is_known {
        true if verdict.when.is_some() => Vec::new(),
        true => vec!["Not yet. The error above shows the place.".to_owned()],
        false => verdict.lines.clone(),
    }
}

/// Returns what to show after an answer.
fn feedback(checked: &Checked) -> Vec<Say> {
    let verdict = &checked.verdict;
    let is_good = verdict.state.is_done();
    let mut lines = lines_after_run(verdict);
    if is_good && lines.is_empty() {
        lines.push("Right.".to_owned());
    }
    lines.extend(verdict.when.iter().map(|(_, say)| say.clone()));
    let mut says = vec![Say::Feedback { is_good, lines }];
    says.extend(checked.hint.clone().map(Say::Hint));
    if !checked.others.is_empty() {
        says.push(Say::Advice("Another way:".to_owned()));
        says.extend(checked.others.first().cloned().map(Say::Solution));
    }
    says
}
