//! The static checker in a session: its type environment, and the handling of its findings.

use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pprepl_text::{Diagnostic, Severity, Source, Span};
use puppet_check::{
    Checked, ExternalType, KnownFunction, KnownParams, RuleSet, SignatureCache, TypeEnv, check_complete_parts,
    check_program,
};
use puppet_eval::{Builtin, ClassDefinition, DefineDefinition, Definition, Strictness, Vm};
use puppet_pcore::{Ty, TypeRules, Value, infer_detailed, infer_generalized};
use puppet_syntax::ast::{Param, Program};
use puppet_syntax::{self as syntax, Parsed};

use super::assume::Assumption;
use super::report::reports;
use super::views::has_more_parts;
use super::{Evaluation, Report, Session, engine};

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
    pub fn shown(&self) -> Vec<Report> {
        let mut all: Vec<Report> = self.reports.iter().chain(&self.notes).cloned().collect();
        all.sort_by_key(|report| report.position);
        all
    }
}

impl Session {
    /// Returns the enabled rules.
    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    /// Sets the enabled rules.
    pub fn set_rules(&mut self, rules: RuleSet) {
        self.rules = rules;
    }

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

    /// Sets the severity of a rule.
    pub fn set_severity(&mut self, code: &str, severity: Severity) {
        self.severities.retain(|(known, _)| known != code);
        self.severities.push((code.to_owned(), severity));
    }

    pub(super) fn severity(&self, code: &str, usual: Severity) -> Severity {
        self.severities.iter().find(|(known, _)| known == code).map_or(usual, |(_, severity)| *severity)
    }

    fn check_text(&mut self, name: &str, text: &str, closed: bool, least: Severity) -> CheckView {
        let checked = self.inside_budget(|session| session.check_complete(name, text, closed, least));
        checked.unwrap_or_else(|reason| {
            let told = [syntax::exhausted(reason)];
            CheckView { reports: reports(&Source::new(name, text), &told), ..CheckView::default() }
        })
    }

    fn check_complete(&mut self, name: &str, text: &str, closed: bool, least: Severity) -> CheckView {
        let source = Source::new(name, text);
        let template = name.ends_with(".epp");
        let options = syntax::LexOptions { template, ..engine::lex_options(&self.settings) };
        let Parsed { program, mut diagnostics, .. } = syntax::parse(text, options);
        if diagnostics.iter().any(Diagnostic::is_error) {
            diagnostics.extend(self.check_complete_parts(&source, &program, &diagnostics));
            diagnostics.sort_by_key(|found| found.span.map_or(u32::MAX, |span| span.start));
            return CheckView { reports: reports(&source, &diagnostics), ..CheckView::default() };
        }
        diagnostics.extend(self.vm.validate(&program, text));
        if diagnostics.iter().any(Diagnostic::is_error) {
            return CheckView { reports: reports(&source, &diagnostics), ..CheckView::default() };
        }
        let mut checked = self.check_parsed(&source, &program, closed);
        if closed {
            checked.findings.extend(self.static_attribute_findings(&program));
        }
        for found in &mut checked.findings {
            found.severity = self.severity(&found.code, found.severity);
        }
        let (mut hints, found): (Vec<_>, Vec<_>) =
            checked.findings.into_iter().partition(|found| found.severity == Severity::Note);
        diagnostics.extend(found);
        let all = if least == Severity::Note { reports(&source, &hints) } else { Vec::new() };
        self.shown_notes(&mut hints);
        CheckView {
            type_text: Some(checked.type_text),
            generalized: checked.generalized,
            reports: reports(&source, &diagnostics),
            hints: all,
            notes: reports(&source, &hints),
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
            let parsed = syntax::parse_part(cell, engine::lex_options(&self.settings), before);
            let mut found = parsed.diagnostics;
            if !found.iter().any(Diagnostic::is_error) {
                found.extend(self.vm.validate(&parsed.program, cell));
            }
            view.reports.extend(reports(&Source::part(name, cell, before), &found));
        }
        if view.reports.iter().any(|report| report.severity == Severity::Error) {
            return view;
        }
        let (source, parsed) = (Source::new(name, text), syntax::parse(text, engine::lex_options(&self.settings)));
        if parsed.diagnostics.iter().any(Diagnostic::is_error) {
            view.reports.extend(reports(&source, &parsed.diagnostics));
            return view;
        }
        let checked = self.check_parsed(&source, &parsed.program, true);
        let (mut hints, found): (Vec<_>, Vec<_>) =
            checked.findings.into_iter().partition(|found| found.severity == Severity::Note);
        view.reports.extend(reports(&source, &found));
        view.hints = reports(&source, &hints);
        self.shown_notes(&mut hints);
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
        self.with_world(false, check)
    }

    /// Returns the checker's findings, shown as warnings before an input runs.
    pub(super) fn static_warnings(&mut self, source: &Arc<Source>, program: &Program) -> Vec<Report> {
        let mut found = self.check_parsed(source, program, true).findings;
        self.shown_notes(&mut found);
        found.iter_mut().for_each(|found| found.severity = found.severity.min(Severity::Warning));
        reports(source, &found)
    }

    /// Returns the errors that reject an input.
    pub(super) fn blocking_errors(&mut self, source: &Arc<Source>, program: &Program) -> Vec<Report> {
        let mut found = self.check_parsed(source, program, true).findings;
        found.retain(Diagnostic::is_error);
        reports(source, &found)
    }

    /// Infers the type of the source's value without side effects, and returns the findings.
    pub fn static_type(&mut self, text: &str) -> (Option<String>, Vec<Report>) {
        let view = self.check_types("input", text);
        let failed = view.reports.iter().any(|report| report.severity == Severity::Error);
        let exact = if failed { None } else { self.preview(text, INSPECT_TIME).map(|glance| glance.detailed) };
        (exact.or(view.type_text), view.reports)
    }

    /// Checks a parsed and validated program. The session is unchanged.
    pub(super) fn check_parsed(&mut self, source: &Arc<Source>, program: &Program, closed: bool) -> Checked {
        self.with_world(closed, |world, signatures| check_program(program, source, world, signatures))
    }

    /// Runs `act` on the session as a type environment. The session is unchanged.
    pub(super) fn with_world<T>(
        &mut self,
        closed: bool,
        act: impl FnOnce(&mut dyn TypeEnv, &SignatureCache) -> T,
    ) -> T {
        self.with_world_until(closed, None, act)
    }

    /// Runs `act` as [`Self::with_world`] does, with a deadline.
    pub(super) fn with_world_until<T>(
        &mut self,
        closed: bool,
        until: Option<Instant>,
        act: impl FnOnce(&mut dyn TypeEnv, &SignatureCache) -> T,
    ) -> T {
        let mark = self.vm.journal.mark();
        let signatures = std::mem::take(&mut self.signatures);
        let settings = WorldSettings {
            rules: self.vm.settings.types,
            additions: self.settings.additions,
            strict: self.vm.settings.strict == Strictness::Error,
            hides_builtins: self.settings.shadow_builtins,
            orders_strings: self.settings.string_numbers,
            strict_variables: self.settings.strict_variables,
            empty_string_true: self.settings.empty_string_true,
            told: if self.settings.notes { self.rules } else { self.rules.without_notes() },
            until,
            reassigns: closed && !self.is_notebook_check,
            closed,
        };
        let mut world = SessionTypeEnv { vm: &mut self.vm, settings, assumed: &self.assumed };
        let result = act(&mut world, &signatures);
        self.signatures = signatures;
        self.vm.discard(mark);
        result
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
fn is_inside(early: &Report, told: &Report) -> bool {
    let (from, to) = (told.position, told.end.or(told.position));
    early.source_name == told.source_name && from.is_some() && from <= early.position && early.position <= to
}

struct WorldSettings {
    rules: TypeRules,
    additions: bool,
    strict: bool,
    hides_builtins: bool,
    orders_strings: bool,
    strict_variables: bool,
    empty_string_true: bool,
    told: RuleSet,
    until: Option<Instant>,
    /// Whether a name of the session cannot be set or declared again.
    reassigns: bool,
    closed: bool,
}

/// The session as a type environment.
struct SessionTypeEnv<'s> {
    vm: &'s mut Vm,
    settings: WorldSettings,
    assumed: &'s [Assumption],
}

/// The time limit for inspecting plain data.
const INSPECT_TIME: Duration = Duration::from_millis(200);

/// The maximum number of keys to compare with an unknown one.
const MAX_KEYS: usize = 2_000;

/// Collections with more elements get a general type.
const LARGE: usize = 64;

impl TypeEnv for SessionTypeEnv<'_> {
    fn enabled_rules(&self) -> RuleSet {
        self.settings.told
    }

    fn until(&self) -> Option<Instant> {
        self.settings.until
    }

    fn rules(&self) -> TypeRules {
        self.settings.rules
    }

    fn additions(&self) -> bool {
        self.settings.additions
    }

    fn strict(&self) -> bool {
        self.settings.strict
    }

    fn orders_strings(&self) -> bool {
        self.settings.orders_strings
    }

    fn hides_builtins(&self) -> bool {
        self.settings.hides_builtins
    }

    fn is_closed(&self) -> bool {
        self.settings.closed
    }

    fn empty_string_is_true(&self) -> bool {
        self.settings.empty_string_true
    }

    fn type_at(&mut self, variable: &str, path: &[&str]) -> Option<Ty> {
        let value = self.value_at(variable, path)?;
        let is_plain = matches!(value, Value::Str(_) | Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Undef);
        is_plain.then(|| infer_detailed(value))
    }

    fn is_shared(&self) -> bool {
        !self.settings.reassigns
    }

    fn is_assigned(&mut self, variable: &str) -> bool {
        self.vm.globals.get(variable).is_some()
    }

    fn is_declared(&mut self, type_name: &str, title: &str) -> bool {
        self.vm.catalog().catalog().find(type_name, title).is_some()
    }

    fn keys_at(&mut self, variable: &str, path: &[&str]) -> Option<Vec<Rc<str>>> {
        let Value::Hash(hash) = self.value_at(variable, path)? else { return None };
        hash.iter().take(MAX_KEYS).map(|(key, _)| key.as_str().map(Into::into)).collect()
    }

    fn alias(&mut self, name: &str) -> Option<Ty> {
        self.vm.known_alias(name)
    }

    fn is_resource_type(&mut self, name: &str) -> bool {
        self.vm.is_known_resource_type(name)
    }

    fn function(&mut self, name: &str) -> Option<KnownFunction> {
        let entry = self.vm.function(name);
        if !entry.defined.get() && entry.builtin.is_none() {
            self.vm.load_function(&entry);
        }
        if let Some(user) = &*entry.user.borrow() {
            let (definition, source) = (user.definition.clone(), user.source.clone());
            return Some(KnownFunction::Puppet { definition, source });
        }
        match entry.builtin {
            Some(row) => Some(builtin(row)),
            None => self.vm.has_ruby_function(name).then_some(KnownFunction::Opaque),
        }
    }

    fn variable(&mut self, name: &str) -> ExternalType {
        match self.vm.globals.get(name) {
            Some(value) => {
                // The exact type of a value with shared parts is as large as its full expansion. A finding must not
                // show a sensitive value.
                let wide = has_more_parts(value, LARGE) || matches!(value, Value::Sensitive(_));
                ExternalType::Type(if wide { infer_generalized(value) } else { infer_detailed(value) })
            }
            None if self.assumed(name).is_some() => self.assumed(name).map_or(ExternalType::Maybe, ExternalType::Type),
            None if name.contains("::") || self.is_own(name) || !self.settings.strict_variables => ExternalType::Maybe,
            None => ExternalType::Nothing,
        }
    }

    fn variables(&self) -> Vec<Rc<str>> {
        let assumed = self.assumed.iter().map(|(name, _)| name.clone());
        self.vm.globals.assigned_names().into_iter().chain(assumed).collect()
    }

    fn functions(&self) -> Vec<Rc<str>> {
        self.vm.functions.known_names()
    }

    fn class(&mut self, name: &str) -> Option<Rc<dyn KnownParams>> {
        match self.vm.known_class(name)? {
            Definition::Class(class) => Some(Rc::new(ClassParams(class))),
            Definition::Define(_) => None,
        }
    }

    fn define(&mut self, name: &str) -> Option<Rc<dyn KnownParams>> {
        match self.vm.known_define(name)? {
            Definition::Define(define) => Some(Rc::new(DefineParams(define))),
            Definition::Class(_) => None,
        }
    }
}

impl SessionTypeEnv<'_> {
    /// Returns the value at a path of string keys in a variable.
    fn value_at(&self, variable: &str, path: &[&str]) -> Option<&Value> {
        let mut value = self.vm.globals.get(variable)?;
        for key in path {
            let Value::Hash(hash) = value else { return None };
            value = hash.get(&Value::str(*key))?;
        }
        Some(value)
    }

    fn assumed(&self, name: &str) -> Option<Ty> {
        self.assumed.iter().find(|(known, _)| **known == *name).map(|(_, ty)| ty.clone())
    }

    /// Returns whether the name is a session variable: `_` or `_3` (values of earlier inputs), or `title` and the
    /// like at top scope.
    fn is_own(&self, name: &str) -> bool {
        let output = name.strip_prefix('_').is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()));
        output || matches!(name, "title" | "name")
    }
}

fn builtin(row: &'static Builtin) -> KnownFunction {
    let overloads = row.signatures.iter().map(|signature| (signature.params, signature.returns)).collect();
    KnownFunction::Builtin(row.name, overloads)
}

struct ClassParams(Rc<ClassDefinition>);
struct DefineParams(Rc<DefineDefinition>);

impl KnownParams for ClassParams {
    fn params(&self) -> &[Param] {
        &self.0.definition.params
    }

    fn source(&self) -> &Arc<Source> {
        &self.0.source
    }
}

impl KnownParams for DefineParams {
    fn params(&self) -> &[Param] {
        &self.0.definition.params
    }

    fn source(&self) -> &Arc<Source> {
        &self.0.source
    }
}
