//! Runs one program in a session: parses, validates and checks it, evaluates it, and describes its value. A failed
//! program leaves no changes (setting `atomic`).

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use pprepl_budget::{self as budget, Exhausted};
use pprepl_text::{Code, Diagnostic, IssueCode, Severity, Source, Span};
use puppet_eval::{ExitCall, Flow, Level};
use puppet_pcore::{Captures, Value, display_override};
use puppet_syntax::ast::{Expr, ExprKind, Program};
use puppet_syntax::{self as syntax, Parsed};

use super::analyzer::Analyzer;
use super::attributes::findings_since;
use super::check::merge_static_warnings;
use super::checker_state::CheckerState;
use super::described::{DescribedTypes, is_too_big, is_too_deep, types_of};
use super::explore::CellValue;
use super::history::History;
use super::report::{report, reports};
use super::session_core::Core;
use super::settings::{Echo, StaticCheck};
use super::{Evaluation, Report, StatementValue};

/// Runs programs: the inputs, and the cells of a notebook.
pub struct Runner<'s> {
    pub(crate) core: &'s mut Core,
    pub(crate) checker: &'s mut CheckerState,
    pub(crate) history: &'s mut History,
    /// The types of a value to infer.
    pub(crate) described: DescribedTypes,
    /// True if the runs of cells are traced.
    pub(crate) traces: bool,
}

impl Runner<'_> {
    fn analyze(&mut self) -> Analyzer<'_> {
        Analyzer { core: self.core, checker: self.checker, history: self.history }
    }

    pub(super) fn run(&mut self, source: &Arc<Source>, text: &str, foresees: bool) -> Evaluation {
        let parsed = syntax::parse_part(text, self.core.options_of(source), source.lines_before());
        let Parsed { program, heredocs, mut diagnostics, .. } = parsed;
        let mut evaluation = Evaluation { source_name: source.name().to_owned(), heredocs, ..Evaluation::default() };
        let readable = !diagnostics.iter().any(Diagnostic::is_error);
        if readable {
            diagnostics.extend(self.core.vm.validate(&program, text));
            if self.core.settings.display.echo == Echo::All {
                diagnostics.retain(|found| !is_unused_statement(found, &program));
            }
        }
        if readable {
            let errors = diagnostics.iter_mut().filter(|one| one.is_error());
            errors.take(MAX_ADVISED).for_each(|found| self.analyze().advise(source, found));
        }
        // The reference stops at the first syntax error, but summarizes several static errors.
        let summed = readable && self.core.is_strict() && diagnostics.iter().filter(|one| one.is_error()).count() > 1;
        note_findings(&diagnostics, summed, &mut evaluation);
        if diagnostics.iter().any(Diagnostic::is_error) {
            if budget::reason() == Some(Exhausted::Canceled) {
                evaluation.cancelled = true;
                self.core.vm.calls.cancel_flag().store(false, Ordering::Relaxed);
            }
            evaluation.invalid = true;
            evaluation.reports = invalid_reports(source, &diagnostics, summed);
            return evaluation;
        }
        evaluation.reports = reports(source, &diagnostics);
        if self.core.settings.execution.check == StaticCheck::Error {
            let refused = self.analyze().blocking_errors(source, &program);
            if !refused.is_empty() {
                evaluation.invalid = true;
                evaluation.reports.extend(refused);
                return evaluation;
            }
        }
        let foreseen = if foresees { self.analyze().static_warnings(source, &program) } else { Vec::new() };
        let (notes, foreseen): (Vec<Report>, Vec<Report>) =
            foreseen.into_iter().partition(|one| one.severity == Severity::Note);
        let mark = self.core.vm.journal.mark();
        self.run_valid(source, &program, &mut evaluation);
        if !foreseen.is_empty() {
            merge_static_warnings(foreseen, &mut evaluation);
        }
        self.add_notes(source, &program, (notes, mark), &mut evaluation);
        evaluation
    }

    fn run_valid(&mut self, source: &Arc<Source>, program: &Program, evaluation: &mut Evaluation) {
        let mark = self.core.vm.journal.mark();
        let matches = self.core.vm.matches();
        let before = matches.clone();
        let shows_all = self.core.settings.display.echo == Echo::All && !self.core.vm.messages.runs_apart();
        self.core.vm.outputs.record_statements(shows_all);
        let result = self.core.vm.run_program(source, program);
        let statements = self.core.vm.outputs.take_statements();
        let mut warnings = self.core.vm.messages.take_warnings();
        warnings.iter_mut().take(MAX_ADVISED).for_each(|warning| self.analyze().advise(source, warning));
        evaluation.reports.extend(reports(source, &warnings));
        match result {
            Ok(value) => {
                let found = findings_since(self.core, mark);
                let (notes, found): (Vec<_>, Vec<_>) =
                    found.into_iter().partition(|one| one.severity == Severity::Note);
                evaluation.notes = reports(source, &notes);
                evaluation.reports.extend(reports(source, &found));
                match found.iter().any(Diagnostic::is_error) {
                    true => self.roll_back_failed(mark, matches),
                    false => {
                        evaluation.display.statements = self.statement_values(source, statements);
                        self.show(source, value, (mark, matches), evaluation);
                    }
                }
            }
            Err(flow) => {
                self.roll_back_failed(mark, matches);
                self.core.vm.outputs.drop_last();
                let mut diagnostic = failure(self.core, *flow, evaluation);
                self.advise_without(mark, source, &mut diagnostic);
                evaluation.reports.push(report(source, &diagnostic));
            }
        }
        evaluation.captures = self.core.captures();
        evaluation.matched = !is_same_match(before.as_ref(), self.core.vm.matches().as_ref());
    }

    /// Rolls back a failed input, where the setting `atomic` requires that.
    fn roll_back_failed(&mut self, mark: usize, matches: Option<Rc<Captures>>) {
        if self.core.settings.language.atomic {
            self.core.vm.discard(mark);
            self.core.vm.set_matches(matches);
        }
        self.core.vm.outputs.drop_last();
    }

    /// Completes the error of a failed run. Its fixes are tried on the session as it was before the input, since what a
    /// failed input without `atomic` has declared would be declared twice.
    fn advise_without(&mut self, mark: usize, source: &Arc<Source>, diagnostic: &mut Diagnostic) {
        let changes = self.core.vm.roll_back(mark);
        self.analyze().explain_deferred(source, diagnostic);
        self.analyze().advise(source, diagnostic);
        self.core.vm.replay(&changes);
    }

    /// Formats the value and its types under the same budget. A value that exceeds it fails like an evaluation: the
    /// prompt returns, and no changes remain.
    fn show(
        &mut self,
        source: &Arc<Source>,
        value: Value,
        (mark, matches): (usize, Option<Rc<Captures>>),
        evaluation: &mut Evaluation,
    ) {
        self.describe(&value, evaluation);
        if let Err(exhausted) = budget::check() {
            let described =
                Evaluation { value: None, shown: None, detailed: None, reduced: None, ..evaluation.clone() };
            *evaluation = Evaluation { generalized: None, ..described };
            self.roll_back_failed(mark, matches);
            return fail(self.core, source, *Box::<Flow>::from(exhausted), evaluation);
        }
        evaluation.number = Some(self.history.next_number());
        self.core.vm.outputs.keep(value);
    }

    /// Formats the values of statements.
    fn statement_values(&self, source: &Source, statements: Vec<(Span, Value)>) -> Vec<StatementValue> {
        let shown = |(span, value): (Span, Value)| {
            let text = match is_too_deep(&value) {
                true => None,
                false => Some(self.core.form(&value).unwrap_or_else(|| display_override(&value))),
            };
            value.discard();
            Some(StatementValue { line: source.line_column(span.start).line, value: text? })
        };
        statements.into_iter().filter_map(shown).collect()
    }

    fn describe(&self, value: &Value, evaluation: &mut Evaluation) {
        // In the reference's strict form a collector has no source form.
        let formless = self.core.is_strict() && matches!(value, Value::Callable(_));
        if is_too_deep(value) {
            evaluation.shown = Some("(a value nested too deeply to show)".to_owned());
        } else if self.core.vm.messages.runs_apart() && is_too_big(value) {
            // A notebook shows the beginning of a value: the complete form would only fill the memory.
            evaluation.shown = Some("(a value too large to show)".to_owned());
        } else {
            evaluation.value = self.core.form(value).filter(|_| !formless);
            // The reference prints a collector as a string, which is not its source.
            let has_source = evaluation.value.is_some() && !matches!(value, Value::Callable(_));
            evaluation.shown = (!has_source).then(|| display_override(value));
            let shows_tables = self.core.settings.display.tables && !self.core.vm.messages.runs_apart();
            evaluation.display.table = CellValue::new(value.clone()).table().filter(|_| shows_tables);
            let types = types_of(&self.core.vm.settings.types, value, self.described);
            evaluation.detailed = types.detailed;
            evaluation.reduced = types.reduced;
            evaluation.generalized = types.generalized;
        }
    }
}

/// Reports a failure of a run.
pub(super) fn fail(core: &mut Core, source: &Arc<Source>, flow: Flow, evaluation: &mut Evaluation) {
    core.vm.outputs.drop_last();
    let diagnostic = failure(core, flow, evaluation);
    evaluation.reports.push(report(source, &diagnostic));
}

/// Converts the reason why a run ended to a diagnostic.
pub(crate) fn failure(core: &mut Core, flow: Flow, evaluation: &mut Evaluation) -> Diagnostic {
    let exit = core.vm.calls.take_exit();
    match flow {
        Flow::Fault(fault) => fault.to_diagnostic(),
        Flow::Cancelled => {
            evaluation.cancelled = true;
            core.vm.calls.cancel_flag().store(false, Ordering::Relaxed);
            diagnostic_without_span(IssueCode::Cancelled, "the evaluation was stopped", "nothing that it did was kept")
        }
        Flow::Break => diagnostic_of_exit(exit, IssueCode::IllegalBreak, "`break()` outside a loop", BREAK_HELP),
        Flow::Next(_) => {
            diagnostic_of_exit(exit, IssueCode::IllegalNext, "`next()` outside a function or lambda", RETURN_HELP)
        }
        Flow::Return(_) => {
            diagnostic_of_exit(exit, IssueCode::IllegalReturn, "`return()` outside a function", RETURN_HELP)
        }
    }
}

/// Returns whether a finding is on an unused value that is shown: a statement of the input. A word in front of others
/// is more likely a mistake.
fn is_unused_statement(found: &Diagnostic, program: &Program) -> bool {
    let ExprKind::Block(statements) = &program.body.kind else { return false };
    let is_value = |one: &Expr| Some(one.span) == found.span && !matches!(one.kind, ExprKind::Name(_));
    found.code == Code::Issue(IssueCode::IdemExpressionNotLast) && statements.iter().any(is_value)
}

/// Returns whether both are the captures of the same match.
fn is_same_match(one: Option<&Rc<Captures>>, other: Option<&Rc<Captures>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Rc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// Creates a diagnostic at the call that left the program.
fn diagnostic_of_exit(exit: Option<ExitCall>, code: IssueCode, message: &str, help: &str) -> Diagnostic {
    let mut found = diagnostic_without_span(code, message, help);
    if let Some(ExitCall { site, source }) = exit {
        (found.span, found.at, found.source) = (Some(site.span), Some(site.at), source);
    }
    found
}

/// Creates a diagnostic without a span.
fn diagnostic_without_span(code: IssueCode, message: &str, help: &str) -> Diagnostic {
    Diagnostic::new(pprepl_text::Severity::Error, code, None, message).with_help(help)
}

/// Logs warnings; also single errors, where the reference summarizes errors.
fn note_findings(diagnostics: &[Diagnostic], summed: bool, evaluation: &mut Evaluation) {
    for found in diagnostics {
        if !found.is_error() {
            evaluation.logs.push((Level::Warning, found.message.clone()));
        } else if summed {
            evaluation.logs.push((Level::Err, found.message.clone()));
        }
    }
}

fn invalid_reports(source: &Arc<Source>, diagnostics: &[Diagnostic], summed: bool) -> Vec<Report> {
    let mut all = reports(source, diagnostics);
    if summed {
        let errors = diagnostics.iter().filter(|found| found.is_error()).count();
        let message = format!("the input has {errors} errors");
        let summary = Diagnostic::new(pprepl_text::Severity::Error, IssueCode::ValidationFailed, None, message);
        all.insert(0, report(source, &summary));
    }
    all
}

/// The maximum number of errors or warnings of one input that get advice.
const MAX_ADVISED: usize = 4;

const BREAK_HELP: &str = "use `break()` only in a lambda of each, map, filter, reduce or slice";

const RETURN_HELP: &str = "remove it: the value of an input is the value of its last statement";
