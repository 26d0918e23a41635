//! A learner at work on a lesson: judges answers, counts tries, gives hints, and records the progress.
//!
//! The prompt and the notebook hold one [`Learner`]. It never changes their session.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use crate::exercise::Exercise;
use crate::judge::{Attempts, Judge, JudgeSetup, QuizState, QuizVerdict, Verdict};
use crate::lesson::{Lesson, StepKind};
use crate::progress::{PREDICTED_OTHERWISE, Progress, Record, StepState, append, append_report, now};

/// Where the progress is written.
#[derive(Clone, Debug, Default)]
pub struct ProgressFiles {
    /// The learner's own file; `None` remembers nothing.
    pub own: Option<PathBuf>,
    /// The file of the teacher, if the learner named one, with the learner's name.
    pub report: Option<(PathBuf, String)>,
}

impl ProgressFiles {
    /// Appends an event to the learner's file, and with the learner's name to the report.
    ///
    /// # Errors
    /// A file cannot be written; the other one is.
    pub fn append(&self, record: &Record) -> io::Result<()> {
        let own = self.own.as_ref().map_or(Ok(()), |path| append(path, record));
        let report = self.report.as_ref().map_or(Ok(()), |(path, name)| {
            append_report(path, &Record { learner: Some(name.clone()), ..record.clone() })
        });
        own.and(report)
    }
}

/// The answer to a check of an exercise.
#[derive(Clone, Debug)]
pub struct Checked {
    pub verdict: Verdict,
    /// The hint that is due after this answer.
    pub hint: Option<String>,
    /// After a right answer: the solution and other right answers that differ from the learner's.
    pub others: Vec<String>,
    /// Whether the solution may be shown when asked for.
    pub may_show_solution: bool,
    /// The lines that the command of a right answer prints, where the front end asked for them.
    pub output: Vec<String>,
}

/// A learner at work on a lesson.
pub struct Learner {
    lesson: Arc<Lesson>,
    hash: String,
    judge: Judge,
    attempts: BTreeMap<String, Attempts>,
    progress: Progress,
    files: ProgressFiles,
    /// The first error of writing the progress.
    write_error: Option<String>,
}

impl Learner {
    /// Opens a lesson. `hash` is the digest of its text.
    ///
    /// # Errors
    /// The progress file exists and cannot be read.
    pub fn new(lesson: Arc<Lesson>, hash: String, setup: &JudgeSetup, files: ProgressFiles) -> io::Result<Learner> {
        let progress = files.own.as_deref().map_or(Ok(Progress::default()), Progress::read)?;
        let judge = Judge::new(Arc::clone(&lesson), setup);
        Ok(Learner { lesson, hash, judge, attempts: BTreeMap::new(), progress, files, write_error: None })
    }

    pub fn lesson(&self) -> &Arc<Lesson> {
        &self.lesson
    }

    /// Returns the judge, for quizzes and problems of the lesson.
    pub fn judge(&mut self) -> &mut Judge {
        &mut self.judge
    }

    /// Judges an answer on an exercise and records the try.
    pub fn check(&mut self, step: &str, answer: &str) -> Checked {
        let verdict = self.judge.judge(step, answer);
        let exercise = self.exercise(step).cloned();
        let attempts = self.attempts.entry(step.to_owned()).or_default();
        let is_due = attempts.record(&verdict);
        let count = exercise.as_ref().map_or(0, |exercise| exercise.hints.len());
        let hint = if is_due { attempts.next_hint(count) } else { None };
        let may_show_solution = attempts.may_show_solution();
        let is_done = verdict.state.is_done();
        if is_done || verdict.state.is_wrong() {
            let finding = (!is_done).then(|| finding(&verdict));
            self.record(step, if is_done { StepState::Done } else { StepState::Tried }, finding);
        }
        let hint = hint.and_then(|at| exercise.as_ref()?.hints.get(at).cloned());
        let others = exercise.filter(|_| is_done).map_or(Vec::new(), |exercise| exercise.other_answers(answer));
        Checked { verdict, hint, others, may_show_solution, output: Vec::new() }
    }

    /// Judges an answer on an exercise as [`Learner::check`] does. A right answer that is a command runs.
    pub fn check_and_run(&mut self, step: &str, answer: &str) -> Checked {
        let mut checked = self.check(step, answer);
        if checked.verdict.state.is_done() {
            checked.output = self.judge.command_output(step, answer);
        }
        checked
    }

    /// Judges an answer to a quiz and records it. An answer that cannot be read may be given again.
    pub fn predict(&mut self, step: &str, answer: &str) -> QuizVerdict {
        let verdict = self.judge.answer_quiz(step, answer);
        match verdict.state {
            QuizState::Right | QuizState::Broken => self.record(step, StepState::Done, None),
            QuizState::Wrong => self.record(step, StepState::Done, Some(PREDICTED_OTHERWISE.to_owned())),
            QuizState::Unreadable => {}
        }
        verdict
    }

    /// Records that a cell ran, or that a quiz was answered.
    pub fn record(&mut self, step: &str, state: StepState, finding: Option<String>) {
        let attempts = self.attempts.get(step);
        let record = Record {
            lesson: self.lesson.name.clone(),
            hash: self.hash.clone(),
            step: step.to_owned(),
            time: now(),
            state,
            tries: attempts.map_or(0, |attempts| attempts.tries),
            hints: attempts.map_or(0, |attempts| u32::try_from(attempts.hints).unwrap_or(u32::MAX)),
            finding,
            learner: None,
            answer: None,
        };
        self.progress.note(&record);
        if let Err(error) = self.files.append(&record) {
            self.write_error.get_or_insert_with(|| error.to_string());
        }
    }

    /// Returns the number of lines of the progress file that cannot be read. They stay in the file.
    pub fn unreadable_lines(&self) -> usize {
        self.progress.unreadable
    }

    /// Changes the teacher's file, with the learner's name.
    pub fn report(&mut self, report: Option<(PathBuf, String)>) {
        self.files.report = report;
    }

    /// Takes the error of writing the progress; each is reported once.
    pub fn take_write_error(&mut self) -> Option<String> {
        self.write_error.take()
    }

    /// Returns the next hint of an exercise; `None` after the last.
    pub fn hint(&mut self, step: &str) -> Option<String> {
        let hints = self.exercise(step)?.hints.clone();
        let at = self.attempts.entry(step.to_owned()).or_default().next_hint(hints.len())?;
        self.record(step, StepState::Tried, None);
        hints.get(at).cloned()
    }

    /// Returns the solution of an exercise because the learner asked for it.
    pub fn solution(&mut self, step: &str) -> Option<String> {
        let solution = self.exercise(step)?.solution.as_ref()?.text.clone();
        let attempts = self.attempts.entry(step.to_owned()).or_default();
        attempts.ask_for_solution();
        self.record(step, StepState::Shown, None);
        Some(solution)
    }

    /// Returns the state of a step, over all sessions of the learner.
    pub fn state(&self, step: &str) -> StepState {
        self.progress.step(&self.lesson.name, step).state
    }

    /// Returns the number of graded steps that are done, and their number.
    pub fn score(&self) -> (usize, usize) {
        let states: Vec<StepState> = self.lesson.graded_steps().map(|(step, _)| self.state(step)).collect();
        (states.iter().filter(|state| **state == StepState::Done).count(), states.len())
    }

    /// Returns the first step after `step` that is neither done nor skipped, else the first such step of the lesson.
    pub fn next_open(&self, step: Option<&str>) -> Option<&str> {
        let steps: Vec<&str> = self.lesson.graded_steps().map(|(name, _)| name).collect();
        let from = step.and_then(|step| steps.iter().position(|name| *name == step)).map_or(0, |at| at + 1);
        let is_open = |name: &&&str| matches!(self.state(name), StepState::Open | StepState::Tried | StepState::Shown);
        let later = steps.iter().skip(from).find(is_open);
        later.or_else(|| steps.iter().take(from).find(|name| is_open(name) && Some(**name) != step)).copied()
    }

    /// Returns an exercise of the lesson.
    pub fn exercise(&self, step: &str) -> Option<&Exercise> {
        self.lesson.cells.iter().find_map(|cell| match &cell.kind {
            StepKind::Exercise(exercise) if exercise.name == step => Some(&**exercise),
            _ => None,
        })
    }
}

/// Returns the finding of a wrong answer, for the class: the topic of its error, or its state.
fn finding(verdict: &Verdict) -> String {
    verdict.reports.first().map_or_else(|| verdict.state.as_str().to_owned(), |report| report.topic.to_owned())
}
