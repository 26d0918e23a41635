//! `pprepl run`: runs a notebook from top to bottom without a screen. Values go to standard output, logs and
//! diagnostics to standard error, with locations in the notebook's file. With `--watch` it reruns the cells that a
//! change of the file affects.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use rustc_hash::FxHashMap;
use serde_json::json;

use pprepl_lessons::CellJudge;
use pprepl_notebook::export::{self, Form, Page};
use pprepl_notebook::file::{NotebookFile, folder_of};
use pprepl_notebook::import::ImportError;
use pprepl_notebook::kernel::{CellReport, Finding, Kernel, Observer, Setup};
use pprepl_notebook::{CellId, CellKind, Document, Outputs, import};
use pprepl_session::trace::{trace_data, trace_lines};
use pprepl_session::{Report, Settings, SourceKind, json as shapes};
use pprepl_text::columns::shortened;
use pprepl_text::theme::Theme;
use pprepl_text::{Diagnostic, IssueCode, Label, RuleCode, Severity, Source, Span, Topic, difference, render, visible};

use super::arguments::{Arguments, Options, Run, TraceForm};
use crate::themes::THEMES;

use super::junit::{self, Case, Failure, Suite};
use super::output::open;
use super::session::{log_sink, session};
use super::{Status, grade, input, interrupt, printer};

/// Pause between two checks of the file.
const PAUSE: Duration = Duration::from_millis(200);

/// Runs a notebook, or checks it, or tests it as a lesson.
pub fn run(what: &Run, arguments: &Arguments, settings: &Settings) -> Status {
    if let Err(message) = only_one(what) {
        printer::error_line(&format!("error: {message}"));
        return Status::Usage;
    }
    let (mut status, mut suites) = (Status::Success, Vec::new());
    for file in what.files.iter().take_while(|_| !interrupt::happened()) {
        let one = Run { file: file.clone(), ..what.clone() };
        status = status.max(run_one(&one, arguments, settings, &mut suites));
    }
    if what.junit && !what.grade {
        printer::text(&junit::documents(&suites));
    }
    status
}

/// Rejects options that write one file, for several notebooks.
fn only_one(what: &Run) -> Result<(), String> {
    let option = match what {
        _ if what.files.len() < 2 => None,
        Run { watch: true, .. } => Some("--watch"),
        Run { compare: Some(_), .. } => Some("--compare"),
        Run { grade: true, junit: true, .. } => Some("--grade --junit"),
        Run { trace: Some(TraceForm::Html), .. } => Some("--trace=html"),
        what if exports(what).next().is_some() => Some("an export"),
        _ => None,
    };
    option.map_or(Ok(()), |option| Err(format!("{option} takes one notebook, found {}", what.files.len())))
}

/// Runs, checks or tests one notebook.
fn run_one(what: &Run, arguments: &Arguments, settings: &Settings, suites: &mut Vec<Suite>) -> Status {
    if what.grade {
        return grade::run(what, &arguments.inputs.options);
    }
    if what.watch && is_stream(&what.file) {
        printer::error_line("error: --watch needs a file: the standard input is read once");
        return Status::Usage;
    }
    let (name, text) = match input::read(&what.file, &arguments.inputs.options) {
        Ok(read) => read,
        Err(status) => return status,
    };
    let notebook = match read(what, &name, &text) {
        Ok(notebook) => notebook,
        Err(error) => {
            printer::error(&format!("error[UNREADABLE_NOTEBOOK]: {}", visible(&error.to_string())));
            return Status::Invalid;
        }
    };
    let settings = &in_folder_of(&what.file, settings);
    if what.check {
        return check(what, arguments, settings, &notebook, suites);
    }
    let options = &arguments.inputs.options;
    if options.environment.is_some() {
        let status = open(arguments, &mut session(settings.clone(), options));
        if status != Status::Success {
            return status;
        }
    }
    let mut kernel = kernel(settings, options, &name, what.trace.is_some());
    let status = notebook.run(&mut kernel, what, options, suites);
    if what.watch {
        watch(what, options, notebook, kernel);
    }
    status
}

/// Returns the settings for a notebook in its directory.
fn in_folder_of(file: &Path, settings: &Settings) -> Settings {
    let folder = if is_stream(file) { String::new() } else { folder_of(file).display().to_string() };
    Settings { folder, ..settings.clone() }
}

/// Returns whether the path is `-`, the standard input or output.
fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Parses a file's content as a notebook, in the format of the file name's extension.
fn read(what: &Run, name: &str, text: &str) -> Result<Notebook, ImportError> {
    match Form::of(&what.file) {
        None | Some(Form::Manifest) => Ok(Notebook::of(name, text)),
        Some(form) => {
            let (document, _) = import::read(form, text)?;
            Ok(Notebook::of(name, &document.text()))
        }
    }
}

fn kernel(settings: &Settings, options: &Options, name: &str, traces: bool) -> Kernel {
    let sink = RefCell::new(log_sink(settings, options));
    let setup = Setup::new(settings.clone(), options.stack)
        .with_environment(options.environment.clone())
        .with_file(name)
        .with_traces(traces)
        .with_judge(Box::new(CellJudge))
        .with_logs(move |_, level, text| (sink.borrow_mut())(level, text));
    let mut kernel = Kernel::new(setup);
    kernel.let_read();
    interrupt::follow(kernel.cancel_flag());
    kernel
}

/// The parsed file of a notebook.
struct Notebook {
    name: String,
    /// The whole file, with normalized line ends.
    text: String,
    document: Document,
    cells: Vec<Code>,
    /// The number of the next new cell.
    next: u64,
}

struct Code {
    id: CellId,
    text: Arc<str>,
    /// The title in its header.
    title: String,
    /// The number of lines of the file before its source.
    lines: usize,
}

impl Notebook {
    fn of(name: &str, text: &str) -> Notebook {
        let document = Document::parse(text);
        let lines = document.lines_before();
        let lines: FxHashMap<CellId, usize> = lines.into_iter().collect();
        let before = |id: CellId| lines.get(&id).copied().unwrap_or(0);
        let code = document.cells().iter().filter(|cell| cell.kind == CellKind::Code);
        let cells: Vec<Code> = code
            .map(|cell| Code {
                id: cell.id,
                text: cell.text.as_str().into(),
                title: cell.heading.trim().to_owned(),
                lines: before(cell.id),
            })
            .collect();
        let next = document.cells().iter().map(|cell| cell.id.0 + 1).max().unwrap_or(1);
        Notebook { name: name.to_owned(), text: text.to_owned(), document, cells, next }
    }

    /// Takes over the cell numbers of an earlier state, where the source is equal or lies between equal cells.
    fn take_numbers(&mut self, earlier: &Notebook) {
        let same = |(a, b): &(&Code, &Code)| a.text == b.text;
        let head = self.cells.iter().zip(&earlier.cells).take_while(same).count();
        let rest = (self.cells.len() - head).min(earlier.cells.len() - head);
        let tail = self.cells.iter().rev().zip(earlier.cells.iter().rev()).take(rest).take_while(same).count();
        let middle = earlier.cells.get(head..earlier.cells.len() - tail).unwrap_or_default();
        let mut left: Vec<&Code> = middle.iter().collect();
        self.next = earlier.next;
        let (count, shift) = (self.cells.len(), earlier.cells.len());
        for (at, cell) in self.cells.iter_mut().enumerate() {
            let known = if at < head {
                earlier.cells.get(at).map(|old| old.id)
            } else if at >= count - tail {
                earlier.cells.get(at + shift - count).map(|old| old.id)
            } else {
                let place = left.iter().position(|old| old.text == cell.text);
                // A single cell in the position of a single other one is that cell with new source.
                let place = place.or_else(|| (count == shift).then_some(0).filter(|_| !left.is_empty()));
                place.map(|place| left.remove(place).id)
            };
            cell.id = known.unwrap_or_else(|| {
                self.next += 1;
                CellId(self.next - 1)
            });
        }
    }

    fn run(&self, kernel: &mut Kernel, what: &Run, options: &Options, suites: &mut Vec<Suite>) -> Status {
        kernel.set_lines(self.cells.iter().map(|cell| (cell.id, cell.lines)));
        let places = self.cells.iter().enumerate().map(|(place, cell)| (cell.id, place)).collect();
        let is_data = matches!(what.trace, Some(TraceForm::Json | TraceForm::Html));
        let is_silent =
            what.junit || is_data || what.compare.is_some() || exports(what).any(|(_, path)| is_stream(path));
        let settings = kernel.session().settings();
        let theme = settings.themes.choose(&settings.display.theme);
        let mut printing = Printing { notebook: self, places, what, options, worst: Status::Success, is_silent, theme };
        kernel.arrange(self.cells.iter().map(|cell| (cell.id, cell.text.clone())).collect(), &mut printing);
        // Notes are about the file, not about its results.
        let mut findings = kernel.findings();
        findings.retain(|found| found.severity != Severity::Note);
        // The error of the second assignment is printed already.
        findings.retain(|one| one.code != IssueCode::DefinedTwice || !kernel.reports_at(one.cell, one.span));
        self.report(&findings, options);
        let mut status = self.status(kernel);
        let mut faults = kernel.session().catalog().findings();
        if options.node.is_empty() && options.environment.is_none() {
            // Without a node the catalog is not whole, but no later cell can fix these.
            faults.retain(|one| RELATIONS.iter().any(|topic| one.topic == topic.as_str()));
        }
        printer::reports(&faults, options);
        status = status.max(if faults.is_empty() { Status::Success } else { Status::Failed });
        let catalog = faults.first().map(|found| Case { fault: Some(error_of(found)), ..Case::of("catalog", 1) });
        if what.junit {
            let names = self.case_names();
            let cells = self.cells.iter().zip(names);
            let cases = cells.filter_map(|(cell, name)| Some(case(cell, name, kernel.report(cell.id)?)));
            suites.push(Suite { file: self.name.clone(), cases: cases.chain(catalog).collect() });
        }
        self.print_traces(kernel, what);
        if let Some(path) = &what.compare {
            // A failure that existed before is not an error.
            status = self.compare(kernel, path, options);
        }
        status.max(self.export(kernel, what))
    }

    /// Prints the traces of all cells as data or as a page.
    fn print_traces(&self, kernel: &Kernel, what: &Run) {
        let reports = self.cells.iter().enumerate();
        let traces = reports.filter_map(|(place, cell)| Some((place, cell, kernel.report(cell.id)?.trace.clone()?)));
        match what.trace {
            None | Some(TraceForm::Text) => {}
            Some(TraceForm::Json) => traces.for_each(|(place, cell, trace)| {
                let mut data = trace_data(&trace);
                data["cell"] = json!(place + 1);
                data["line"] = json!(cell.lines + 1);
                printer::json(&data);
            }),
            Some(TraceForm::Html) => {
                let title = export::title(&self.document).unwrap_or_else(|| self.name.clone());
                let traced = |(place, cell, trace): (usize, &Code, _)| export::TracedCell {
                    number: place + 1,
                    title: cell.title.clone(),
                    code: cell.text.to_string(),
                    trace,
                };
                let cells: Vec<export::TracedCell> = traces.map(traced).collect();
                printer::text(&export::trace_page(&title, &cells, &Page { themes: THEMES, ..Page::default() }));
            }
        }
    }

    /// Prints the differences between the results and those of a file.
    fn compare(&self, kernel: &Kernel, path: &Path, options: &Options) -> Status {
        let (name, before) = match input::read(path, options) {
            Ok(read) => read,
            Err(status) => return status,
        };
        if !export::is_results(&before) {
            printer::error(&format!("error[UNREADABLE_RESULTS]: {} contains no cell results", visible(&name)));
            return Status::Usage;
        }
        let now = export::results(&self.document, &self.outputs(kernel));
        printer::text(&difference::unified(&name, &before, &now));
        if before == now { Status::Success } else { Status::Failed }
    }

    /// Writes the notebook with its results in the requested formats.
    fn export(&self, kernel: &Kernel, what: &Run) -> Status {
        let mut status = Status::Success;
        for (form, path) in exports(what) {
            let text = export::write(form, &self.document, &self.outputs(kernel), THEMES);
            if is_stream(path) {
                printer::text(&text);
                continue;
            }
            if let Err(fault) = NotebookFile::at(path).save(&text, true) {
                printer::error(&format!("error[file-write]: {fault}"));
                status = Status::Usage;
            }
        }
        status
    }

    /// Returns the cell outputs by their names in the document. In a watched file a cell keeps its number when it
    /// moves, but the document counts the cells again.
    fn outputs(&self, kernel: &Kernel) -> Outputs {
        let code = self.document.cells().iter().filter(|cell| cell.kind == CellKind::Code);
        let pairs = code.zip(&self.cells).filter_map(|(cell, code)| Some((cell.id, kernel.report(code.id)?)));
        pairs.map(|(id, report)| (id, report.into())).collect()
    }

    /// Returns the status of all cells.
    fn status(&self, kernel: &Kernel) -> Status {
        let reports = self.cells.iter().filter_map(|cell| kernel.report(cell.id));
        reports.map(status_of).max().unwrap_or(Status::Success)
    }

    fn cell(&self, id: CellId) -> Option<&Code> {
        self.cells.iter().find(|cell| cell.id == id)
    }

    /// Returns the source that locations of a cell refer to, and the location in it.
    fn place(&self, id: CellId, span: Span) -> Option<(Arc<Source>, Span)> {
        let cell = self.cell(id)?;
        Some((Source::part(self.name.as_str(), cell.text.clone(), cell.lines), span))
    }

    /// Returns a diagnostic about cells as JSON.
    fn finding(&self, found: &Finding) -> serde_json::Value {
        let position = self.place(found.cell, found.span).map(|(source, span)| source.line_column(span.start));
        json!({
            "severity": found.severity.as_str(),
            "code": found.code,
            "topic": found.code.topic(),
            "message": found.message.to_string(),
            "help": found.help.to_string(),
            "position": position.map(|place| [place.line, place.column]),
        })
    }

    /// Prints diagnostics about cells.
    fn report(&self, findings: &[Finding], options: &Options) {
        let color = printer::colored(options.color, &std::io::stderr());
        for told in findings.iter().filter_map(|finding| self.diagnostic(finding)) {
            printer::error_line(&render(&told, color));
        }
    }

    /// Returns a diagnostic about cells, with its locations in the file.
    fn diagnostic(&self, finding: &Finding) -> Option<Diagnostic> {
        let (source, span) = self.place(finding.cell, finding.span)?;
        let mut told = Diagnostic::new(finding.severity, finding.code, Some(span), finding.message.to_string());
        told.source = Some(source);
        told.help = Some(finding.help.to_string());
        for (cell, span, message) in &finding.others {
            let Some((source, span)) = self.place(*cell, *span) else { continue };
            told.labels.push(Label { source: Some(source), span, message: message.clone() });
        }
        Some(told)
    }

    /// Removes the reports of a second assignment where the kernel says in which cell the first one is.
    fn drop_duplicates(&self, reports: &mut Vec<Report>, findings: &[Finding]) {
        let twice = findings.iter().filter(|found| found.code == IssueCode::DefinedTwice);
        let lines: Vec<u32> = twice
            .filter_map(|found| self.place(found.cell, found.span))
            .map(|(source, span)| source.line_column(span.start).line)
            .collect();
        let is_known = |report: &Report| report.place().is_some_and(|(line, _)| lines.contains(&line));
        reports.retain(|report| report.code != RuleCode::Reassignment || !is_known(report));
    }

    /// Returns the first error in the relations of a cell to others, for a test report.
    fn error(&self, cell: &Code, findings: &[Finding]) -> Option<Failure> {
        let found = findings.iter().find(|one| one.cell == cell.id && one.severity == Severity::Error)?;
        let frame = render(&self.diagnostic(found)?, false);
        Some((found.code.topic().to_string(), found.message.to_string(), frame))
    }
}

/// Returns the requested formats and their paths.
fn exports(what: &Run) -> impl Iterator<Item = (Form, &Path)> {
    let wanted = [
        (Form::Html, &what.html),
        (Form::Svg, &what.svg),
        (Form::Markdown, &what.markdown),
        (Form::Jupyter, &what.ipynb),
        (Form::Cast, &what.cast),
        (Form::Results, &what.results),
    ];
    wanted.into_iter().filter_map(|(form, path)| Some((form, path.as_deref()?)))
}

/// The errors of relationships between resources.
const RELATIONS: [Topic; 2] = [Topic::DependencyCycle, Topic::UndeclaredResource];

/// Returns the status of a cell: one that fails as it expects passes.
fn status_of(report: &CellReport) -> Status {
    match (report.passes(), report.evaluation.invalid) {
        (true, _) => Status::Success,
        (false, false) => Status::Failed,
        (false, true) => Status::Invalid,
    }
}

/// Returns the expectations of a cell that do not hold, with the reasons.
fn mistakes(report: &CellReport) -> impl Iterator<Item = (&str, &str)> {
    report.expectations.iter().filter_map(|one| Some((&*one.text, one.mistake.as_deref()?)))
}

/// Printer of each cell's output after it has run.
struct Printing<'a> {
    notebook: &'a Notebook,
    places: FxHashMap<CellId, usize>,
    what: &'a Run,
    options: &'a Options,
    worst: Status,
    /// Whether standard output is used for something other than values.
    is_silent: bool,
    /// The theme of the traces.
    theme: Theme,
}

impl Observer for Printing<'_> {
    fn finished(&mut self, cell: CellId, report: &CellReport) {
        self.worst = self.worst.max(status_of(report));
        let Some(place) = self.places.get(&cell).copied().filter(|_| !self.is_silent) else { return };
        if self.what.json {
            let Some(cell) = self.notebook.cells.get(place) else { return };
            return printer::record(&row(place + 1, cell, report));
        }
        printer::reports(&report.evaluation.reports, self.options);
        // Most cells end in a statement: an undef value is not shown.
        let shown = report.display().filter(|value| !self.options.quiet && *value != "undef" && !report.empty);
        if let Some(value) = shown {
            printer::line(&visible(value));
        }
        let line = self.notebook.cells.get(place).map_or(1, |cell| cell.lines + 1);
        for (expectation, mistake) in mistakes(report) {
            printer::error_line(&visible(&format!("error[expectation]: {mistake}")));
            printer::error_line(&visible(&format!(" --> {}:{line} (expect {expectation})", self.notebook.name)));
        }
        if let Some(trace) = &report.trace {
            printer::styled(&trace_lines(trace, TRACE_WIDTH), &self.theme, self.options);
        }
    }
}

/// The width of a trace, in columns.
const TRACE_WIDTH: usize = 100;

/// Returns a code cell with its index and output as JSON.
fn row(number: usize, cell: &Code, report: &CellReport) -> serde_json::Value {
    let mut data = json!({
        "cell": number,
        "title": cell.title,
        "line": cell.lines + 1,
        "value": report.display(),
        "type": report.evaluation.detailed,
        "reduced": report.evaluation.reduced,
        "generalized": report.evaluation.generalized,
        "logs": report.evaluation.logs.iter().map(|(level, text)| (level.as_str(), text)).collect::<Vec<_>>(),
        "diagnostics": shapes::reports(&report.evaluation.reports),
        "assigned": report.evaluation.assigned,
        "defined": report.evaluation.defined,
        "failed": report.failed(),
        "elapsed_us": report.evaluation.elapsed.as_micros() as u64,
    });
    let mistakes: Vec<&str> = mistakes(report).map(|(_, mistake)| mistake).collect();
    if !mistakes.is_empty() {
        data["mistakes"] = json!(mistakes);
    }
    data
}

fn error_of(report: &Report) -> Failure {
    (report.topic.to_string(), report.message.clone(), report.frame().to_owned())
}

fn case(cell: &Code, name: String, report: &CellReport) -> Case {
    let fault = report.evaluation.reports.iter().find(|one| one.severity == Severity::Error && !report.passes());
    let mistake = mistakes(report).next();
    let mistake =
        mistake.map(|(text, mistake)| ("expectation".to_owned(), mistake.to_owned(), format!("expect {text}")));
    Case {
        name,
        line: cell.lines + 1,
        seconds: report.evaluation.elapsed.as_secs_f64(),
        fault: mistake.or_else(|| fault.map(error_of)),
        invalid: report.evaluation.invalid,
        out: report.display().unwrap_or_default().to_owned(),
        err: report.evaluation.logs.iter().map(|(level, text)| format!("{level}: {text}\n")).collect(),
    }
}

/// Maximum length of a cell's first line as its name, in characters.
const MAX_NAME: usize = 60;

impl Notebook {
    /// Returns the names of the cells as test cases. A name has no line number, so that a cell keeps it when it moves.
    fn case_names(&self) -> Vec<String> {
        let mut seen: FxHashMap<String, usize> = FxHashMap::default();
        let mut unique = |name: String| {
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            if *count == 1 { name } else { format!("{name} ({count})") }
        };
        self.cells.iter().map(|cell| unique(named(cell))).collect()
    }
}

/// Returns a cell's title, or its first line of code.
fn named(cell: &Code) -> String {
    let mut lines = cell.text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_comment = |line: &&str| line.starts_with('#');
    match (cell.title.is_empty(), lines.clone().find(|line| !is_comment(line)).or_else(|| lines.next())) {
        (false, _) => cell.title.clone(),
        (true, Some(line)) => shortened(line, MAX_NAME),
        (true, None) => "empty cell".to_owned(),
    }
}

/// Checks the file as a whole: it is a manifest. Also reports the relations between cells.
fn check(
    what: &Run,
    arguments: &Arguments,
    settings: &Settings,
    notebook: &Notebook,
    suites: &mut Vec<Suite>,
) -> Status {
    let options = &arguments.inputs.options;
    let mut session = session(settings.clone(), options);
    let status = open(arguments, &mut session);
    if status != Status::Success {
        return status;
    }
    let cells = notebook.cells.iter().map(|cell| (&*cell.text, cell.lines));
    let mut view = session.analyze().check_cells(&notebook.name, &notebook.text, cells);
    if what.json {
        // The fixes of a broken cell are edits of the cell, not of the file.
        let source = Source::new(&*notebook.name, &*notebook.text);
        session.analyze().keep_passing_fixes(&source, SourceKind::File, &mut view.reports);
    }
    let mut kernel = kernel(settings, options, &notebook.name, false);
    kernel.set_mode(pprepl_notebook::kernel::Mode::Lazy, &mut pprepl_notebook::kernel::Unobserved);
    kernel.arrange(
        notebook.cells.iter().map(|cell| (cell.id, cell.text.clone())).collect(),
        &mut pprepl_notebook::kernel::Unobserved,
    );
    let findings = kernel.findings();
    notebook.drop_duplicates(&mut view.reports, &findings);
    if what.json {
        let cells: Vec<serde_json::Value> = findings.iter().map(|found| notebook.finding(found)).collect();
        let diagnostics = shapes::reports(&view.visible());
        printer::record(&json!({ "file": notebook.name, "diagnostics": diagnostics, "cells": cells }));
    } else if what.junit {
        suites.push(Suite { file: notebook.name.clone(), cases: checked_cases(notebook, &view.reports, &findings) });
    } else {
        printer::reports(&view.visible(), options);
        notebook.report(&findings, options);
    }
    let own = if findings.iter().any(|one| one.severity == Severity::Error) { Status::Failed } else { Status::Success };
    let of_file =
        if view.type_text.is_none() { Status::of_reports(&view.reports) } else { Status::of_types(&view.reports) };
    of_file.max(own)
}

/// Returns a test case per cell, with its first error, or else the first error in its relations to other cells.
fn checked_cases(notebook: &Notebook, reports: &[Report], findings: &[Finding]) -> Vec<Case> {
    let starts: Vec<usize> = notebook.cells.iter().map(|cell| cell.lines).collect();
    let of_cell = |at: usize, line: usize| line > starts[at] && starts.get(at + 1).is_none_or(|next| line <= *next);
    let errors = || reports.iter().filter(|report| report.severity == Severity::Error);
    let names = notebook.case_names();
    let all = notebook.cells.iter().zip(names).enumerate().map(|(at, (cell, name))| {
        let own = errors().find(|one| one.place().is_some_and(|(line, _)| of_cell(at, line as usize)));
        let fault = own.map(error_of).or_else(|| notebook.error(cell, findings));
        Case { fault, invalid: own.is_some(), ..Case::of(name, cell.lines + 1) }
    });
    all.collect()
}

/// Waits repeatedly for the file to change.
fn watch(what: &Run, options: &Options, mut notebook: Notebook, mut kernel: Kernel) {
    loop {
        sleep(PAUSE);
        let Ok(text) = pprepl_session::file::read(&what.file, options.file_limit()) else { continue };
        let Ok(mut now) = read(what, &notebook.name, &text) else { continue };
        if now.text == notebook.text {
            continue;
        }
        now.take_numbers(&notebook);
        notebook = now;
        printer::error_line(&visible(&format!("--- changed: {}", notebook.name)));
        notebook.run(&mut kernel, what, options, &mut Vec::new());
    }
}
