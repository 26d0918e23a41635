//! The test of a notebook: its cells run in order on one session, and what they expect must hold. A cell without
//! expectations must run without an error. The solutions of a lesson run as its answers.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use pprepl_notebook::Document;
use pprepl_session::{CellRun, DescribedTypes, Level, Report, Session, TypeText};
use pprepl_text::{Diagnostic, IssueCode, Severity, Source, Span};

use crate::code::Code;
use crate::grade::{Turn, turn};
use crate::judge::{Bench, CellResult, has_log, mistake, names_of, static_findings};
use crate::lesson::{Expectation, Lesson, LessonCell};
use crate::option::{CellOption, options};
use crate::preparation::prepare;
use crate::read::expectation;

/// The place of a cell's text in its file.
#[derive(Clone, Debug, Default)]
pub struct CellPlace {
    /// The name of the file in diagnostics.
    pub name: String,
    /// The number of lines of the file before the text.
    pub lines_before: usize,
}

/// The result of a cell's run, compared with its expectations.
#[derive(Clone, Debug, Default)]
pub struct CellTest {
    /// The index of the cell in the document.
    pub cell: usize,
    /// The name of the step, or the title; empty for none.
    pub name: String,
    /// The number of expectations.
    pub expectations: usize,
    /// The time of the run in seconds.
    pub seconds: f64,
    /// The errors of the cell, if it does not expect them.
    pub reports: Vec<Report>,
    /// The expectations that do not hold, and the problems of the options.
    pub findings: Vec<Diagnostic>,
    /// Whether the code is not valid Puppet.
    pub invalid: bool,
    /// The changes of options after which the expectations hold.
    pub edits: Vec<OptionEdit>,
    /// The log lines of the run.
    pub logs: Vec<(Level, String)>,
}

/// A change of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionEdit {
    /// The lines of the cell's text that it replaces, from 0.
    pub lines: Range<usize>,
    /// The new line, without its end.
    pub text: String,
}

/// Tests the cells of a notebook in order. `lesson` is what `read` made of `document`; `places` are those of the cells.
/// `folder` is for the files of a lesson. The session stays as the last cell leaves it.
pub fn test_cells(
    lesson: &Lesson,
    document: &Document,
    places: &[CellPlace],
    mut session: Session,
    folder: Option<&Path>,
) -> Vec<CellTest> {
    session.report_types(DescribedTypes { generalized: TypeText::Exact, ..DescribedTypes::NONE });
    let problem = prepare(lesson, folder, &mut session).err();
    let mut tester = Tester { bench: Bench::of(session), tests: Vec::new() };
    let before = document.lines_before();
    let text = Source::new("", document.text());
    let cells = lesson.cells.iter().zip(document.cells()).zip(places).zip(before).enumerate();
    for (index, (((cell, written), place), (_, before))) in cells {
        let at = Placed { index, cell, text: &written.text, place, before, document: &text };
        tester.cell(&at, &lesson.findings);
    }
    problem.map(|problem| head(problem, places)).into_iter().chain(tester.tests).collect()
}

/// A cell with its places.
struct Placed<'a> {
    index: usize,
    cell: &'a LessonCell,
    /// The options and the code.
    text: &'a str,
    place: &'a CellPlace,
    /// The number of lines of the document before the text.
    before: usize,
    document: &'a Source,
}

impl Placed<'_> {
    /// Returns the source of the whole cell.
    fn source(&self) -> Arc<Source> {
        Source::part(self.place.name.as_str(), self.text, self.place.lines_before)
    }

    /// Returns the line of the document's text at an offset, from 0 at the first line of the cell; `None` for another
    /// cell.
    fn line(&self, offset: u32) -> Option<usize> {
        let line = (self.document.line_column(offset).line as usize).checked_sub(self.before + 1)?;
        (line < self.text.split('\n').count()).then_some(line)
    }

    /// Returns a finding on the document as one on the cell; `None` if it is on another cell.
    fn own(&self, found: &Diagnostic) -> Option<Diagnostic> {
        let span = found.span?;
        let line = self.line(span.start)?;
        let column = self.document.text().get(..span.start as usize)?.rsplit('\n').next()?.len();
        let start = line_start(self.text, line) + column;
        let end = (start + (span.end - span.start) as usize).min(self.text.len());
        let mut own = found.clone();
        own.span = Some(Span::new(start as u32, end.max(start) as u32));
        own.source = Some(self.source());
        Some(own)
    }

    /// Returns the expectations with their options.
    fn expectations(&self) -> Vec<(CellOption, Expectation)> {
        let starts = self.text.split('\n').scan(0, |at, line| {
            let start = *at;
            *at += line.len() + 1;
            Some((start, line))
        });
        let expects = options(starts).into_iter().filter(|option| option.name == "expect");
        expects.filter_map(|option| expectation(&option.value).ok().map(|expected| (option, expected))).collect()
    }
}

/// Returns the offset of a line, from 0.
fn line_start(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line).map(str::len).sum()
}

struct Tester {
    bench: Bench,
    tests: Vec<CellTest>,
}

impl Tester {
    fn cell(&mut self, at: &Placed, findings: &[Diagnostic]) {
        let own: Vec<Diagnostic> = findings.iter().filter_map(|found| at.own(found)).collect();
        let expectations = at.expectations();
        let name = at.cell.step().map_or_else(|| at.cell.title.clone(), str::to_owned);
        let mut test = CellTest { cell: at.index, name, expectations: expectations.len(), ..CellTest::default() };
        let is_run = match turn(at.cell) {
            Turn::Skip => false,
            Turn::Keep(code) | Turn::Alone(code) if expectations.is_empty() && code.text.trim().is_empty() => false,
            Turn::Keep(code) => self.run(at, (&code.text, code.span.start), &expectations, true, &mut test),
            Turn::Alone(_) if expectations.is_empty() => false,
            Turn::Alone(code) => self.run(at, (&code.text, code.span.start), &expectations, false, &mut test),
        };
        test.findings.splice(0..0, own);
        if is_run || !test.findings.is_empty() {
            self.tests.push(test);
        }
    }

    /// Runs the code of a cell and tests its expectations. `start` is the offset of the code in the document.
    fn run(
        &mut self,
        at: &Placed,
        (code, start): (&str, u32),
        expectations: &[(CellOption, Expectation)],
        is_kept: bool,
        test: &mut CellTest,
    ) -> bool {
        let line = at.line(start).unwrap_or(0);
        let source = Source::part(at.place.name.as_str(), code, at.place.lines_before + line);
        let begin = Instant::now();
        let expected = expectations.iter().map(|(_, expected)| expected);
        let mut findings = static_findings(&mut self.bench, expected, &source);
        let (run, applied) = self.bench.session.runner().run_cell(at.index + 1, &source);
        let expects_error = expectations.iter().any(|(_, one)| matches!(one, Expectation::Fails(_)));
        if is_kept && !expects_error {
            test.reports = errors(&run).cloned().collect();
            test.invalid = run.evaluation.invalid && run.evaluation.failed();
        }
        findings.extend(run.evaluation.notes.iter().chain(&run.evaluation.reports).flat_map(names_of));
        self.expectations(at, (&run, &findings), expectations, test);
        test.seconds = begin.elapsed().as_secs_f64();
        test.logs = run.evaluation.logs;
        if !is_kept {
            self.bench.session.runner().roll_back_cell(applied);
        }
        true
    }

    fn expectations(
        &mut self,
        at: &Placed,
        (run, findings): (&CellRun, &[String]),
        expectations: &[(CellOption, Expectation)],
        test: &mut CellTest,
    ) {
        let value = run.value.as_ref().map(|value| value.value());
        let result = CellResult { evaluation: &run.evaluation, value, findings };
        // The corrections, too: they contain values.
        let _scope = self.bench.session.budget_scope();
        let mut unused = unexpected_logs(run, expectations);
        for (option, expected) in expectations {
            // The errors of a cell that does not expect them are reported already.
            if !test.reports.is_empty() && matches!(expected, Expectation::Value(_) | Expectation::Type(_)) {
                continue;
            }
            let Some(message) = mistake(&mut self.bench, expected, &result) else { continue };
            let mut found = Diagnostic::error(IssueCode::LessonExpectation, option.value.span, message);
            found.source = Some(at.source());
            found.help = help(expected, run);
            test.findings.push(found);
            let corrected = corrected(option, expected, run, &mut unused);
            if let Some(value) = corrected.filter(|value| self.holds(option, value, &result)) {
                test.edits.push(edit(at.text, option, &value));
            }
        }
    }

    /// Returns whether the option with this value is read on one line, and holds.
    fn holds(&mut self, option: &CellOption, value: &str, result: &CellResult) -> bool {
        let code = Code { text: value.to_owned(), span: option.value.span };
        !value.contains('\n')
            && expectation(&code).is_ok_and(|expected| mistake(&mut self.bench, &expected, result).is_none())
    }
}

/// Returns the failed test of the lesson's head.
fn head(problem: String, places: &[CellPlace]) -> CellTest {
    let place = places.first().cloned().unwrap_or_default();
    let mut found = Diagnostic::error(IssueCode::LessonRun, Span::at(0), problem);
    found.source = Some(Source::part(place.name, "", place.lines_before));
    CellTest { name: "lesson".to_owned(), findings: vec![found], ..CellTest::default() }
}

fn errors(run: &CellRun) -> impl Iterator<Item = &Report> {
    run.evaluation.reports.iter().filter(|report| report.severity == Severity::Error)
}

/// Returns what the run shows, where the message about the expectation does not say it.
fn help(expected: &Expectation, run: &CellRun) -> Option<String> {
    match expected {
        Expectation::Log(_) if run.evaluation.logs.is_empty() => Some("the cell logs nothing".to_owned()),
        Expectation::Log(_) => {
            let lines: Vec<String> =
                run.evaluation.logs.iter().map(|(level, text)| format!("{level} \"{text}\"")).collect();
            Some(format!("the cell logs {}", lines.join(", ")))
        }
        Expectation::Fails(Some(_)) => errors(run).next().map(|error| error.message.clone()),
        Expectation::Value(_)
        | Expectation::True(_)
        | Expectation::Type(_)
        | Expectation::Fails(None)
        | Expectation::Finding(_)
        | Expectation::Catalog { .. } => None,
    }
}

/// Returns the log lines that no expectation matches, the last first.
fn unexpected_logs(run: &CellRun, expectations: &[(CellOption, Expectation)]) -> Vec<(Level, String)> {
    let is_expected = |line: &(Level, String)| {
        expectations.iter().any(|(_, expected)| match expected {
            Expectation::Log(pattern) => has_log(std::slice::from_ref(line), pattern).unwrap_or(false),
            _ => false,
        })
    };
    run.evaluation.logs.iter().filter(|line| !is_expected(line)).rev().cloned().collect()
}

/// Returns the value of the option that the run shows; `None` where it shows none.
fn corrected(
    option: &CellOption,
    expected: &Expectation,
    run: &CellRun,
    unused: &mut Vec<(Level, String)>,
) -> Option<String> {
    let evaluation = &run.evaluation;
    match expected {
        Expectation::Value(_) => Some(format!("value {}", evaluation.value.as_ref()?)),
        Expectation::Type(_) => Some(format!("type {}", evaluation.generalized.as_ref()?)),
        Expectation::Log(_) => unused.pop().map(|(level, text)| log_option(level, &text)),
        Expectation::Fails(Some(name)) => {
            let error = errors(run).next()?;
            let is_code = name.chars().all(|ch| ch.is_ascii_uppercase() || ch == '_');
            let found = if is_code { error.code.to_string() } else { error.topic.to_owned() };
            option.value.text.starts_with("fails").then(|| format!("fails {found}"))
        }
        Expectation::True(_) | Expectation::Fails(None) | Expectation::Finding(_) | Expectation::Catalog { .. } => None,
    }
}

/// Returns the option's value for a log line.
fn log_option(level: Level, text: &str) -> String {
    format!("log {} \"{}\"", level.as_str(), text.replace('"', "\\\""))
}

/// Returns the change of an option to this value.
fn edit(text: &str, option: &CellOption, value: &str) -> OptionEdit {
    let line = |offset: u32| text.get(..offset as usize).unwrap_or(text).matches('\n').count();
    let lines = line(option.span.start)..line(option.value.span.end) + 1;
    OptionEdit { lines, text: format!("#| expect {}", value.replace('\n', "\n#|   ")) }
}
