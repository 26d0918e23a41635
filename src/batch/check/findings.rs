//! The output of the check of one file. Threads collect it; one prints it.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use pprepl_session::file::Unreadable;
use pprepl_session::{Report, json as shapes};
use pprepl_text::{Severity, visible};

use super::checking::Checking;
use super::fingerprint::Fingerprints;
use super::github;
use super::tally::{self, Counts, Tally};
use crate::batch::arguments::CheckFormat;
use crate::batch::junit::Suite;
use crate::batch::{Status, input, printer, sarif};

/// A part of the output.
enum Part {
    /// Source for the standard output.
    Source(String),
    /// A line of JSON for the standard output.
    Json(Value),
    /// Lines for the standard error.
    Error(String),
}

/// The output of the check of one file, with its status.
pub(super) struct Findings {
    pub(super) status: Status,
    parts: Vec<Part>,
    /// The results for SARIF.
    results: Vec<Value>,
    /// The test cases for JUnit.
    suite: Option<Suite>,
    /// The file and the reason, if it was not checked.
    unchecked: Option<(String, String)>,
    counts: Counts,
}

impl Findings {
    pub(super) fn new() -> Findings {
        let (parts, results) = (Vec::new(), Vec::new());
        Findings { status: Status::Success, parts, results, suite: None, unchecked: None, counts: Counts::default() }
    }

    /// Returns the output for a check that did not start.
    pub(super) fn failed(status: Status, message: &str) -> Findings {
        let mut findings = Findings { status, ..Findings::new() };
        findings.error(message);
        findings
    }

    /// Returns the output for a file that cannot be read.
    pub(super) fn unreadable(name: &str, unreadable: &Unreadable, format: CheckFormat) -> Findings {
        let message = input::message_of(unreadable);
        let mut findings = Findings::failed(input::status_of(unreadable), &message);
        let reason = &unreadable.message;
        match format {
            CheckFormat::Json => {
                findings.parts.push(Part::Json(json!({ "file": name, "error": reason, "diagnostics": [] })))
            }
            CheckFormat::Github => findings.source(github::unchecked(name, reason) + "\n"),
            CheckFormat::Text | CheckFormat::Sarif | CheckFormat::Junit => {}
        }
        findings.suite = Some(tally::unreadable(name, reason));
        findings.unchecked = Some((name.to_owned(), reason.clone()));
        findings
    }

    pub(super) fn source(&mut self, text: String) {
        self.parts.push(Part::Source(text));
    }

    /// Adds a message that names user input or a file.
    pub(super) fn error(&mut self, text: &str) {
        self.parts.push(Part::Error(visible(text).into_owned()));
    }

    /// Adds the diagnostics of a file, in the format of the command line.
    pub(super) fn reports(&mut self, name: &str, text: &str, found: &[Report], checking: &Checking<'_>) {
        let is_shown = |report: &&Report| !checking.options.quiet || report.severity == Severity::Error;
        let found: Vec<Report> = found.iter().filter(is_shown).cloned().collect();
        self.counts.add(Counts::of(&found));
        match checking.check.findings_format() {
            CheckFormat::Sarif => {
                let mut fingerprints = Fingerprints::new(text);
                self.results.extend(found.iter().map(|report| sarif::result(name, report, &fingerprints.next(report))));
            }
            CheckFormat::Json => {
                self.parts.push(Part::Json(json!({ "file": name, "diagnostics": shapes::reports(&found) })));
            }
            CheckFormat::Junit => self.suite = Some(tally::suite(name, &found)),
            CheckFormat::Github => {
                let lines = found.iter().map(|report| github::annotation(name, report) + "\n");
                self.parts.extend(lines.map(Part::Source));
            }
            CheckFormat::Text => {
                let color = || printer::colored(checking.options.color, &io::stderr());
                let frame = |report: &Report| printer::report_text(report, color(), checking.options).into_owned();
                self.parts.extend(found.iter().map(|report| Part::Error(frame(report))));
            }
        }
    }

    /// Prints the parts, and adds the rest to the others.
    pub(super) fn print(self, tally: &mut Tally) {
        for part in self.parts {
            match part {
                Part::Source(text) => printer::text(&text),
                Part::Json(value) => printer::record(&value),
                Part::Error(text) => printer::error_line(&text),
            }
        }
        tally.files += 1;
        tally.counts.add(self.counts);
        tally.results.extend(self.results);
        tally.suites.extend(self.suite);
        tally.unchecked.extend(self.unchecked);
    }
}

/// The findings of files, with the positions of these in the output.
pub(super) type Batch = Vec<(usize, Findings)>;

/// The maximum number of files in a batch, and the maximum time between two batches. Each batch wakes the thread that prints.
const BATCH: (usize, Duration) = (32, Duration::from_millis(20));

/// Sends the findings of a thread in batches; the last one at the end, even of a thread that panics.
pub(super) struct Batches<'s> {
    sender: &'s Sender<Batch>,
    batch: Batch,
    sent: Instant,
}

impl<'s> Batches<'s> {
    pub(super) fn new(sender: &'s Sender<Batch>) -> Batches<'s> {
        Batches { sender, batch: Vec::new(), sent: Instant::now() }
    }

    /// Adds the findings of a file.
    pub(super) fn add(&mut self, position: usize, findings: Findings) {
        self.batch.push((position, findings));
        if self.batch.len() >= BATCH.0 || self.sent.elapsed() >= BATCH.1 {
            self.send();
        }
    }

    fn send(&mut self) {
        let _ = self.sender.send(std::mem::take(&mut self.batch));
        self.sent = Instant::now();
    }
}

impl Drop for Batches<'_> {
    fn drop(&mut self) {
        self.send();
    }
}

/// Prints the findings in the order of their files as soon as those before are there.
pub(super) fn print_in_order(results: Receiver<Batch>, print: &mut dyn FnMut(Findings)) {
    let (mut waiting, mut next) = (BTreeMap::new(), 0);
    for (index, findings) in results.into_iter().flatten() {
        waiting.insert(index, findings);
        while let Some(findings) = waiting.remove(&next) {
            print(findings);
            next += 1;
        }
    }
    // A thread that ended early leaves gaps.
    waiting.into_values().for_each(print);
}
