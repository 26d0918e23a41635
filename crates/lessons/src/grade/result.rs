//! The result of a lesson's test, as plain data.

use pprepl_text::Diagnostic;

/// The result of a test.
#[derive(Clone, Debug, Default)]
pub struct Grade {
    /// The steps, and other cells with code, in order.
    pub cases: Vec<GradeCase>,
    /// The findings of the reader, of the head and of the whole run.
    pub findings: Vec<Diagnostic>,
    pub counts: GradeCounts,
}

/// A cell with its mistakes.
#[derive(Clone, Debug)]
pub struct GradeCase {
    /// The name of the step; for other cells the title.
    pub name: String,
    /// The first line of the cell's code or options in the file.
    pub line: usize,
    /// The time of the test in seconds.
    pub seconds: f64,
    pub findings: Vec<Diagnostic>,
}

/// The numbers of tested parts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GradeCounts {
    /// Runs, exercises and quizzes.
    pub steps: usize,
    pub exercises: usize,
    pub quizzes: usize,
    pub checks: usize,
    pub whens: usize,
    /// The answers that were judged.
    pub answers: usize,
    pub expectations: usize,
    /// The time of the slowest answer, in milliseconds.
    pub slowest: f64,
}

impl Grade {
    /// Returns all findings, first of the lesson, then of its cells.
    pub fn all(&self) -> impl Iterator<Item = &Diagnostic> {
        self.findings.iter().chain(self.cases.iter().flat_map(|case| &case.findings))
    }

    /// Returns whether the lesson has no error. Warnings are advice.
    pub fn passes(&self) -> bool {
        !self.all().any(Diagnostic::is_error)
    }
}
