//! What a program does, seen by the evaluator alone: the values of variables, the results of functions for many
//! arguments, the instances of types, the resources, the log lines.

use pprepl_lessons::{CheckKind, Exercise, Lesson, StepKind, write_files};
use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::{Severity, Source};
use puppet_syntax::ast::ExprKind;
use puppet_syntax::{LexOptions, parse, walk};

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
        for (key, value) in [("edition", &lesson.edition), ("facts", &lesson.facts)] {
            value.iter().for_each(|value| session.set(key, value).expect("a setting"));
        }
        if let Some(folder) = folder {
            write_files(lesson, folder).expect("the files");
            session.open_environment(folder).expect("an environment");
        }
        for above in lesson.cells.iter().take(cell) {
            let code = match &above.kind {
                StepKind::Given => Some(&above.body),
                StepKind::Exercise(other) if exercise.after.contains(&other.name) => other.solution.as_ref(),
                _ => None,
            };
            code.iter().for_each(|code| drop(session.evaluate("given", &code.text)));
        }
        let probes = probes(solution, exercise);
        let has = |wanted: fn(&CheckKind) -> bool| exercise.checks.iter().any(|check| wanted(&check.kind));
        let logs = has(|kind| matches!(kind, CheckKind::Logs(_)));
        let value = probes.is_empty() || has(|kind| matches!(kind, CheckKind::Same { actual: None, .. }));
        Some(Observer { session, probes, sees: (logs, value) })
    }

    /// Runs a program and takes it back.
    pub fn observe(&mut self, code: &str) -> Observed {
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
        Observed(seen)
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
