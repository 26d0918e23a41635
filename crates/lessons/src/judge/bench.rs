//! The bench: a session in the state before an exercise, and what runs on it without a trace.

use std::collections::hash_map::Entry;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use pprepl_session::{Level, Report, Script, Scripts, Session};
use pprepl_text::Source;
use puppet_eval::Savepoint;
use puppet_pcore::Value;

use super::setup::{JudgeSetup, LogMeter, MAX_LOG_LINES, session};
use crate::code::Code;
use crate::lesson::{Lesson, StepKind};

/// The time limit of code other than the answer's first run.
const TIME: Duration = Duration::from_millis(500);

/// The result of a script: the value, or the error as one sentence.
pub(crate) type Evaluated = Result<Value, String>;

/// A state on which the code of expectations is evaluated without a trace.
pub(crate) trait ExpectationState {
    fn session(&mut self) -> &mut Session;

    /// Evaluates code on the current state, and rolls back what it changes.
    fn evaluate(&mut self, code: &Code) -> Evaluated;

    /// Returns whether code is true on the current state.
    fn is_true(&mut self, code: &Code) -> Result<bool, String> {
        let value = self.evaluate(code)?;
        Ok(Scripts::new(self.session()).is_true(&value))
    }
}

impl ExpectationState for Session {
    fn session(&mut self) -> &mut Session {
        self
    }

    fn evaluate(&mut self, code: &Code) -> Evaluated {
        let mut scripts = Scripts::new(self);
        let script = scripts.prepare(Source::new("expectation", &*code.text)).map_err(|reports| message(&reports))?;
        let mark = scripts.mark();
        let run = scripts.run(&script, TIME);
        scripts.roll_back(&mark);
        run.result.map_err(|report| sentence(&report))
    }
}

impl ExpectationState for Bench {
    fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    fn evaluate(&mut self, code: &Code) -> Evaluated {
        let script = self.script(&code.text)?;
        self.evaluate_script(&script)
    }
}

/// A program of the lesson that runs before an exercise: a given cell, or the solution of another exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Base {
    /// The index of the cell in the lesson.
    pub(crate) cell: usize,
}

/// A base whose changes are active, with the state before it.
struct AppliedBase {
    base: Base,
    before: Savepoint,
}

/// A session in the state before an exercise.
pub(crate) struct Bench {
    pub(crate) session: Session,
    pub(crate) meter: LogMeter,
    /// The mistakes of the lesson's head.
    pub(crate) problems: Vec<String>,
    applied: Vec<AppliedBase>,
    /// The scripts by their source: an exercise is judged often.
    scripts: FxHashMap<String, Result<Rc<Script>, String>>,
    /// The failures of bases: the cell and the message.
    failures: Vec<(usize, String)>,
}

impl Bench {
    pub(crate) fn new(lesson: &Lesson, setup: &JudgeSetup) -> Bench {
        let (session, meter, problems) = session(lesson, setup);
        Bench { meter, problems, ..Bench::of(session) }
    }

    /// Returns the bench of a session whose log lines are not counted.
    pub(crate) fn of(session: Session) -> Bench {
        Bench {
            session,
            meter: LogMeter::default(),
            problems: Vec::new(),
            applied: Vec::new(),
            scripts: FxHashMap::default(),
            failures: Vec::new(),
        }
    }

    pub(crate) fn scripts(&mut self) -> Scripts<'_> {
        Scripts::new(&mut self.session)
    }

    /// Returns the codes and topics of the static checker's findings on code, in the current state.
    pub(crate) fn static_findings(&mut self, name: &str, code: &str) -> Vec<String> {
        static_findings(&mut self.session, name, code)
    }

    /// Returns the script of the lesson's own code. It is parsed once.
    pub(crate) fn script(&mut self, text: &str) -> Result<Rc<Script>, String> {
        match self.scripts.entry(text.to_owned()) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(place) => {
                let prepared = Scripts::new(&mut self.session).prepare(Source::new("lesson", text));
                place.insert(prepared.map(Rc::new).map_err(|reports| message(&reports))).clone()
            }
        }
    }

    /// Runs a script; its changes stay, unless it fails.
    pub(crate) fn run(&mut self, script: &Script) -> Evaluated {
        self.meter.reset();
        let run = self.scripts().run(script, TIME);
        if self.meter.is_full() {
            return Err(too_many_logs());
        }
        run.result.map_err(|report| sentence(&report))
    }

    /// Runs a script, and returns its log lines too.
    pub(crate) fn run_logged(&mut self, script: &Script) -> (Evaluated, Vec<(Level, String)>) {
        self.meter.reset();
        let run = self.scripts().run(script, TIME);
        (run.result.map_err(|report| sentence(&report)), run.logs)
    }

    /// Evaluates a script on the current state, and rolls back what it changes.
    pub(crate) fn evaluate_script(&mut self, script: &Script) -> Evaluated {
        let mark = self.scripts().mark();
        let value = self.run(script);
        self.scripts().roll_back(&mark);
        value
    }

    /// Applies exactly these bases, in their order. On an error (the first failure of one) the others are applied.
    pub(crate) fn apply(&mut self, lesson: &Lesson, bases: &[Base]) -> Result<(), String> {
        let same = self.applied.iter().zip(bases).take_while(|(applied, base)| applied.base == **base).count();
        self.keep_bases(same);
        for base in bases.iter().skip(same) {
            self.apply_base(lesson, *base);
        }
        let failed = self.failures.iter().find(|(cell, _)| bases.iter().any(|base| base.cell == *cell));
        failed.map_or(Ok(()), |(_, message)| Err(message.clone()))
    }

    fn apply_base(&mut self, lesson: &Lesson, base: Base) {
        let before = self.scripts().mark();
        self.failures.retain(|(cell, _)| *cell != base.cell);
        let result = match base_code(lesson, base) {
            Some(code) => self.script(&code.text).and_then(|script| self.run(&script)),
            None => Ok(Value::Undef),
        };
        if let Err(error) = result {
            self.failures.push((base.cell, error));
        }
        self.applied.push(AppliedBase { base, before });
    }

    /// Rolls back all bases but the first `count`.
    pub(crate) fn keep_bases(&mut self, count: usize) {
        if let Some(first) = self.applied.get(count) {
            let before = first.before.clone();
            self.scripts().roll_back(&before);
            self.applied.truncate(count);
        }
    }

    /// Parses an answer. It is not kept: each answer is another.
    pub(crate) fn answer(&mut self, text: &str) -> Result<Script, Vec<Report>> {
        self.scripts().prepare(Source::new(ANSWER, text))
    }

    /// Returns the source of an answer.
    pub(crate) fn answer_source(text: &str) -> Arc<Source> {
        Source::new(ANSWER, text)
    }
}

/// The name of an answer in its diagnostics.
const ANSWER: &str = "your answer";

/// Returns the code of a base.
pub(crate) fn base_code(lesson: &Lesson, base: Base) -> Option<&Code> {
    let cell = lesson.cells.get(base.cell)?;
    match &cell.kind {
        StepKind::Exercise(exercise) => exercise.solution.as_ref(),
        _ => Some(&cell.body),
    }
}

/// Returns the codes and topics of the static checker's findings on code, in the current state.
pub(crate) fn static_findings(session: &mut Session, name: &str, code: &str) -> Vec<String> {
    let view = session.analyze().check_types(name, code);
    view.reports.iter().chain(&view.hints).chain(&view.notes).flat_map(names_of).collect()
}

/// Returns the first error of source as one sentence.
fn message(reports: &[Report]) -> String {
    reports.first().map_or_else(|| "it cannot be read".to_owned(), sentence)
}

/// Returns a report as one sentence.
pub(crate) fn sentence(report: &Report) -> String {
    report.message.clone()
}

/// Returns the message about too much output.
pub(crate) fn too_many_logs() -> String {
    format!("it logs more than {MAX_LOG_LINES} lines")
}

/// Returns the code and the topic of a report.
pub(crate) fn names_of(report: &Report) -> [String; 2] {
    [report.code.as_str().to_owned(), report.topic.to_owned()]
}
