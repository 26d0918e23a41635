//! Source with fixes applied: which fixes of the findings are best, and the text with them.

use pprepl_text::{Edit, Fix, Severity, Span, applied, difference};

use super::Report;

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

/// Returns the best fix of each finding in the source `name`, fixes of errors first.
pub(super) fn best<'r>(name: &str, reports: &'r [Report]) -> Vec<&'r Fix> {
    best_reports(name, reports).filter_map(|report| Some(&report.fixes.first()?.fix)).collect()
}

/// Returns the findings in the source `name`, errors first.
pub(super) fn best_reports<'r>(name: &str, reports: &'r [Report]) -> impl Iterator<Item = &'r Report> {
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
