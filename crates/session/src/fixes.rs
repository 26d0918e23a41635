//! Applies the fixes of findings to source, and to the last input so that it can run again.

use pprepl_text::{Fix, Severity, applied};

use super::analyzer::Analyzer;
use super::history::History;
use super::{CheckView, Report};

/// Source before and after its fixes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedText {
    pub before: String,
    pub after: String,
    /// The titles of the applied fixes.
    pub titles: Vec<String>,
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
fn best<'r>(name: &str, reports: &'r [Report]) -> Vec<&'r Fix> {
    let of = |severity: Severity| reports.iter().filter(move |report| report.severity == severity);
    let all = of(Severity::Error).chain(of(Severity::Warning)).chain(of(Severity::Note));
    all.filter(|report| report.source_name == name).filter_map(|report| Some(&report.fixes.first()?.fix)).collect()
}

/// Applies the best fix of each finding; `None` when no finding has one.
pub fn apply_fixes(name: &str, text: &str, reports: &[Report]) -> Option<FixedText> {
    with(text, best(name, reports))
}

fn with(text: &str, fixes: Vec<&Fix>) -> Option<FixedText> {
    let (after, which) = applied(text, fixes.iter().copied());
    let titles = which.into_iter().filter_map(|at| Some(fixes.get(at)?.title.clone())).collect();
    (after != text).then(|| FixedText { before: text.to_owned(), after, titles })
}

impl History {
    /// Applies all fixes of the last input, or its `n`-th fix (from 1).
    pub(crate) fn fix_last(&self, n: Option<usize>) -> Result<FixedText, NoFix> {
        let (Some(input), Some(last)) = (self.inputs.last(), &self.last) else {
            return Err(NoFix::NoInput);
        };
        let fixes = best(&input.name, &last.reports);
        let chosen = match n {
            None => fixes,
            Some(n) => match n.checked_sub(1).and_then(|at| fixes.get(at)) {
                Some(fix) => vec![*fix],
                None if fixes.is_empty() => return Err(NoFix::NoFix),
                None => return Err(NoFix::NoSuchFix(fixes.len())),
            },
        };
        with(&input.text, chosen).ok_or(NoFix::NoFix)
    }
}

impl Analyzer<'_> {
    /// Applies the best fix of the first fixable finding in the input being typed, errors first.
    pub fn fix_typed(&mut self, text: &str) -> Option<FixedText> {
        let view = self.check_types("input", text);
        let first = best("input", &view.reports).into_iter().next()?;
        with(text, vec![first])
    }

    /// Applies every safe fix to a file. Each round checks the result again and drops a fix that makes it worse.
    /// `None` when nothing changes.
    pub fn fix_file(&mut self, name: &str, text: &str) -> Option<FixedText> {
        let mut now = text.to_owned();
        let mut view = self.check_file(name, text);
        let mut titles = Vec::new();
        for _ in 0..ROUNDS {
            let Some((better, after, found)) = self.fix_once(name, &now, &view) else { break };
            titles.extend(found);
            (now, view) = (after, better);
        }
        (now != text).then(|| FixedText { before: text.to_owned(), after: now, titles })
    }

    /// Applies all safe fixes together, or else the first that helps alone.
    fn fix_once(&mut self, name: &str, text: &str, view: &CheckView) -> Option<(CheckView, String, Vec<String>)> {
        let told: Vec<Report> = view.reports.iter().chain(&view.hints).cloned().collect();
        let sure: Vec<&Fix> = best(name, &told).into_iter().filter(|fix| fix.sure).collect();
        let alone = sure.iter().map(|fix| vec![*fix]);
        for fixes in std::iter::once(sure.clone()).chain(alone) {
            let Some(made) = with(text, fixes) else { continue };
            let after = self.check_file(name, &made.after);
            if weight(&after) < weight(view) {
                return Some((after, made.after, made.titles));
            }
        }
        None
    }
}

/// Returns the weight of the findings: syntax first, which hides the rest; then errors, then the others.
fn weight(view: &CheckView) -> (bool, usize, usize) {
    let count = |severity| view.reports.iter().filter(|report| report.severity == severity).count();
    let unread = view.type_text.is_none();
    (unread, count(Severity::Error), count(Severity::Warning) + view.hints.len())
}
