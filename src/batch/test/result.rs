//! The results of tests, as plain data.

use std::ops::Range;

use pprepl_session::Report;
use pprepl_text::{Diagnostic, render};

/// The tests of one file.
#[derive(Default)]
pub(super) struct FileTests {
    /// The name of the file in diagnostics.
    pub(super) name: String,
    pub(super) tests: Vec<TestCase>,
}

/// A test: a cell, or an input of a transcript.
#[derive(Default)]
pub(super) struct TestCase {
    pub(super) name: String,
    /// The first line in the file.
    pub(super) line: usize,
    pub(super) seconds: f64,
    /// The failures and warnings.
    pub(super) problems: Vec<Problem>,
    /// Whether the source is not valid Puppet.
    pub(super) invalid: bool,
    /// The changes of the file after which the test passes.
    pub(super) edits: Vec<LineEdit>,
}

/// A problem of a test, ready to print.
pub(super) struct Problem {
    pub(super) is_error: bool,
    pub(super) code: String,
    pub(super) topic: String,
    pub(super) message: String,
    pub(super) help: Option<String>,
    /// Line and column in the file.
    pub(super) position: Option<(u32, u32)>,
    /// The expected and the found text, of a comparison.
    pub(super) difference: Option<(String, String)>,
    /// The frame without colors and with them.
    pub(super) frames: [String; 2],
}

/// A change of whole lines of a file, which are counted from 0.
#[derive(Clone, Debug)]
pub(super) struct LineEdit {
    /// The cell whose text has the lines, by its index; `None` for the file itself.
    pub(super) cell: Option<usize>,
    pub(super) lines: Range<usize>,
    /// The new lines, without their ends.
    pub(super) text: Vec<String>,
}

impl TestCase {
    pub(super) fn failed(&self) -> bool {
        self.problems.iter().any(|problem| problem.is_error)
    }
}

impl From<&Diagnostic> for Problem {
    fn from(found: &Diagnostic) -> Problem {
        let place = found.source.as_ref().zip(found.offset()).map(|(source, at)| source.line_column(at));
        Problem {
            is_error: found.is_error(),
            code: found.code.to_string(),
            topic: found.topic().to_owned(),
            message: found.message.clone(),
            help: found.help.clone(),
            position: place.map(|place| (place.line, place.column)),
            difference: None,
            frames: [render(found, false), render(found, true)],
        }
    }
}

impl From<&Report> for Problem {
    fn from(report: &Report) -> Problem {
        Problem {
            is_error: true,
            code: report.code.to_string(),
            topic: report.topic.to_owned(),
            message: report.message.clone(),
            help: report.help.clone(),
            position: report.position,
            difference: None,
            frames: [report.frame().to_owned(), report.frame_ansi().to_owned()],
        }
    }
}
