//! The run of a whole lesson with its solutions, as one notebook: no cell fails unexpectedly, and expectations hold.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use pprepl_session::{CellRun, Report, commands};
use pprepl_text::{Diagnostic, IssueCode, Severity, Source, Span};

use crate::check::CheckKind;
use crate::code::Code;
use crate::judge::{Bench, CellResult, JudgeSetup, mistake, names_of, static_findings};
use crate::lesson::{Expectation, Lesson, LessonCell, StepKind};

/// The findings of the run.
#[derive(Default)]
pub(super) struct Walked {
    /// By the index of the cell.
    pub(super) findings: FxHashMap<usize, Vec<Diagnostic>>,
    /// The number of expectations that were tested.
    pub(super) expectations: usize,
}

/// The code of a cell that runs.
pub(crate) enum Turn<'a> {
    /// Nothing.
    Skip,
    /// Code whose changes stay.
    Keep(&'a Code),
    /// Code that is rolled back and may fail: a quiz is not part of the notebook.
    Alone(&'a Code),
}

/// Runs the cells of a lesson in order, on a fresh session.
pub(super) fn run(lesson: &Lesson, source: &Arc<Source>, setup: &JudgeSetup) -> Walked {
    let mut bench = Bench::new(lesson, setup);
    let mut walked = Walked::default();
    for (index, cell) in lesson.cells.iter().enumerate() {
        let (code, is_kept) = match turn(cell) {
            Turn::Skip => continue,
            Turn::Keep(code) => (code, true),
            Turn::Alone(code) => (code, false),
        };
        if !is_kept && cell.expectations.is_empty() {
            continue;
        }
        let found = one(&mut bench, cell, code, source, (index + 1, is_kept));
        walked.expectations += cell.expectations.len();
        if !found.is_empty() {
            walked.findings.insert(index, found);
        }
    }
    walked
}

/// Returns what runs of a cell in a run of the whole lesson.
pub(crate) fn turn(cell: &LessonCell) -> Turn<'_> {
    match &cell.kind {
        StepKind::Prose | StepKind::Notes => Turn::Skip,
        StepKind::Example | StepKind::Given | StepKind::Run { .. } => Turn::Keep(&cell.body),
        StepKind::Quiz(quiz) => Turn::Alone(&quiz.code),
        StepKind::Exercise(exercise) => {
            let fails =
                exercise.checks.iter().any(|check| matches!(check.kind, CheckKind::Fails(_) | CheckKind::Finding(_)));
            match &exercise.solution {
                Some(code) if !fails && !commands::is_command(&code.text) => Turn::Keep(code),
                _ => Turn::Skip,
            }
        }
    }
}

/// Runs one cell; returns its findings.
fn one(
    bench: &mut Bench,
    cell: &LessonCell,
    code: &Code,
    file: &Arc<Source>,
    (number, is_kept): (usize, bool),
) -> Vec<Diagnostic> {
    bench.meter.reset();
    let lines_before = file.line_column(code.span.start).line.saturating_sub(1) as usize;
    let source = Source::part(file.name(), code.text.as_str(), lines_before);
    let mut reported = static_findings(bench, cell.expectations.iter(), &source);
    let (run, applied) = bench.session.runner().run_cell(number, &source);
    reported.extend(run.evaluation.notes.iter().chain(&run.evaluation.reports).flat_map(names_of));
    let mut findings = Vec::new();
    if let Some(error) = unexpected(cell, &run).filter(|_| is_kept) {
        let what = cell.step().map_or_else(|| "this cell".to_owned(), |name| format!("`{name}`"));
        findings.push(at_line(file, error, code.span, format!("{what} fails in the whole lesson: {}", error.message)));
    }
    let value = run.value.as_ref().map(|value| value.value());
    let result = CellResult { evaluation: &run.evaluation, value, findings: &reported };
    for expectation in &cell.expectations {
        if let Some(message) = mistake(bench, expectation, &result) {
            findings.push(found(file, IssueCode::LessonExpectation, code.span, message));
        }
    }
    if !is_kept {
        bench.session.runner().roll_back_cell(applied);
    }
    findings
}

/// Returns the error of a cell that is not expected to fail.
fn unexpected<'r>(cell: &LessonCell, run: &'r CellRun) -> Option<&'r Report> {
    let is_expected = cell.expectations.iter().any(|one| matches!(one, Expectation::Fails(_)));
    let error = run.evaluation.reports.iter().find(|report| report.severity == Severity::Error);
    error.filter(|_| !is_expected)
}

fn found(file: &Arc<Source>, code: IssueCode, span: Span, message: String) -> Diagnostic {
    let mut found = Diagnostic::new(Severity::Error, code, Some(span), message);
    found.source = Some(file.clone());
    found
}

/// Returns a finding at the line of an error, where it is known.
fn at_line(file: &Arc<Source>, error: &Report, span: Span, message: String) -> Diagnostic {
    let place = error.position.filter(|_| error.source_name == file.name());
    let span = place.map_or(span, |(line, _)| line_span(file, line));
    let mut found = found(file, IssueCode::LessonRun, span, message);
    found.help.clone_from(&error.help);
    found
}

/// Returns the span of a line of the file.
fn line_span(file: &Arc<Source>, line: u32) -> Span {
    let text = file.text();
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1) as usize).map(str::len).sum();
    let start = before as u32;
    Span::new(start, start + file.line(line).len() as u32)
}
