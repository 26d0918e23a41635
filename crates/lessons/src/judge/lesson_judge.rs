//! The judge of a lesson: answers on exercises become verdicts.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rustc_hash::FxHashMap;

use pprepl_budget::{self as budget, Limits};
use pprepl_session::{Evaluation, Level, Report, Script};
use pprepl_text::{Severity, visible};

use super::answer::{self, MAX_BYTES};
use super::bench::{Bench, names_of};
use super::checks::{self, AnswerRun};
use super::constructs::Constructs;
use super::failure::{command, failure};
use super::inputs::Samples;
use super::outcome::Outcome;
use super::setup::JudgeSetup;
use super::task::Task;
use super::verdict::{Feedback, Verdict};
use crate::check::{Check, CheckKind, Condition, When};
use crate::exercise::Exercise;
use crate::lesson::Lesson;

/// The time limit for all runs of one answer.
const TIME: Duration = Duration::from_secs(2);

/// The number that views show for the run of an answer.
const RUN_NUMBER: usize = 1;

/// The generated values of a check: the exercise's cell and the index of the check.
type SampleKey = (usize, usize);

/// Judges answers on the exercises and quizzes of one lesson, in a session of its own. It prints nothing, and no answer
/// leaves a change.
pub struct Judge {
    pub(crate) lesson: Arc<Lesson>,
    pub(super) setup: JudgeSetup,
    pub(crate) bench: Bench,
    pub(super) samples: FxHashMap<SampleKey, Rc<Samples>>,
    /// The checks that cannot run even after the solution.
    broken: FxHashMap<SampleKey, bool>,
}

impl Judge {
    pub fn new(lesson: Arc<Lesson>, setup: &JudgeSetup) -> Judge {
        let bench = Bench::new(&lesson, setup);
        Judge { lesson, setup: setup.clone(), bench, samples: FxHashMap::default(), broken: FxHashMap::default() }
    }

    /// Returns the mistakes of the lesson's head: facts, edition or files that cannot be used.
    pub fn problems(&self) -> &[String] {
        &self.bench.problems
    }

    /// Returns the flag that ends the running judgement when set.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.bench.session.cancel_flag()
    }

    /// Judges an answer on the exercise of this name.
    pub fn judge(&mut self, name: &str, answer: &str) -> Verdict {
        let lesson = self.lesson.clone();
        let Some(task) = Task::find(&lesson, name) else {
            return Verdict::new(Feedback::Broken, vec![format!("The lesson has no exercise `{}`.", visible(name))]);
        };
        let answer = answer.replace("\r\n", "\n");
        let limits = Limits { time: Some(TIME), ..Limits::default() };
        let scope = budget::Scope::enter(self.bench.session.cancel_flag(), limits);
        let mut verdict = self.verdict(&task, &answer);
        drop(scope);
        for line in &mut verdict.lines {
            *line = visible(line).into_owned();
        }
        verdict
    }

    fn verdict(&mut self, task: &Task, answer: &str) -> Verdict {
        if let Some(verdict) = self.before_run(task, answer) {
            return verdict;
        }
        let script = match self.bench.answer(answer) {
            Ok(script) => script,
            Err(reports) => return self.unreadable(task, answer, reports),
        };
        if let Err(error) = self.bench.apply(&self.lesson.clone(), &task.bases) {
            let line = format!("Code of the lesson before this exercise fails: {error}.");
            return Verdict::new(Feedback::Broken, vec![line, NOT_COUNTED.to_owned()]);
        }
        let constructs = Constructs::of(script.program());
        let findings = self.static_findings(task.exercise, answer);
        self.judged(task, &script, &constructs, findings)
    }

    /// Returns the verdict on an answer that need not run.
    fn before_run(&mut self, task: &Task, answer: &str) -> Option<Verdict> {
        let holes = answer::holes(answer);
        if answer.trim().is_empty() || is_only_comment(answer) {
            return Some(Verdict::new(Feedback::NotTried, vec!["Write your answer in the cell.".to_owned()]));
        }
        if answer.len() > MAX_BYTES {
            let line = format!("The answer is longer than {} KiB.", MAX_BYTES >> 10);
            return Some(Verdict::new(Feedback::Unreadable, vec![line]));
        }
        if !holes.is_empty() {
            return Some(Verdict::new(Feedback::Unfilled, vec![answer::unfilled(&holes)]));
        }
        if answer::is_command(answer) {
            return Some(command(task.exercise, answer));
        }
        None
    }

    /// Returns the verdict on an answer with a syntax error.
    fn unreadable(&mut self, task: &Task, answer: &str, reports: Vec<Report>) -> Verdict {
        let errors: Vec<Report> = reports.into_iter().filter(|one| one.severity == Severity::Error).collect();
        let wanted = task.exercise.checks.iter().any(|check| match &check.kind {
            CheckKind::Fails(code) => {
                code.as_deref().is_none_or(|code| errors.iter().any(|error| checks::is_named(error, code)))
            }
            _ => false,
        });
        if wanted {
            return Verdict { reports: errors, ..Verdict::new(Feedback::Right, Vec::new()) };
        }
        let lines = errors.first().map(|error| format!("The code cannot be read: {}.", error.message));
        let mut verdict = Verdict::new(Feedback::Unreadable, lines.into_iter().collect());
        let holds = |condition: &Condition| match condition {
            Condition::Error(code) => errors.iter().any(|error| checks::is_named(error, code)),
            Condition::Finding(rule) => errors.iter().any(|error| checks::is_named(error, rule)),
            Condition::True(_) | Condition::Uses(_) | Condition::Missing(_) => false,
        };
        let found = task.exercise.whens.iter().enumerate().find(|(_, when)| holds(&when.condition));
        verdict.when = found.map(|(index, when)| (index, when.say.clone()));
        if verdict.when.is_none() {
            verdict.when = self.when_of_words(task.exercise, answer);
        }
        verdict.reports = errors;
        verdict
    }

    /// Returns the `when` about the names of an answer that cannot be parsed: its words count.
    fn when_of_words(&self, exercise: &Exercise, answer: &str) -> Option<(usize, String)> {
        let has = |name: &str| {
            let words = answer.split(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | ':' | '$')));
            words.into_iter().any(|word| word == name)
        };
        let holds = |condition: &Condition| match condition {
            Condition::Uses(name) => has(name),
            _ => false,
        };
        let found = exercise.whens.iter().enumerate().find(|(_, when)| holds(&when.condition));
        found.map(|(index, when)| (index, when.say.clone()))
    }

    /// Returns the codes of the static checker's findings, where the exercise asks for any.
    fn static_findings(&mut self, exercise: &Exercise, answer: &str) -> Vec<String> {
        let asks = exercise.checks.iter().any(|check| matches!(check.kind, CheckKind::Finding(_)))
            || exercise.whens.iter().any(|when| matches!(when.condition, Condition::Finding(_)));
        if !asks {
            return Vec::new();
        }
        self.bench.static_findings("your answer", answer)
    }

    /// Runs the answer and its checks.
    fn judged(&mut self, task: &Task, script: &Script, constructs: &Constructs, mut findings: Vec<String>) -> Verdict {
        self.bench.meter.reset();
        let source = Bench::answer_source(script.text());
        let (run, applied) = self.bench.session.runner().run_cell(RUN_NUMBER, &source);
        let evaluation = run.evaluation;
        findings.extend(evaluation.notes.iter().chain(&evaluation.reports).flat_map(names_of));
        let errors: Vec<Report> =
            evaluation.reports.iter().filter(|one| one.severity == Severity::Error).cloned().collect();
        let logs = own_logs(&evaluation);
        let was_full = self.bench.meter.is_full();
        let ran = AnswerRun { script, constructs, logs: &logs, errors: &errors, findings: &findings };
        let found = if is_stopped(task.exercise, &ran) { Vec::new() } else { self.checks_after(task, &ran) };
        let holds = |bench: &mut Bench, one: &When| ran.holds(bench, &one.condition);
        let when = task.exercise.whens.iter().position(|one| holds(&mut self.bench, one));
        self.bench.session.runner().roll_back_cell(applied);
        let mut verdict = match is_stopped(task.exercise, &ran) {
            true => failure(&errors, was_full),
            false => self.conclusion(task, &ran, found),
        };
        if verdict.state.is_wrong() {
            let say = |index: usize| Some((index, task.exercise.whens.get(index)?.say.clone()));
            verdict.when = when.and_then(say);
        }
        verdict
    }

    /// Runs the checks on the state after the answer, up to the first that does not hold for certain.
    fn checks_after(&mut self, task: &Task, ran: &AnswerRun) -> Vec<(usize, Outcome)> {
        let mut found = Vec::new();
        for (index, check) in task.exercise.checks.iter().enumerate() {
            if checks::is_about_form(check) || is_repeated(check) {
                continue;
            }
            let outcome = checks::check(&mut self.bench, &check.kind, ran);
            let is_last = matches!(outcome, Outcome::Differs { .. });
            if !outcome.holds() {
                found.push((index, outcome));
            }
            if is_last {
                break;
            }
        }
        found
    }

    /// Returns the verdict: the first check that does not hold. What an answer does counts before how it is written.
    fn conclusion(&mut self, task: &Task, ran: &AnswerRun, after: Vec<(usize, Outcome)>) -> Verdict {
        let mut broken: Option<Verdict> = None;
        for (index, outcome) in after {
            let outcome = self.blamed(task, index, outcome);
            if let Some(verdict) = note(task, index, outcome, &mut broken) {
                return verdict;
            }
        }
        for (index, check) in task.exercise.checks.iter().enumerate().filter(|(_, check)| is_repeated(check)) {
            let outcome = self.repeated(task, index, &check.kind, ran.script);
            if let Some(verdict) = note(task, index, outcome, &mut broken) {
                return verdict;
            }
        }
        for (index, check) in task.exercise.checks.iter().enumerate().filter(|(_, check)| checks::is_about_form(check))
        {
            let outcome = checks::check(&mut self.bench, &check.kind, ran);
            if let Some(verdict) = note(task, index, outcome, &mut broken) {
                return verdict;
            }
        }
        broken.unwrap_or_else(|| Verdict::new(Feedback::Right, Vec::new()))
    }

    /// Decides who is to blame for an expression that fails: where it fails after the solution too, the check is broken.
    fn blamed(&mut self, task: &Task, index: usize, outcome: Outcome) -> Outcome {
        let Outcome::Errors(lines) = outcome else { return outcome };
        if self.is_broken(task, index) {
            return Outcome::Broken(lines.concat());
        }
        Outcome::Differs { lines, public: None }
    }

    fn is_broken(&mut self, task: &Task, index: usize) -> bool {
        if let Some(known) = self.broken.get(&(task.cell, index)) {
            return *known;
        }
        let is_broken = self.fails_after_solution(task, index).unwrap_or(false);
        self.broken.insert((task.cell, index), is_broken);
        is_broken
    }

    fn fails_after_solution(&mut self, task: &Task, index: usize) -> Option<bool> {
        let (solution, check) = (task.exercise.solution.as_ref()?, task.exercise.checks.get(index)?);
        let script = self.bench.answer(&solution.text).ok()?;
        let mark = self.bench.scripts().mark();
        let (result, logs) = self.bench.run_logged(&script);
        let constructs = Constructs::of(script.program());
        let ran = AnswerRun { script: &script, constructs: &constructs, logs: &logs, errors: &[], findings: &[] };
        let outcome = result.ok().map(|_| checks::check(&mut self.bench, &check.kind, &ran));
        self.bench.scripts().roll_back(&mark);
        Some(matches!(outcome, Some(Outcome::Errors(_))))
    }
}

/// The consequence of a mistake of the lesson for the learner.
pub(crate) const NOT_COUNTED: &str = "It does not count against you.";

/// Records the outcome of a check: a broken one is kept, a wrong one is the verdict.
fn note(task: &Task, index: usize, outcome: Outcome, broken: &mut Option<Verdict>) -> Option<Verdict> {
    let check = task.exercise.checks.get(index)?;
    let (lines, public) = match outcome {
        Outcome::Holds => return None,
        Outcome::Broken(error) => {
            let line = format!("A check of the lesson does not run: {}.", error.trim_end_matches('.'));
            let lines = vec![line, NOT_COUNTED.to_owned()];
            let verdict = Verdict { check: Some(index), ..Verdict::new(Feedback::Broken, lines) };
            broken.get_or_insert(verdict);
            return None;
        }
        Outcome::Differs { lines, public } => (lines, public),
        Outcome::Errors(lines) => (lines, None),
    };
    let lines = if check.is_hidden { vec![public.unwrap_or_else(|| "Another test fails.".to_owned())] } else { lines };
    let state = if checks::is_about_form(check) { Feedback::Forbidden } else { Feedback::Differs };
    Some(Verdict { check: Some(index), ..Verdict::new(state, lines) })
}

fn is_repeated(check: &Check) -> bool {
    matches!(check.kind, CheckKind::For { .. } | CheckKind::Same { .. })
}

/// Returns whether the answer failed, and no check asks for that.
fn is_stopped(exercise: &Exercise, ran: &AnswerRun) -> bool {
    let may_fail = |check: &Check| match &check.kind {
        CheckKind::Fails(_) => true,
        CheckKind::Finding(rule) => ran.has_finding(rule),
        _ => false,
    };
    ran.failed() && !exercise.checks.iter().any(may_fail)
}

/// Returns whether the text has nothing but comments.
fn is_only_comment(text: &str) -> bool {
    text.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with('#'))
}

/// Returns the lines that the code itself logs, without those of warnings.
fn own_logs(evaluation: &Evaluation) -> Vec<(Level, String)> {
    let is_warning = |text: &str| evaluation.reports.iter().any(|report| report.message == *text);
    evaluation.logs.iter().filter(|(_, text)| !is_warning(text)).cloned().collect()
}
