//! Applies the fixes of findings to source, and to the last input so that it can run again.

use pprepl_text::{Fix, Severity, Source};
use puppet_syntax::format::keep_columns;

use super::analyzer::Analyzer;
use super::fixed_text::{FixedText, best_reports};
use super::gate::{Gate, SourceKind};
use super::{Evaluation, Report, Session};

/// The reason why the last input cannot be fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoFix {
    NoInput,
    /// None of its findings has a fix.
    NoFix,
    /// It has fewer fixes than requested.
    NoSuchFix(usize),
}

/// The maximum number of check-and-fix rounds.
const ROUNDS: usize = 8;

impl Session {
    /// Applies all fixes of the last input, or its `n`-th fix (from 1). Its changes are undone meanwhile.
    pub fn fix_last_input(&mut self, n: Option<usize>) -> Result<FixedText, NoFix> {
        let (Some(input), Some(last)) = (self.history.inputs.last(), &self.history.last) else {
            return Err(NoFix::NoInput);
        };
        let (name, text) = (input.name.clone(), input.text.clone());
        let reports: Vec<Report> = last.reports.iter().chain(&last.notes).cloned().collect();
        self.before_last_input(|session| session.analyze().repaired(&name, &text, &reports, n))
    }

    /// Drops the fixes of the last input's evaluation that do not pass the gate.
    pub fn keep_passing_fixes(&mut self, evaluation: &mut Evaluation) {
        let Some(input) = self.history.inputs.last() else { return };
        let (name, text) = (input.name.clone(), input.text.clone());
        let Evaluation { reports, notes, .. } = evaluation;
        if reports.iter().chain(&*notes).any(|report| !report.fixes.is_empty()) {
            let source = Source::new(&*name, &*text);
            self.before_last_input(|session| {
                session.analyze().keep_passing_fixes(&source, SourceKind::Input, reports);
                session.analyze().keep_passing_fixes(&source, SourceKind::Input, notes);
            });
        }
    }

    /// Runs `act` on the session as it was before the last input.
    fn before_last_input<T>(&mut self, act: impl FnOnce(&mut Session) -> T) -> T {
        let last = self.history.inputs.len();
        let changed = self.history.done.last().is_some_and(|step| step.input == last);
        if !changed {
            return act(self);
        }
        self.undo(1);
        let result = act(self);
        self.redo(1);
        result
    }
}

impl Analyzer<'_> {
    /// Applies the fixes of the findings that pass the gate, or only the `n`-th fix (from 1).
    pub fn repaired(&mut self, name: &str, text: &str, told: &[Report], n: Option<usize>) -> Result<FixedText, NoFix> {
        let fixes = fixable(name, told);
        match n {
            _ if fixes.is_empty() => Err(NoFix::NoFix),
            None => self.repaired_by(name, text, told, &fixes).ok_or(NoFix::NoFix),
            Some(n) => {
                let Some(chosen) = n.checked_sub(1).and_then(|at| fixes.get(at)) else {
                    return Err(NoFix::NoSuchFix(fixes.len()));
                };
                let source = Source::new(name, text);
                let mut gate = Gate::new(self, &source, SourceKind::Input, told);
                gate.passed_while_typing(chosen.0, chosen.1).ok_or(NoFix::NoFix)
            }
        }
    }

    /// Applies all fixes together, or else the first that passes alone.
    fn repaired_by(&mut self, name: &str, text: &str, told: &[Report], fixes: &[Candidate]) -> Option<FixedText> {
        let source = Source::new(name, text);
        let mut gate = Gate::new(self, &source, SourceKind::Input, told);
        let all: Vec<&Fix> = fixes.iter().map(|(fix, _)| *fix).collect();
        let least = fixes.iter().map(|(_, severity)| *severity).min().unwrap_or(Severity::Error);
        gate.passed(&all, least).or_else(|| {
            let alone = fixes.iter().filter(|_| fixes.len() > 1);
            alone.into_iter().find_map(|(fix, severity)| gate.passed(&[*fix], *severity))
        })
    }

    /// Applies the first fix in the input being typed that passes the gate, errors first.
    pub fn fix_typed(&mut self, text: &str) -> Option<FixedText> {
        let view = self.check_types("input", text);
        let fixes = fixable("input", &view.reports);
        if fixes.is_empty() {
            return None;
        }
        let source = Source::new("input", text);
        let mut gate = Gate::new(self, &source, SourceKind::Typed, &[]);
        fixes.into_iter().find_map(|(fix, severity)| gate.passed_while_typing(fix, severity))
    }

    /// Applies every safe fix to a file. Each round checks the result again and drops a fix that makes it worse.
    /// `None` when nothing changes.
    pub fn fix_file(&mut self, name: &str, text: &str) -> Option<FixedText> {
        self.fix_findings(name, text, &|_, _| true)
    }

    /// Applies the safe fixes of the findings that `is_wanted` accepts, as [`Self::fix_file`] does. It also gets the text
    /// that the finding is about: fixes change it. The parameters that were in columns still are.
    pub fn fix_findings(
        &mut self,
        name: &str,
        text: &str,
        is_wanted: &dyn Fn(&str, &Report) -> bool,
    ) -> Option<FixedText> {
        let mut now = text.to_owned();
        let mut titles = Vec::new();
        for _ in 0..ROUNDS {
            let Some(better) = self.fix_once(name, &now, is_wanted) else { break };
            titles.extend(better.titles);
            now = better.after;
        }
        // A wider type moves the rest of its line out of its columns.
        let now = keep_columns(text, &now, self.core.options_for(name));
        (now != text).then(|| FixedText { before: text.to_owned(), after: now, titles })
    }

    /// Applies all safe fixes together, or else the first that passes alone.
    fn fix_once(&mut self, name: &str, text: &str, is_wanted: &dyn Fn(&str, &Report) -> bool) -> Option<FixedText> {
        let view = self.check_file(name, text);
        let all = view.reports.into_iter().chain(view.hints);
        let told: Vec<Report> = all.filter(|report| is_wanted(text, report)).collect();
        let sure: Vec<Candidate> = fixable(name, &told).into_iter().filter(|(fix, _)| fix.sure).collect();
        if sure.is_empty() {
            return None;
        }
        let source = Source::new(name, text);
        let mut gate = Gate::new(self, &source, SourceKind::File, &[]);
        let all: Vec<&Fix> = sure.iter().map(|(fix, _)| *fix).collect();
        let least = sure.iter().map(|(_, severity)| *severity).min().unwrap_or(Severity::Error);
        let together = gate.passed_safely(&all, least);
        together.or_else(|| {
            let mut alone = sure.iter().filter(|_| sure.len() > 1);
            alone.find_map(|(fix, severity)| gate.passed_safely(&[*fix], *severity))
        })
    }
}

/// A fix, and the severity of its finding.
type Candidate<'r> = (&'r Fix, Severity);

/// Returns the best fix of each finding in the source `name`, fixes of errors first.
fn fixable<'r>(name: &str, reports: &'r [Report]) -> Vec<Candidate<'r>> {
    best_reports(name, reports).filter_map(|report| Some((&report.fixes.first()?.fix, report.severity))).collect()
}
