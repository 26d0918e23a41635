//! The checks of the static checker, and the handling of their findings.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use pprepl_project::Parse;
use pprepl_text::{Diagnostic, Severity, Source, Span};
use puppet_check::{Checked, SignatureCache, TypeEnv, check_complete_parts, check_program};
use puppet_syntax::ast::Program;
use puppet_syntax::{self as syntax, Parsed};

use super::analyzer::Analyzer;
use super::attributes::{findings_of_modules, repeated_attributes, static_findings};
use super::report::reports;
use super::{Evaluation, ExpressionTypes, Report};

/// The time limit for inspecting plain data.
const INSPECT_TIME: Duration = Duration::from_millis(200);

/// The findings of a static check.
#[derive(Clone, Debug, Default)]
pub struct CheckView {
    /// The exact type of the last statement; `None` on syntax errors.
    pub type_text: Option<String>,
    /// The type without values, sizes and ranges, where that differs.
    pub generalized: Option<String>,
    /// Errors and warnings, in source order.
    pub reports: Vec<Report>,
    /// All notes, also those that depend on code elsewhere.
    pub hints: Vec<Report>,
    /// The notes that are shown by default.
    pub notes: Vec<Report>,
}

impl CheckView {
    /// Returns the findings as they are shown: errors, warnings and notes, in source order.
    pub fn visible(&self) -> Vec<Report> {
        let mut all: Vec<Report> = self.reports.iter().chain(&self.notes).cloned().collect();
        all.sort_by_key(|report| report.position);
        all
    }
}

impl Analyzer<'_> {
    /// Checks source that would be evaluated next: syntax, validation, types and names.
    pub fn check_types(&mut self, name: &str, text: &str) -> CheckView {
        self.check_text(name, text, true, Severity::Note)
    }

    /// Checks a file: its names may be defined elsewhere.
    pub fn check_file(&mut self, name: &str, text: &str) -> CheckView {
        self.check_file_for(name, text, Severity::Note)
    }

    /// Checks a file. `hints` are given only if the least severity is `Note`; `notes` always.
    pub fn check_file_for(&mut self, name: &str, text: &str, least: Severity) -> CheckView {
        self.check_text(name, text, false, least)
    }

    fn check_text(&mut self, name: &str, text: &str, closed: bool, least: Severity) -> CheckView {
        let checked = self.inside_budget(|analyzer| analyzer.check_complete(name, text, closed, least));
        checked.unwrap_or_else(|reason| {
            let told = [syntax::exhausted(reason)];
            CheckView { reports: reports(&Source::new(name, text), &told), ..CheckView::default() }
        })
    }

    fn check_complete(&mut self, name: &str, text: &str, closed: bool, least: Severity) -> CheckView {
        let project = self.checker.project.as_ref().filter(|project| project.has_all_modules);
        let file = project.and_then(|project| project.index.file(name));
        self.checker.is_complete = file.is_some_and(|file| file.member.is_visible());
        match self.parsed_file(name, text) {
            Some((source, parse)) => match &*parse {
                Parse::Code(parsed) => self.check_parse(&source, parsed, closed, least),
                Parse::Data(_) | Parse::Path => CheckView::default(),
            },
            None => {
                let parsed = syntax::parse(text, self.core.options_for(name));
                self.check_parse(&Source::new(name, text), &parsed, closed, least)
            }
        }
    }

    /// Returns the parse of a file of the environment, if the file has this text.
    fn parsed_file(&self, name: &str, text: &str) -> Option<(Arc<Source>, Rc<Parse>)> {
        let known = self.checker.project.as_ref()?.parse(name)?;
        (known.0.text() == text).then_some(known)
    }

    /// Finds what a module's file must not contain: definitions that the path of the file does not lead to, and statements.
    fn misplaced(&self, source: &Source, program: &Program) -> Vec<Diagnostic> {
        let project = self.checker.project.as_ref();
        let namespace = project.and_then(|project| project.index.namespace_of(project.index.file(source.name())?));
        namespace.map_or_else(Vec::new, |namespace| syntax::validate_location(program, &namespace))
    }

    fn check_parse(&mut self, source: &Arc<Source>, parsed: &Parsed, closed: bool, least: Severity) -> CheckView {
        let Parsed { program, diagnostics, .. } = parsed;
        let (mut diagnostics, text) = (diagnostics.clone(), source.text());
        if diagnostics.iter().any(Diagnostic::is_error) {
            diagnostics.extend(self.check_complete_parts(source, program, &diagnostics));
            diagnostics.sort_by_key(|found| found.span.map_or(u32::MAX, |span| span.start));
            return CheckView { reports: reports(source, &diagnostics), ..CheckView::default() };
        }
        diagnostics.extend(self.core.vm.validate(program, text));
        if diagnostics.iter().any(Diagnostic::is_error) {
            return CheckView { reports: reports(source, &diagnostics), ..CheckView::default() };
        }
        let mut checked = self.check_parsed(source, program, closed);
        checked.findings.extend(self.misplaced(source, program));
        checked.findings.extend(static_findings(&self.core.settings, program, text));
        checked.findings.extend(repeated_attributes(program));
        checked.findings.extend(findings_of_modules(self.core, program));
        let is_alone = !closed && least == Severity::Note && self.checker.project.is_none();
        let possible = match is_alone {
            true => self.problems_of(source, &checked.findings),
            false => self.add_problems(source, &mut checked.findings),
        };
        for found in &mut checked.findings {
            found.severity = self.checker.severity(found.code, found.severity);
        }
        let (mut hints, found): (Vec<_>, Vec<_>) =
            checked.findings.into_iter().partition(|found| found.severity == Severity::Note);
        diagnostics.extend(found);
        let mut all = if least == Severity::Note { reports(source, &hints) } else { Vec::new() };
        all.extend(reports(source, if least == Severity::Note { &possible } else { &[] }));
        self.keep_visible(&mut hints);
        CheckView {
            type_text: Some(checked.type_text),
            generalized: checked.generalized,
            reports: reports(source, &diagnostics),
            hints: all,
            notes: reports(source, &hints),
        }
    }

    /// Checks a file whose cells run in order, each a program of its own: the value of the last cell counts as used.
    /// `cells` has the source of each, and its line offset in the file.
    pub fn check_cells<'t>(
        &mut self,
        name: &str,
        text: &str,
        cells: impl IntoIterator<Item = (&'t str, usize)>,
    ) -> CheckView {
        let mut view = CheckView::default();
        for (cell, before) in cells {
            let parsed = syntax::parse_part(cell, self.core.lex_options(false), before);
            let mut found = parsed.diagnostics;
            if !found.iter().any(Diagnostic::is_error) {
                found.extend(self.core.vm.validate(&parsed.program, cell));
            }
            view.reports.extend(reports(&Source::part(name, cell, before), &found));
        }
        if view.reports.iter().any(|report| report.severity == Severity::Error) {
            return view;
        }
        let (source, parsed) = (Source::new(name, text), syntax::parse(text, self.core.lex_options(false)));
        if parsed.diagnostics.iter().any(Diagnostic::is_error) {
            view.reports.extend(reports(&source, &parsed.diagnostics));
            return view;
        }
        let checked = self.check_parsed(&source, &parsed.program, true);
        let (mut hints, found): (Vec<_>, Vec<_>) =
            checked.findings.into_iter().partition(|found| found.severity == Severity::Note);
        view.reports.extend(reports(&source, &found));
        view.hints = reports(&source, &hints);
        self.keep_visible(&mut hints);
        view.notes = reports(&source, &hints);
        (view.type_text, view.generalized) = (Some(checked.type_text), checked.generalized);
        view
    }

    /// Returns the certain errors in the complete parts of source with syntax errors.
    pub(super) fn check_complete_parts(
        &mut self,
        source: &Arc<Source>,
        program: &Program,
        errors: &[Diagnostic],
    ) -> Vec<Diagnostic> {
        // Input that is missing at the end has no location.
        let end = Span::at(source.text().len() as u32);
        let holes: Vec<Span> = errors.iter().filter(|one| one.is_error()).map(|one| one.span.unwrap_or(end)).collect();
        let check = |world: &mut dyn TypeEnv, signatures: &SignatureCache| {
            check_complete_parts(program, source, &holes, world, signatures).findings
        };
        self.as_read(program, |analyzer| analyzer.with_world(false, check))
    }

    /// Returns the checker's findings before an input runs: errors as warnings, and notes.
    pub(super) fn static_warnings(&mut self, source: &Arc<Source>, program: &Program) -> Vec<Report> {
        let mut found = self.check_parsed(source, program, true).findings;
        self.keep_visible(&mut found);
        found.iter_mut().for_each(|found| found.severity = found.severity.min(Severity::Warning));
        reports(source, &found)
    }

    /// Returns the errors that reject an input.
    pub(super) fn blocking_errors(&mut self, source: &Arc<Source>, program: &Program) -> Vec<Report> {
        let mut found = self.check_parsed(source, program, true).findings;
        found.retain(Diagnostic::is_error);
        reports(source, &found)
    }

    /// Infers the types of the source's value. The static one is inferred without evaluating anything.
    pub fn types(&mut self, text: &str) -> ExpressionTypes {
        let view = self.check_types("input", text);
        let failed = view.reports.iter().any(|report| report.severity == Severity::Error);
        let static_type = view.type_text.filter(|_| !failed);
        ExpressionTypes {
            generalized: view.generalized.filter(|_| !failed).or_else(|| static_type.clone()),
            value: if failed { None } else { self.core.preview(text, INSPECT_TIME) },
            static_type,
            reports: view.reports,
            notes: view.notes,
        }
    }

    /// Checks a parsed and validated program. The session is unchanged.
    pub(super) fn check_parsed(&mut self, source: &Arc<Source>, program: &Program, closed: bool) -> Checked {
        self.as_read(program, |analyzer| {
            analyzer.with_world(closed, |world, signatures| check_program(program, source, world, signatures))
        })
    }

    /// Runs a check of a program in the mode in which it was read: a plan knows the functions and types of plans.
    fn as_read<T>(&mut self, program: &Program, check: impl FnOnce(&mut Self) -> T) -> T {
        if program.tasks == self.core.vm.settings.lex.tasks {
            return check(self);
        }
        let kept = std::mem::take(&mut self.checker.signatures);
        let before = std::mem::replace(&mut self.core.vm.settings.lex.tasks, program.tasks);
        let checked = check(self);
        self.core.vm.settings.lex.tasks = before;
        self.checker.signatures = kept;
        checked
    }
}

/// Merges the static warnings of an input into its evaluation. A failed run reports its own error, and its warnings
/// are already in the report: only their fixes are kept.
pub(super) fn merge_static_warnings(foreseen: Vec<Report>, evaluation: &mut Evaluation) {
    let failed = evaluation.failed();
    let mut ahead = Vec::new();
    for early in foreseen {
        let same = |told: &&mut Report| is_inside(&early, told);
        match evaluation.reports.iter_mut().find(same) {
            Some(told) if told.fixes.is_empty() => told.fixes = early.fixes,
            Some(_) => {}
            None if failed => {}
            None => ahead.push(early),
        }
    }
    evaluation.reports.splice(0..0, ahead);
}

/// Returns whether the span of `early` is inside the span of the other report.
pub(super) fn is_inside(early: &Report, told: &Report) -> bool {
    let (from, to) = (told.position, told.end.or(told.position));
    early.source_name == told.source_name && from.is_some() && from <= early.position && early.position <= to
}
