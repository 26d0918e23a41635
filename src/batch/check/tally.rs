//! The output of a check as a whole: documents that are complete only at the end, and the count line.

use std::collections::BTreeMap;

use serde_json::Value;

use pprepl_session::Report;
use pprepl_text::Severity;

use crate::batch::arguments::CheckFormat;
use crate::batch::junit::{self, Case, Suite};
use crate::batch::{printer, sarif};

/// The counts of all files.
#[derive(Default)]
pub(super) struct Tally {
    /// The results for SARIF.
    pub(super) results: Vec<Value>,
    /// The files for JUnit.
    pub(super) suites: Vec<Suite>,
    /// The files that could not be checked, each with its reason.
    pub(super) unchecked: Vec<(String, String)>,
    pub(super) files: usize,
    pub(super) counts: Counts,
}

/// The numbers of findings.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    errors: usize,
    warnings: usize,
    notes: usize,
}

impl Counts {
    pub(super) fn of(found: &[Report]) -> Counts {
        let count = |severity| found.iter().filter(|report| report.severity == severity).count();
        Counts { errors: count(Severity::Error), warnings: count(Severity::Warning), notes: count(Severity::Note) }
    }

    pub(super) fn add(&mut self, other: Counts) {
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.notes += other.notes;
    }
}

impl Tally {
    /// Prints what was kept for the end.
    pub(super) fn finish(self, format: CheckFormat, quiet: bool) {
        match format {
            CheckFormat::Text if !quiet => self.count_line().iter().for_each(|line| printer::error_line(line)),
            CheckFormat::Sarif => {
                printer::json(&sarif::document(sarif::Run { results: self.results, unchecked: self.unchecked }));
            }
            CheckFormat::Junit => printer::text(&junit::documents(&self.suites)),
            CheckFormat::Text | CheckFormat::Json | CheckFormat::Github => {}
        }
    }

    /// Returns `2 errors and 1 warning in 10 files`; `None` without findings.
    fn count_line(&self) -> Option<String> {
        let Counts { errors, warnings, notes } = self.counts;
        let parts: Vec<String> = [(errors, "error"), (warnings, "warning"), (notes, "note")]
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| counted(count, word))
            .collect();
        let (last, others) = parts.split_last()?;
        let list = if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) };
        Some(format!("{list} in {}", counted(self.files, "file")))
    }
}

fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// Returns the findings of a file as test cases. The names hold no line, so that a test keeps its name when code moves.
pub(super) fn suite(file: &str, found: &[Report]) -> Suite {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut cases: Vec<Case> = found
        .iter()
        .map(|report| {
            let number = seen.entry(report.topic).or_default();
            *number += 1;
            let name = if *number == 1 { report.topic.to_owned() } else { format!("{} ({number})", report.topic) };
            let line = report.place().map_or(1, |(line, _)| line as usize);
            let failure = (report.topic.to_owned(), report.message.clone(), report.frame().to_owned());
            let fails = report.severity == Severity::Error;
            let out = if fails { String::new() } else { report.frame().to_owned() };
            Case { fault: fails.then_some(failure), out, ..Case::of(name, line) }
        })
        .collect();
    if cases.is_empty() {
        cases.push(Case::of("check", 1));
    }
    Suite { file: file.to_owned(), cases }
}

/// Returns a file that was not checked as a test case.
pub(super) fn unreadable(file: &str, reason: &str) -> Suite {
    let fault = Some(("unreadable-file".to_owned(), reason.to_owned(), reason.to_owned()));
    Suite { file: file.to_owned(), cases: vec![Case { fault, invalid: true, ..Case::of("check", 1) }] }
}
