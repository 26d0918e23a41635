//! What a program does, seen by the evaluator alone: the values of variables, the results of functions for many
//! arguments, the instances of types, the resources, the log lines.

use pprepl_lessons::{CheckKind, Exercise, Lesson, StepKind, prepare};
use pprepl_session::{AppliedCell, Session, Settings, SystemHost};
use pprepl_text::{Severity, Source, Span};
use puppet_syntax::ast::ExprKind;
use puppet_syntax::{LexOptions, parse, walk};

/// The number of states in which an answer is observed.
const STATES: usize = 10;

/// Values for the parameters of functions.
const VALUES: [&str; 16] = [
    "0",
    "1",
    "2",
    "7",
    "-3",
    "80",
    "1.5",
    "'a'",
    "''",
    "'Web01 x'",
    "'web01.example.com'",
    "[3, 1, 2]",
    "[]",
    "{ 'a' => 1, 'b' => 2 }",
    "true",
    "undef",
];

/// A session in the state before an exercise.
pub struct Observer {
    session: Session,
    /// The expressions that show what the solution does.
    probes: Vec<String>,
    /// The programs that run before the answer: as the lesson gives them, and with other values of a variable.
    states: Vec<Vec<String>>,
    /// Whether the log is part of the result, and whether the value is.
    sees: (bool, bool),
}

/// What a program does: its error, or what each probe shows.
#[derive(PartialEq, Eq, Clone, Debug)]
pub struct Observed(Vec<String>);

impl Observed {
    /// Returns the first thing that differs.
    pub fn difference(&self, other: &Observed) -> String {
        let pair = self.0.iter().zip(&other.0).find(|(own, other)| own != other);
        pair.map_or_else(String::new, |(own, other)| format!("{own} <> {other}"))
    }
}

impl Observer {
    /// Prepares the state before an exercise; `None` if it has no solution that runs.
    pub fn new(
        lesson: &Lesson,
        cell: usize,
        exercise: &Exercise,
        folder: Option<&std::path::Path>,
    ) -> Option<Observer> {
        let solution = &exercise.solution.as_ref()?.text;
        let mut settings = Settings::default();
        settings.execution.time = 1;
        if let Some(folder) = folder {
            settings.folder = folder.display().to_string();
        }
        let mut session = Session::new(settings, Box::new(SystemHost::silent().with_stack(super::STACK.1)));
        prepare(lesson, folder, &mut session).expect("a lesson");
        let bases = lesson.cells.iter().take(cell).filter_map(|above| match &above.kind {
            StepKind::Given => Some(above.body.text.clone()),
            StepKind::Exercise(other) if exercise.after.contains(&other.name) => {
                other.solution.as_ref().map(|code| code.text.clone())
            }
            _ => None,
        });
        let bases: Vec<String> = bases.collect();
        let probes = probes(solution, exercise);
        let changed =
            variations(solution, exercise, &bases).into_iter().map(|(name, value)| with(&bases, &name, &value));
        let states = std::iter::once(bases.clone()).chain(changed).take(STATES).collect();
        let has = |wanted: fn(&CheckKind) -> bool| exercise.checks.iter().any(|check| wanted(&check.kind));
        let logs = has(|kind| matches!(kind, CheckKind::Logs(_)));
        let value = probes.is_empty() || has(|kind| matches!(kind, CheckKind::Same { actual: None, .. }));
        Some(Observer { session, probes, states, sees: (logs, value) })
    }

    /// Runs a program in each state, and takes it back.
    pub fn observe(&mut self, code: &str) -> Observed {
        let mut seen = Vec::new();
        for (at, bases) in self.states.clone().iter().enumerate() {
            let cells: Vec<_> = bases.iter().map(|base| self.run(base)).collect();
            seen.extend(self.once(code).into_iter().map(|line| format!("state {at}: {line}")));
            cells.into_iter().rev().for_each(|cell| drop(self.session.runner().roll_back_cell(cell)));
        }
        Observed(seen)
    }

    fn run(&mut self, code: &str) -> AppliedCell {
        self.session.runner().run_cell(1, &Source::new("given", code)).1
    }

    fn once(&mut self, code: &str) -> Vec<String> {
        let (run, applied) = self.session.runner().run_cell(1, &Source::new("answer", code));
        let error = run.evaluation.reports.iter().find(|report| report.severity == Severity::Error);
        let mut seen = vec![error.map_or_else(|| "runs".to_owned(), |error| format!("error {}", error.code))];
        if self.sees.0 {
            seen.push(format!("log {:?}", run.evaluation.logs));
        }
        if self.sees.1 {
            seen.push(format!("value {:?}", run.evaluation.value));
        }
        let probes = self.probes.clone();
        for probe in probes.iter().filter(|_| error.is_none()) {
            seen.push(format!("{probe}: {}", self.probe(probe)));
        }
        let resources = self.session.catalog().resources();
        seen.extend(resources.iter().map(|found| format!("{} {:?}", found.reference, found.parameters)));
        self.session.runner().roll_back_cell(applied);
        seen
    }

    fn probe(&mut self, code: &str) -> String {
        let (run, applied) = self.session.runner().run_cell(1, &Source::new("probe", code));
        let error = run.evaluation.reports.iter().find(|report| report.severity == Severity::Error);
        let resources = self.session.catalog().resources();
        let told = match error {
            Some(error) => format!("error {}", error.code),
            None => format!(
                "{:?} {:?}",
                run.evaluation.value,
                resources.iter().map(|found| (&found.reference, &found.parameters)).collect::<Vec<_>>()
            ),
        };
        self.session.runner().roll_back_cell(applied);
        told
    }
}

/// Returns the expressions that show what the solution defines.
fn probes(solution: &str, exercise: &Exercise) -> Vec<String> {
    let parsed = parse(solution, LexOptions::default());
    let mut probes = Vec::new();
    let body = &parsed.program.body;
    walk::for_each_in_scope(body, &mut |expr| match &expr.kind {
        ExprKind::Assign(_, left, _) => walk::for_each_in_scope(left, &mut |part| {
            if let ExprKind::Variable(name) = &part.kind {
                probes.push(format!("${name}"));
            }
        }),
        ExprKind::Function(function) => probes.extend(calls(&function.name, function.params.len())),
        ExprKind::TypeAlias(alias) => {
            probes.extend(VALUES.iter().map(|value| format!("{value} =~ {}", alias.name)));
        }
        ExprKind::Class(class) => probes.push(format!("include {}", class.name)),
        ExprKind::Define(define) => probes.push(format!("{} {{ 'probe': }}", define.name)),
        _ => {}
    });
    // What the checks look at is part of the result too.
    for check in &exercise.checks {
        match &check.kind {
            CheckKind::Equal { actual, .. } | CheckKind::For { actual, .. } => probes.push(actual.text.clone()),
            CheckKind::Type { expression, .. } => probes.push(expression.text.clone()),
            _ => {}
        }
    }
    probes
}

/// Returns other values for the given variables: those of the checks, and numbers around those in the solution.
fn variations(solution: &str, exercise: &Exercise, bases: &[String]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for check in &exercise.checks {
        let CheckKind::For { variable, inputs, .. } = &check.kind else { continue };
        let parsed = parse(&inputs.text, LexOptions::default());
        if let ExprKind::Array(items) = &parsed.program.body.kind {
            found.extend(items.iter().map(|item| (variable.clone(), item.span.of(&inputs.text).to_owned())));
        }
    }
    let parsed = parse(solution, LexOptions::default());
    let mut numbers = Vec::new();
    walk::for_each_everywhere(&parsed.program.body, &mut |expr| {
        if let ExprKind::Integer(number, _) = expr.kind {
            numbers.extend([number - 1, number, number + 1]);
        }
    });
    let mut names = Vec::new();
    walk::for_each_free_variable(&parsed.program.body, &mut |name| names.push(name.to_string()));
    names.sort();
    names.dedup();
    for base in bases {
        for (name, value) in assigned(base) {
            if !names.contains(&name) {
                continue;
            }
            for number in &numbers {
                let other = match base.as_bytes().get(value.start as usize) {
                    Some(b'[') => format!("[{number}]"),
                    Some(b'{') => format!("{{ 'a' => {number} }}"),
                    Some(b'\'') => format!("'{number}'"),
                    _ => number.to_string(),
                };
                found.push((name.clone(), other));
            }
        }
    }
    found
}

/// Returns the variables that a program assigns at its top, with the places of their values.
fn assigned(code: &str) -> Vec<(String, Span)> {
    let parsed = parse(code, LexOptions::default());
    let mut found = Vec::new();
    walk::for_each_in_scope(&parsed.program.body, &mut |expr| {
        if let ExprKind::Assign(_, left, right) = &expr.kind
            && let ExprKind::Variable(name) = &left.kind
        {
            found.push((name.to_string(), right.span));
        }
    });
    found
}

/// Returns the programs with another value of a variable.
fn with(bases: &[String], name: &str, value: &str) -> Vec<String> {
    let changed = |base: &String| match assigned(base).into_iter().find(|(known, _)| known == name) {
        Some((_, span)) => format!("{}{value}{}", &base[..span.start as usize], &base[span.end as usize..]),
        None => base.clone(),
    };
    bases.iter().map(changed).collect()
}

/// Returns calls of a function with many arguments.
fn calls(name: &str, count: usize) -> Vec<String> {
    let rows: Vec<Vec<&str>> = match count {
        0 => vec![Vec::new()],
        1 => VALUES.iter().map(|value| vec![*value]).collect(),
        _ => {
            (0..64).map(|at| (0..count).map(|place| VALUES[(at * (place * 2 + 1) + at / 16) % 16]).collect()).collect()
        }
    };
    rows.iter().map(|row| format!("{name}({})", row.join(", "))).collect()
}
