//! The output of the check of one file. Threads collect it; one prints it.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::Receiver;

use serde_json::{Value, json};

use pprepl_session::{Report, json as shapes};
use pprepl_text::visible;

use super::checking::Checking;
use crate::batch::{Status, printer, sarif};

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
}

impl Findings {
    pub(super) fn new() -> Findings {
        Findings { status: Status::Success, parts: Vec::new(), results: Vec::new() }
    }

    /// Returns the output for a file that cannot be read.
    pub(super) fn failed(status: Status, message: &str) -> Findings {
        let mut findings = Findings::new();
        findings.error(message);
        findings.status = status;
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
    pub(super) fn reports(&mut self, name: &str, found: &[Report], checking: &Checking<'_>) {
        if checking.check.sarif {
            self.results.extend(found.iter().map(|report| sarif::result(name, report)));
        } else if checking.check.json {
            self.parts.push(Part::Json(json!({ "file": name, "diagnostics": shapes::reports(found) })));
        } else {
            let color = printer::colored(checking.options.color, &io::stderr());
            let frame =
                |report: &Report| if color { report.frame_ansi().to_owned() } else { report.frame().to_owned() };
            self.parts.extend(found.iter().map(|report| Part::Error(frame(report))));
        }
    }

    /// Prints the parts, and moves the results of SARIF to the others.
    pub(super) fn print(self, results: &mut Vec<Value>) {
        for part in self.parts {
            match part {
                Part::Source(text) => printer::text(&text),
                Part::Json(value) => printer::json(&value),
                Part::Error(text) => printer::error_line(&text),
            }
        }
        results.extend(self.results);
    }
}

/// Prints the findings in the order of their files as soon as those before are there.
pub(super) fn print_in_order(results: Receiver<(usize, Findings)>, print: &mut dyn FnMut(Findings)) {
    let (mut waiting, mut next) = (BTreeMap::new(), 0);
    for (index, findings) in results {
        waiting.insert(index, findings);
        while let Some(findings) = waiting.remove(&next) {
            print(findings);
            next += 1;
        }
    }
    // A thread that ended early leaves gaps.
    waiting.into_values().for_each(print);
}
