//! The gate of fixes: every fix that a front end offers passes it.
//!
//! A fix passes if the program with it parses and has fewer findings than before, none of them new. Where an input
//! changes nothing but variables, it also runs, is rolled back, and a failure of the run counts as a finding. A fix
//! that does not pass is dropped; the help of its diagnostic remains.

use std::time::Duration;

use pprepl_budget::{Deadline, Limits};
use pprepl_text::{Code, Diagnostic, Fix, Severity, Source};
use puppet_eval::Flow;
use puppet_syntax as syntax;

use super::analyzer::Analyzer;
use super::check::is_inside;
use super::fixed_text::{FixedText, best, shortest_edit, with};
use super::report::{report, report_fix};
use super::{Report, ReportFix, purity};

/// The maximum number of programs checked for the fixes of one source.
const MAX_TRIALS: usize = 12;

/// The maximum number of fixes applied one after another, where the parser finds the next error only after the last.
const MAX_STEPS: usize = 4;

/// The time limit for all fixes of one source.
const TIME: Duration = Duration::from_millis(800);

/// The meaning of the source whose fixes are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// It would run next: every name is known, and it may be tried.
    Input,
    /// An input that is being typed: every name is known, but it never runs, because it may continue.
    Typed,
    /// Other files may define its names. It never runs.
    File,
}

/// A finding without its position, which a fix moves.
type Finding = (Severity, Code, String);

/// The findings of a program, and how far it parses.
struct Verdict {
    parses: bool,
    /// The distance of the first syntax error from the start, in bytes.
    read: usize,
    /// The distance of the first syntax error from the end, in bytes.
    unread: usize,
    reports: Vec<Report>,
    /// All findings, sorted.
    findings: Vec<Finding>,
}

impl Verdict {
    /// Returns the findings that count for a fix of a finding of this severity: a note counts only against notes.
    fn counted(&self, severity: Severity) -> Vec<&Finding> {
        self.findings.iter().filter(|(found, ..)| *found >= severity.min(Severity::Warning)).collect()
    }

    /// Returns whether this program has fewer findings than `before`, and none that is new.
    fn has_fewer(&self, before: &Verdict, severity: Severity) -> bool {
        let (now, before) = (self.counted(severity), before.counted(severity));
        now.len() < before.len() && is_subset(&now, &before)
    }

    fn is_better(&self, before: &Verdict, severity: Severity) -> bool {
        self.parses && self.has_fewer(before, severity)
    }

    /// Returns whether this program parses, other than `before`: what a syntax error hid is not new.
    fn parses_at_last(&self, before: &Verdict) -> bool {
        self.parses && !before.parses
    }

    /// Returns whether the parser gets further in this program, or as far with fewer findings.
    fn is_closer(&self, before: &Verdict, severity: Severity) -> bool {
        let as_far = self.read >= before.read || self.unread == before.unread;
        let is_further = self.unread < before.unread || as_far && self.has_fewer(before, severity);
        !before.parses && !self.parses && is_further
    }
}

/// Returns whether each element of a sorted list is in another, as often.
fn is_subset(small: &[&Finding], large: &[&Finding]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|one| rest.any(|other| other == one))
}

/// The gate for the fixes of one source.
pub(super) struct Gate<'g, 's> {
    analyzer: &'g mut Analyzer<'s>,
    name: &'g str,
    text: &'g str,
    kind: SourceKind,
    before: Verdict,
    trials: usize,
    until: Deadline,
}

impl<'g, 's> Gate<'g, 's> {
    /// Opens the gate for a source; `told` are the findings of its run, if it ran.
    pub(super) fn new(
        analyzer: &'g mut Analyzer<'s>,
        source: &'g Source,
        kind: SourceKind,
        told: &[Report],
    ) -> Gate<'g, 's> {
        let until = Deadline::after(TIME);
        let (name, text) = (source.name(), source.text());
        let before = Verdict { parses: false, read: 0, unread: 0, reports: Vec::new(), findings: Vec::new() };
        let mut gate = Gate { analyzer, name, text, kind, before, trials: MAX_TRIALS, until };
        gate.before = gate.judge(text);
        gate.add_run(told);
        gate
    }

    /// Adds the findings of the run that the check does not know.
    fn add_run(&mut self, told: &[Report]) {
        for one in told.iter().filter(|one| one.source_name == self.name) {
            if !is_known(one, &self.before.reports) {
                self.before.findings.push(key(one));
            }
        }
        self.before.findings.sort();
    }

    /// Returns the program with these fixes if it passes. Where the parser finds the next syntax error only after the
    /// last, the fixes of the next are applied, too.
    pub(super) fn passed(&mut self, fixes: &[&Fix], severity: Severity) -> Option<FixedText> {
        self.advanced(fixes, severity, false)
    }

    /// Returns the program with these safe fixes as [`Gate::passed`] does. Here it suffices that it parses at last.
    pub(super) fn passed_safely(&mut self, fixes: &[&Fix], severity: Severity) -> Option<FixedText> {
        self.advanced(fixes, severity, true)
    }

    fn advanced(&mut self, fixes: &[&Fix], severity: Severity, is_safe: bool) -> Option<FixedText> {
        let mut made = with(self.text, fixes)?;
        for _ in 0..MAX_STEPS {
            let now = self.tried(&made.after)?;
            if now.is_better(&self.before, severity) || is_safe && now.parses_at_last(&self.before) {
                return Some(made);
            }
            if !now.is_closer(&self.before, severity) {
                return None;
            }
            let next = best(self.name, &now.reports).into_iter().find(|fix| fix.sure || !is_safe)?;
            let more = with(&made.after, &[next])?;
            made.titles.extend(more.titles);
            made.after = more.after;
        }
        None
    }

    /// Returns the program with this fix if it passes, or if it brings source that is being typed closer to parsing.
    pub(super) fn passed_while_typing(&mut self, fix: &Fix, severity: Severity) -> Option<FixedText> {
        let made = with(self.text, &[fix])?;
        let now = self.tried(&made.after)?;
        let is_step = now.parses_at_last(&self.before) || now.is_closer(&self.before, severity);
        (is_step || now.is_better(&self.before, severity)).then_some(made)
    }

    /// Returns the verdict on a changed program, until the trials or the time are over.
    fn tried(&mut self, text: &str) -> Option<Verdict> {
        self.trials = self.trials.checked_sub(1)?;
        (!self.until.is_over()).then(|| self.judge(text))
    }

    fn judge(&mut self, text: &str) -> Verdict {
        let limits = Limits { deadline: Some(self.until), ..self.analyzer.core.limits() };
        let scope = self.analyzer.core.vm.calls.begin(limits);
        let verdict = self.analyzer.judge(self.name, text, self.kind);
        self.analyzer.core.vm.calls.end(scope);
        verdict
    }
}

impl Analyzer<'_> {
    fn judge(&mut self, name: &str, text: &str, kind: SourceKind) -> Verdict {
        let parsed = syntax::parse(text, self.core.options_for(name));
        let first = parsed.diagnostics.iter().find(|found| found.is_error());
        let end = first.map_or(text.len(), |found| found.offset().map_or(text.len(), |at| at as usize));
        let view = match kind {
            SourceKind::Input | SourceKind::Typed => self.check_types(name, text),
            SourceKind::File => self.check_file(name, text),
        };
        let mut reports = view.reports;
        reports.extend(view.hints);
        if kind == SourceKind::Input && first.is_none() {
            let failed = self.failure(name, text).filter(|failed| !is_known(failed, &reports));
            reports.extend(failed);
        }
        let mut findings: Vec<Finding> = reports.iter().map(key).collect();
        findings.sort();
        Verdict { parses: first.is_none(), read: end, unread: text.len().saturating_sub(end), reports, findings }
    }

    /// Runs an input that changes nothing but variables, and rolls it back. Returns its error.
    fn failure(&mut self, name: &str, text: &str) -> Option<Report> {
        let parsed = self.core.read(text);
        let is_valid = |found: Vec<Diagnostic>| !found.iter().any(Diagnostic::is_error);
        let tries = purity::changes_only_variables(&self.core.vm, &parsed.program.body)
            && is_valid(self.core.vm.validate(&parsed.program, text));
        if !tries {
            return None;
        }
        let source = Source::new(name, text);
        let failed = self.core.run_trial(&source, &parsed.program)?.err()?;
        match *failed {
            Flow::Fault(fault) => Some(report(&source, &fault.to_diagnostic())),
            Flow::Cancelled | Flow::Break | Flow::Next(_) | Flow::Return(_) => None,
        }
    }

    /// Drops the fixes that do not pass the gate from the reports on a source. A fix that passes only with those of
    /// the next syntax errors becomes one fix with them.
    pub fn keep_passing_fixes(&mut self, source: &Source, kind: SourceKind, told: &mut [Report]) {
        if told.iter().all(|one| one.fixes.is_empty()) {
            return;
        }
        let mut gate = Gate::new(self, source, kind, told);
        for one in told {
            let severity = one.severity;
            let fixes = std::mem::take(&mut one.fixes);
            if one.is_on(source) {
                one.fixes = fixes.into_iter().filter_map(|fix| gate.offered(source, fix, severity)).collect();
            }
        }
    }
}

impl Gate<'_, '_> {
    /// Returns the fix to offer; `None` if it does not pass.
    fn offered(&mut self, source: &Source, fix: ReportFix, severity: Severity) -> Option<ReportFix> {
        let made = self.passed(&[&fix.fix], severity)?;
        if let [_] = made.titles.as_slice() {
            return Some(fix);
        }
        let edits = vec![shortest_edit(self.text, &made.after)];
        let (title, sure) = (made.titles.join("; "), false);
        Some(report_fix(source, Fix { title, edits, sure }))
    }
}

fn key(report: &Report) -> Finding {
    (report.severity, report.code, report.message.clone())
}

/// Returns whether the check already reports this finding of a run, at the same place or with the same words.
fn is_known(told: &Report, checked: &[Report]) -> bool {
    let is_there = |one: &Report| one.severity >= told.severity && (is_inside(one, told) || is_inside(told, one));
    checked.iter().any(|one| is_there(one) || key(one) == key(told))
}
