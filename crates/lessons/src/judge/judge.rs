//! The judge of a lesson: answers on exercises become verdicts.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use pprepl_budget::{self as budget, Limits};
use pprepl_session::{Evaluation, Level, LexOptions, Report, Script, lex};
use pprepl_text::{IssueCode, Severity, visible};
use puppet_pcore::{Ty, Value, eql};
use puppet_syntax::ast::Program;
use puppet_syntax::walk;

use super::answer::{self, MAX_BYTES};
use super::bench::{Base, Bench, too_many_logs};
use super::checks::{self, Ran};
use super::constructs::Constructs;
use super::difference::shown;
use super::outcome::Outcome;
use super::repeated::{Expected, Repeated};
use super::samples::{literals, samples, with_literals};
use super::setup::JudgeSetup;
use super::variation::{Input, Variation};
use super::verdict::{Feedback, Verdict};
use crate::check::{Check, CheckKind, Condition, Sample, When};
use crate::exercise::Exercise;
use crate::lesson::{Code, Lesson, LessonCell, StepKind};
use crate::random::Random;

/// The time limit for all runs of one answer.
const TIME: Duration = Duration::from_secs(2);

/// The number of generated values of `check same`.
const SAMPLES: usize = 200;

/// The number of values that are added for the literals of an answer.
const OWN_SAMPLES: usize = 24;

/// The number that views show for the run of an answer.
const RUN_NUMBER: usize = 1;

/// The generated values of a check: the exercise's cell and the index of the check.
type SampleKey = (usize, usize);

/// Judges answers on the exercises and quizzes of one lesson, in a session of its own. It prints nothing, and no answer
/// leaves a change.
pub struct Judge {
    pub(crate) lesson: Arc<Lesson>,
    pub(crate) bench: Bench,
    samples: FxHashMap<SampleKey, Rc<Samples>>,
    /// The checks that cannot run even after the solution.
    broken: FxHashMap<SampleKey, bool>,
}

/// Generated values for the variables of a check.
struct Samples {
    types: Vec<Ty>,
    inputs: Vec<Vec<Input>>,
}

/// An exercise that is judged.
struct Task<'a> {
    cell: usize,
    exercise: &'a Exercise,
    bases: Vec<Base>,
}

impl Judge {
    pub fn new(lesson: Arc<Lesson>, setup: &JudgeSetup) -> Judge {
        let bench = Bench::new(&lesson, setup);
        Judge { lesson, bench, samples: FxHashMap::default(), broken: FxHashMap::default() }
    }

    /// Returns the mistakes of the lesson's head: facts, edition or files that cannot be used.
    pub fn problems(&self) -> &[String] {
        &self.bench.problems
    }

    /// Returns other good answers than the learner's: the solution and the `right` answers of the exercise.
    pub fn other_answers(&self, name: &str, answer: &str) -> Vec<String> {
        let Some((_, exercise)) = find(&self.lesson, name) else { return Vec::new() };
        let own = tokens(answer);
        let all = exercise.solution.iter().chain(&exercise.rights);
        all.filter(|code| tokens(&code.text) != own).map(|code| code.text.clone()).collect()
    }

    /// Judges an answer on the exercise of this name.
    pub fn judge(&mut self, name: &str, answer: &str) -> Verdict {
        let lesson = self.lesson.clone();
        let Some((cell, exercise)) = find(&lesson, name) else {
            return Verdict::new(Feedback::Broken, vec![format!("The lesson has no exercise `{}`.", visible(name))]);
        };
        let task = Task { cell, exercise, bases: bases(&lesson, cell, exercise) };
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
            let line =
                format!("Code of the lesson before this exercise fails: {error}. It does not count against you.");
            return Verdict::new(Feedback::Broken, vec![line]);
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
            let words = answer.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == ':'));
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
        let view = self.bench.session.analyze().check_types("your answer", answer);
        view.reports.iter().chain(&view.hints).chain(&view.notes).flat_map(names_of).collect()
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
        let ran = Ran { script, constructs, logs: &logs, errors: &errors, findings: &findings };
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
    fn checks_after(&mut self, task: &Task, ran: &Ran) -> Vec<(usize, Outcome)> {
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
    fn conclusion(&mut self, task: &Task, ran: &Ran, after: Vec<(usize, Outcome)>) -> Verdict {
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
        let ran = Ran { script: &script, constructs: &constructs, logs: &logs, errors: &[], findings: &[] };
        let outcome = result.ok().map(|_| checks::check(&mut self.bench, &check.kind, &ran));
        self.bench.scripts().roll_back(&mark);
        Some(matches!(outcome, Some(Outcome::Errors(_))))
    }

    /// Runs a check that repeats the answer for several inputs.
    fn repeated(&mut self, task: &Task, index: usize, kind: &CheckKind, answer: &Script) -> Outcome {
        let result = match kind {
            CheckKind::For { variable, inputs, actual, expected } => {
                self.check_for(task, answer, variable, (inputs, actual, expected))
            }
            CheckKind::Same { actual, reference, samples } => {
                self.check_same(task, (index, answer), (actual.as_ref(), reference), samples)
            }
            _ => Ok(Outcome::Holds),
        };
        result.unwrap_or_else(Outcome::Broken)
    }

    fn check_for(
        &mut self,
        task: &Task,
        answer: &Script,
        variable: &str,
        (inputs, actual, expected): (&Code, &Code, &Code),
    ) -> Result<Outcome, String> {
        let lesson = self.lesson.clone();
        self.bench.apply(&lesson, &task.bases)?;
        let (inputs, expected) = (self.list(inputs)?, self.list(expected)?);
        if inputs.len() != expected.len() {
            return Err(format!("{} inputs, but {} expected values", inputs.len(), expected.len()));
        }
        let named = inputs.into_iter().map(|value| vec![(variable.to_owned(), value)]);
        let cases: Vec<(Vec<Input>, Expected)> = named.zip(expected.iter().map(Expected::Value)).collect();
        self.with_variation(task, answer, &[variable.to_owned()], Some(actual), |repeated| {
            Ok(match repeated.first(&cases) {
                Ok(found) => found.map_or(Outcome::Holds, |found| found.outcome()),
                Err(outcome) => outcome,
            })
        })
    }

    fn check_same(
        &mut self,
        task: &Task,
        (index, answer): (usize, &Script),
        (actual, reference): (Option<&Code>, &Code),
        over: &[Sample],
    ) -> Result<Outcome, String> {
        let lesson = self.lesson.clone();
        self.bench.apply(&lesson, &task.bases)?;
        let samples = self.samples(task, index, reference, over)?;
        let variables: Vec<String> =
            samples.inputs.first().into_iter().flatten().map(|(name, _)| name.clone()).collect();
        let own = own_inputs(&samples, answer);
        let all = samples.inputs.iter().chain(&own);
        let cases: Vec<(Vec<Input>, Expected)> = all.map(|one| (one.clone(), Expected::Code(reference))).collect();
        self.with_variation(task, answer, &variables, actual, |repeated| {
            Ok(match repeated.first(&cases) {
                Ok(None) => Outcome::Holds,
                Ok(Some(found)) => repeated.shrink(found, &samples.types, reference).outcome(),
                Err(outcome) => outcome,
            })
        })
    }

    /// Evaluates a list of the lesson.
    fn list(&mut self, code: &Code) -> Result<Vec<Value>, String> {
        match self.bench.evaluate(code)? {
            Value::Array(array) => Ok(array.items.clone()),
            other => Err(format!("`{}` is {}, not a list", code.text, shown(&other))),
        }
    }

    /// Runs `act` with open variables. Given variables make the answer run again for each input; new ones are set
    /// after it.
    fn with_variation(
        &mut self,
        task: &Task,
        answer: &Script,
        variables: &[String],
        actual: Option<&Code>,
        act: impl FnOnce(&mut Repeated) -> Result<Outcome, String>,
    ) -> Result<Outcome, String> {
        let lesson = self.lesson.clone();
        self.bench.apply(&lesson, &task.bases)?;
        let mark = self.bench.scripts().mark();
        let is_given = variables.iter().any(|name| self.bench.is_given(&lesson, &task.bases, name));
        if is_given || actual.is_none() {
            let variation = self.bench.open(&lesson, &task.bases, variables)?;
            let mut repeated = Repeated { bench: &mut self.bench, variation: &variation, answer: Some(answer), actual };
            let outcome = act(&mut repeated);
            self.bench.close(variation);
            return outcome;
        }
        let variation = Variation::of_new_variables();
        let ran = self.bench.run(answer);
        let mut repeated = Repeated { bench: &mut self.bench, variation: &variation, answer: None, actual };
        let outcome = match ran {
            Ok(_) => act(&mut repeated),
            Err(error) => Ok(Outcome::differs(format!("Your code fails: {error}."))),
        };
        self.bench.scripts().roll_back(&mark);
        outcome
    }

    /// Returns the generated values of a check; they are the same for each answer.
    fn samples(&mut self, task: &Task, index: usize, reference: &Code, over: &[Sample]) -> Result<Rc<Samples>, String> {
        let key = (task.cell, index);
        if let Some(known) = self.samples.get(&key) {
            return Ok(known.clone());
        }
        let script = self.bench.script(&reference.text)?;
        let mut lists: Vec<(String, Ty, Vec<Value>)> = Vec::new();
        for (place, sample) in over.iter().enumerate() {
            let name = match &sample.variable {
                Some(name) => name.clone(),
                None => self.given_variable(task, script.program())?,
            };
            let ty = match self.bench.evaluate(&sample.type_)? {
                Value::Type(ty) => ty,
                other => return Err(format!("`{}` is {}, not a type", sample.type_.text, shown(&other))),
            };
            let values = samples(&ty, &literals(script.program()), SEED.wrapping_add(place as u64), SAMPLES);
            if values.is_empty() {
                return Err(format!("no values of type `{}` can be generated", sample.type_.text));
            }
            lists.push((name, ty, values));
        }
        let made =
            Rc::new(Samples { types: lists.iter().map(|(_, ty, _)| ty.clone()).collect(), inputs: combined(&lists) });
        self.samples.insert(key, made.clone());
        Ok(made)
    }

    /// Returns the one given variable that the reference reads.
    fn given_variable(&mut self, task: &Task, reference: &Program) -> Result<String, String> {
        let mut names: Vec<String> = Vec::new();
        walk::for_each_free_variable(&reference.body, &mut |name| {
            if !names.iter().any(|known| **known == **name) {
                names.push(name.to_string());
            }
        });
        let lesson = self.lesson.clone();
        names.retain(|name| self.bench.is_given(&lesson, &task.bases, name));
        match names.as_slice() {
            [only] => Ok(only.clone()),
            [] => Err("the reference reads no given variable; write `over $name : TYPE`".to_owned()),
            _ => Err("the reference reads several given variables; write `over $name : TYPE`".to_owned()),
        }
    }
}

/// The seed of the generated values.
const SEED: u64 = 16;

/// Returns the exercise of this name with the index of its cell.
fn find<'a>(lesson: &'a Lesson, name: &str) -> Option<(usize, &'a Exercise)> {
    lesson.cells.iter().enumerate().find_map(|(index, cell)| match &cell.kind {
        StepKind::Exercise(exercise) if exercise.name == name => Some((index, &**exercise)),
        _ => None,
    })
}

/// Returns what runs before an exercise: the given cells above it, and the solutions of the exercises that it follows.
fn bases(lesson: &Lesson, cell: usize, exercise: &Exercise) -> Vec<Base> {
    let mut after: Vec<usize> = Vec::new();
    let mut open: Vec<&str> = exercise.after.iter().map(String::as_str).collect();
    while let Some((index, other)) = open.pop().and_then(|name| find(lesson, name)) {
        if index < cell && !after.contains(&index) {
            after.push(index);
            open.extend(other.after.iter().map(String::as_str));
        }
    }
    let is_base = |(index, one): &(usize, &LessonCell)| matches!(one.kind, StepKind::Given) || after.contains(index);
    lesson.cells.iter().enumerate().take(cell).filter(is_base).map(|(cell, _)| Base { cell }).collect()
}

/// Returns the given cells above a cell.
pub(crate) fn given_above(lesson: &Lesson, cell: usize) -> Vec<Base> {
    let given = lesson.cells.iter().enumerate().take(cell).filter(|(_, one)| matches!(one.kind, StepKind::Given));
    given.map(|(cell, _)| Base { cell }).collect()
}

/// Combines the values of several variables: each value of the longest list occurs.
fn combined(lists: &[(String, Ty, Vec<Value>)]) -> Vec<Vec<Input>> {
    let longest = lists.iter().map(|(_, _, values)| values.len()).max().unwrap_or(0);
    let count = if lists.len() == 1 { longest } else { longest.max(SAMPLES.min(longest.saturating_mul(longest))) };
    let mut random = Random::new(SEED);
    let row = |at: usize| {
        let pick = |(place, (name, _, values)): (usize, &(String, Ty, Vec<Value>)), random: &mut Random| {
            // The first values are the small ones: each is combined with each.
            let index = if place == 0 && at < values.len() { at } else { random.below(values.len()) };
            values.get(index).map(|value| (name.clone(), value.clone()))
        };
        lists.iter().enumerate().filter_map(|list| pick(list, &mut random)).collect()
    };
    (0..count).map(row).collect()
}

/// Returns inputs with the literals of the answer: an answer may treat one value apart.
fn own_inputs(samples: &Samples, answer: &Script) -> Vec<Vec<Input>> {
    let literals = literals(answer.program());
    let Some(first) = samples.inputs.first() else { return Vec::new() };
    let mut found = Vec::new();
    for (place, ((name, _), ty)) in first.iter().zip(&samples.types).enumerate() {
        let known =
            |value: &Value| samples.inputs.iter().any(|row| row.get(place).is_some_and(|(_, one)| eql(one, value)));
        let values = with_literals(ty, &literals, SEED, OWN_SAMPLES).into_iter().filter(|value| !known(value));
        found.extend(values.map(|value| {
            let mut row = first.clone();
            if let Some(entry) = row.get_mut(place) {
                *entry = (name.clone(), value);
            }
            row
        }));
    }
    found
}

/// Records the outcome of a check: a broken one is kept, a wrong one is the verdict.
fn note(task: &Task, index: usize, outcome: Outcome, broken: &mut Option<Verdict>) -> Option<Verdict> {
    let check = task.exercise.checks.get(index)?;
    let (state, lines) = match outcome {
        Outcome::Holds => return None,
        Outcome::Broken(error) => {
            let line = format!("A check of the lesson does not run: {error}. It does not count against you.");
            let verdict = Verdict { check: Some(index), ..Verdict::new(Feedback::Broken, vec![line]) };
            broken.get_or_insert(verdict);
            return None;
        }
        Outcome::Differs { public, .. } if check.is_hidden => {
            (Feedback::Differs, vec![public.unwrap_or_else(|| "Another test fails.".to_owned())])
        }
        Outcome::Errors(_) if check.is_hidden => (Feedback::Differs, vec!["Another test fails.".to_owned()]),
        Outcome::Differs { lines, .. } | Outcome::Errors(lines) => (Feedback::Differs, lines),
    };
    let state = if checks::is_about_form(check) { Feedback::Forbidden } else { state };
    Some(Verdict { check: Some(index), ..Verdict::new(state, lines) })
}

fn is_repeated(check: &Check) -> bool {
    matches!(check.kind, CheckKind::For { .. } | CheckKind::Same { .. })
}

/// Returns whether the answer failed, and no check asks for that.
fn is_stopped(exercise: &Exercise, ran: &Ran) -> bool {
    let may_fail = |check: &Check| match &check.kind {
        CheckKind::Fails(_) => true,
        CheckKind::Finding(rule) => ran.has_finding(rule),
        _ => false,
    };
    ran.failed() && !exercise.checks.iter().any(may_fail)
}

/// Returns the verdict on an answer that failed. A limit is explained in its own words: no setting changes it.
fn failure(errors: &[Report], was_full: bool) -> Verdict {
    let limit = errors.iter().find_map(|error| limit_message(error));
    let line = match (was_full, limit, errors.first()) {
        (true, ..) => Some(format!("Your code does not end well: {}.", too_many_logs())),
        (false, Some(limit), _) => Some(limit.to_owned()),
        (false, None, first) => {
            let error = first.map(|error| format!("The code fails: {}.", error.message));
            return Verdict { reports: errors.to_vec(), ..Verdict::new(Feedback::Fails, error.into_iter().collect()) };
        }
    };
    Verdict::new(Feedback::Fails, line.into_iter().collect())
}

fn limit_message(error: &Report) -> Option<&'static str> {
    match error.code.issue() {
        IssueCode::TimeLimit | IssueCode::StepLimit | IssueCode::Cancelled => {
            Some("Your code does not end in time: it calls itself or repeats something without an end.")
        }
        IssueCode::MemoryLimit => Some("Your code makes a value that is too large."),
        _ => None,
    }
}

/// Returns the verdict on a meta-command.
fn command(exercise: &Exercise, answer: &str) -> Verdict {
    let given = answer::command(answer);
    let wanted: Vec<(usize, &str)> = exercise.checks.iter().enumerate().filter_map(named_command).collect();
    match wanted.iter().find(|(_, name)| answer::command(name) != given) {
        _ if wanted.is_empty() => {
            let line = format!("`:{given}` is a command of the prompt. The answer is Puppet code.");
            Verdict::new(Feedback::Unreadable, vec![line])
        }
        None => Verdict::new(Feedback::Right, Vec::new()),
        Some((index, name)) => {
            let line = format!("Expected the command `:{name}`, found `:{given}`.");
            Verdict { check: Some(*index), ..Verdict::new(Feedback::Differs, vec![line]) }
        }
    }
}

fn named_command((index, check): (usize, &Check)) -> Option<(usize, &str)> {
    match &check.kind {
        CheckKind::Command(name) => Some((index, name.trim_start_matches(':'))),
        _ => None,
    }
}

/// Returns whether the text has nothing but comments.
fn is_only_comment(text: &str) -> bool {
    text.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with('#'))
}

/// Returns the tokens of code: layout and comments do not count.
fn tokens(text: &str) -> Vec<String> {
    let lexed = lex(text, LexOptions::default());
    lexed.tokens.iter().map(|token| token.span.of(text).to_owned()).collect()
}

/// Returns the code and the topic of a report.
fn names_of(report: &Report) -> [String; 2] {
    [report.code.as_str().to_owned(), report.topic.to_owned()]
}

/// Returns the lines that the code itself logs, without those of warnings.
fn own_logs(evaluation: &Evaluation) -> Vec<(Level, String)> {
    let is_warning = |text: &str| evaluation.reports.iter().any(|report| report.message == *text);
    evaluation.logs.iter().filter(|(_, text)| !is_warning(text)).cloned().collect()
}
