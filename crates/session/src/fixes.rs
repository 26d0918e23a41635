//! Applies the fixes of findings to source, and to the last input so that it can run again.

use pprepl_text::{Edit, Fix, Severity, Source, Span, applied, difference};

use super::analyzer::Analyzer;
use super::gate::{Gate, SourceKind};
use super::{Evaluation, Report, Session};

/// Source before and after its fixes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedText {
    pub before: String,
    pub after: String,
    /// The titles of the applied fixes.
    pub titles: Vec<String>,
}

impl FixedText {
    /// Returns the removed and added lines, each after `- ` or `+ `.
    pub fn changed_lines(&self) -> Vec<String> {
        difference::changed_lines(&self.before, &self.after)
    }
}

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

/// Returns the best fix of each finding in the source `name`, fixes of errors first.
pub(super) fn best<'r>(name: &str, reports: &'r [Report]) -> Vec<&'r Fix> {
    best_reports(name, reports).filter_map(|report| Some(&report.fixes.first()?.fix)).collect()
}

/// Returns the findings in the source `name`, errors first.
fn best_reports<'r>(name: &str, reports: &'r [Report]) -> impl Iterator<Item = &'r Report> {
    let of = |severity: Severity| reports.iter().filter(move |report| report.severity == severity);
    let all = of(Severity::Error).chain(of(Severity::Warning)).chain(of(Severity::Note));
    all.filter(move |report| report.source_name == name)
}

/// Applies the best fix of each finding; `None` when no finding has one.
pub fn apply_fixes(name: &str, text: &str, reports: &[Report]) -> Option<FixedText> {
    with(text, &best(name, reports))
}

/// Applies fixes; `None` when nothing changes.
pub(super) fn with(text: &str, fixes: &[&Fix]) -> Option<FixedText> {
    let (after, which) = applied(text, fixes.iter().copied());
    let titles = which.into_iter().filter_map(|at| Some(fixes.get(at)?.title.clone())).collect();
    (after != text).then(|| FixedText { before: text.to_owned(), after, titles })
}

/// Returns the shortest edit that turns one text into another.
pub(super) fn shortest_edit(old: &str, new: &str) -> Edit {
    let alike = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| -> usize {
        a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let start = alike(&mut old.chars(), &mut new.chars());
    let (rest, new_rest) = (old.get(start..).unwrap_or(""), new.get(start..).unwrap_or(""));
    let end = alike(&mut rest.chars().rev(), &mut new_rest.chars().rev());
    let text = new.get(start..new.len() - end).unwrap_or("").to_owned();
    Edit { span: Span::new(start as u32, (old.len() - end) as u32), text }
}

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
        let mut now = text.to_owned();
        let mut titles = Vec::new();
        for _ in 0..ROUNDS {
            let Some(better) = self.fix_once(name, &now) else { break };
            titles.extend(better.titles);
            now = better.after;
        }
        (now != text).then(|| FixedText { before: text.to_owned(), after: now, titles })
    }

    /// Applies all safe fixes together, or else the first that passes alone.
    fn fix_once(&mut self, name: &str, text: &str) -> Option<FixedText> {
        let view = self.check_file(name, text);
        let told: Vec<Report> = view.reports.into_iter().chain(view.hints).collect();
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
