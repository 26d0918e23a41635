//! The outcome of one check.

use pprepl_budget as budget;

/// The outcome of a check on an answer.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Holds,
    /// The check does not hold, with the reason. A hidden check shows only the public text.
    Differs {
        lines: Vec<String>,
        public: Option<String>,
    },
    /// The check's expression fails after the answer: the answer may lack what it needs.
    Errors(Vec<String>),
    /// The check itself cannot run: a mistake of the lesson.
    Broken(String),
}

impl Outcome {
    pub(crate) fn differs(line: impl Into<String>) -> Outcome {
        Outcome::Differs { lines: vec![line.into()], public: None }
    }

    /// Returns `Holds`, or the difference where there is one.
    pub(crate) fn of(difference: Option<String>) -> Outcome {
        difference.map_or(Outcome::Holds, Outcome::differs)
    }

    pub(crate) fn holds(&self) -> bool {
        matches!(self, Outcome::Holds)
    }
}

/// Returns the outcome of checks that take too long together.
pub(crate) fn out_of_time() -> Option<Outcome> {
    budget::check()
        .err()
        .map(|_| Outcome::differs("The tests of your answer take too long. Look for a loop that does too much."))
}
