//! The judge's answer on an exercise, as plain data.

use pprepl_session::Report;

/// The state of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feedback {
    /// The answer is empty.
    NotTried,
    /// A hole `___` is left.
    Unfilled,
    /// It has a syntax error.
    Unreadable,
    /// The code fails when it runs.
    Fails,
    /// The code runs, but a check does not hold.
    Differs,
    /// The code does what it should, but uses a forbidden construct or lacks a required one.
    Forbidden,
    /// The answer is right as far as the checks run: a check of the lesson itself does not run.
    Broken,
    Right,
}

impl Feedback {
    /// Returns the name in machine-readable output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Feedback::NotTried => "not-tried",
            Feedback::Unfilled => "unfilled",
            Feedback::Unreadable => "unreadable",
            Feedback::Fails => "fails",
            Feedback::Differs => "differs",
            Feedback::Forbidden => "forbidden",
            Feedback::Broken => "broken",
            Feedback::Right => "right",
        }
    }

    /// Returns whether the exercise is done: a check that does not run does not count against the learner.
    pub const fn is_done(self) -> bool {
        matches!(self, Feedback::Right | Feedback::Broken)
    }

    /// Returns whether the answer counts as a try that is wrong.
    pub const fn is_wrong(self) -> bool {
        matches!(self, Feedback::Unreadable | Feedback::Fails | Feedback::Differs | Feedback::Forbidden)
    }
}

/// The verdict on an answer.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub state: Feedback,
    /// The `when` of the exercise that applies: its index and its text.
    pub when: Option<(usize, String)>,
    /// The index of the first check that does not hold, or does not run.
    pub check: Option<usize>,
    /// The feedback as plain text without control characters.
    pub lines: Vec<String>,
    /// The diagnostics of the learner's code.
    pub reports: Vec<Report>,
}

impl Verdict {
    pub(crate) fn new(state: Feedback, lines: Vec<String>) -> Verdict {
        Verdict { state, when: None, check: None, lines, reports: Vec::new() }
    }

    /// Returns the feedback for a notebook. An answer with an error runs in its cell, so that the error is above it.
    pub fn short_lines(&self) -> Vec<String> {
        let has_error = !self.reports.is_empty();
        match self.state {
            Feedback::Right => vec!["Right.".to_owned()],
            Feedback::Unreadable if has_error => vec!["The code cannot be read: see the error above.".to_owned()],
            Feedback::Fails if has_error => vec!["The code fails: see the error above.".to_owned()],
            _ => self.lines.clone(),
        }
    }

    /// Returns whether an answer runs in the notebook after the verdict: it is complete, it is code, and it ends.
    pub fn may_run(&self) -> bool {
        match self.state {
            Feedback::NotTried | Feedback::Unfilled => false,
            // Without a diagnostic a limit ended it.
            Feedback::Fails => !self.reports.is_empty(),
            Feedback::Right | Feedback::Broken | Feedback::Unreadable | Feedback::Differs | Feedback::Forbidden => true,
        }
    }
}
