//! Mending a text: what it is with the fixes of its findings, and the last input so fixed, ready to run again.

use pprepl_text::{Fix, Severity, applied};

use super::{CheckView, Report, Session};

/// A text with fixes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedText {
    /// What it was.
    pub before: String,
    /// What it is now.
    pub after: String,
    /// What was done.
    pub titles: Vec<String>,
}

/// Why the last input cannot be fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoFix {
    /// There was no input.
    NoInput,
    /// None of its findings comes with a fix.
    NoFix,
    /// It has fewer fixes than that.
    NoSuchFix(usize),
}

/// How often a text is looked at again after fixes.
const ROUNDS: usize = 8;

/// The best fix of each finding of the text called `name`, those of errors first.
fn best<'r>(name: &str, reports: &'r [Report]) -> Vec<&'r Fix> {
    let of = |severity: Severity| reports.iter().filter(move |report| report.severity == severity);
    let all = of(Severity::Error).chain(of(Severity::Warning)).chain(of(Severity::Note));
    all.filter(|report| report.source_name == name).filter_map(|report| Some(&report.fixes.first()?.fix)).collect()
}

/// A text with the best fix of each of its findings; `None` when there is not one.
pub fn apply_fixes(name: &str, text: &str, reports: &[Report]) -> Option<FixedText> {
    with(text, best(name, reports))
}

fn with(text: &str, fixes: Vec<&Fix>) -> Option<FixedText> {
    let (after, which) = applied(text, fixes.iter().copied());
    let titles = which.into_iter().filter_map(|at| Some(fixes.get(at)?.title.clone())).collect();
    (after != text).then(|| FixedText { before: text.to_owned(), after, titles })
}

impl Session {
    /// The last input with its fixes applied, or with the `n`-th of them (from 1).
    pub fn fix_last_input(&self, n: Option<usize>) -> Result<FixedText, NoFix> {
        let (Some(input), Some(last)) = (self.inputs.last(), &self.last) else { return Err(NoFix::NoInput) };
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

    /// A text that is being typed with the best fix of the first of its findings that has one, errors first.
    pub fn fix_typed(&mut self, text: &str) -> Option<FixedText> {
        let view = self.check_types("input", text);
        let first = best("input", &view.reports).into_iter().next()?;
        with(text, vec![first])
    }

    /// Takes back what the last input did, so that it can run again in another form.
    pub fn take_back_last(&mut self) {
        let last = self.inputs.len();
        if self.done.last().is_some_and(|step| step.input == last) {
            self.undo(1);
        }
    }

    /// A file with every fix that leaves no doubt; each round is looked at again, and one that makes matters worse is
    /// not taken. `None` when nothing changes.
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

    /// All sure fixes together, or else the first that helps alone.
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

/// How much is wrong: syntax first, for it hides the rest; then errors, then the others.
fn weight(view: &CheckView) -> (bool, usize, usize) {
    let count = |severity| view.reports.iter().filter(|report| report.severity == severity).count();
    let unread = view.type_text.is_none();
    (unread, count(Severity::Error), count(Severity::Warning) + view.hints.len())
}
