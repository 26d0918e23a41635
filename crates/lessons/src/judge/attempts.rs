//! The tries of a learner at one exercise: when a hint is offered, and when the solution may be shown.

use serde::{Deserialize, Serialize};

use super::verdict::{Feedback, Verdict};

/// The number of wrong answers of one kind that offers the next hint.
const WRONG_FOR_HINT: u32 = 2;

/// The number of tries after which the solution may be shown.
const TRIES_FOR_SOLUTION: u32 = 3;

/// The tries at an exercise. Pure data: it knows no answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempts {
    /// The kinds of wrong answers, each with its count since the last hint.
    wrong: Vec<(String, u32)>,
    /// The number of wrong answers.
    pub tries: u32,
    /// The number of hints that were shown.
    pub hints: usize,
    /// Whether a right answer was given.
    pub is_solved: bool,
    /// Whether the learner asked for the solution.
    pub has_asked: bool,
}

impl Attempts {
    /// Counts an answer. Returns whether the next hint is due: this is the second wrong answer of its kind.
    pub fn record(&mut self, verdict: &Verdict) -> bool {
        self.is_solved |= verdict.state.is_done();
        if !verdict.state.is_wrong() {
            return false;
        }
        self.tries += 1;
        let kind = kind(verdict);
        match self.wrong.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => self.wrong.push((kind.clone(), 1)),
        }
        self.wrong.iter().any(|(known, count)| *known == kind && *count >= WRONG_FOR_HINT)
    }

    /// Takes the next of an exercise's hints: its index. The count of wrong answers restarts.
    pub fn next_hint(&mut self, hints: usize) -> Option<usize> {
        let next = self.hints;
        if next >= hints {
            return None;
        }
        self.hints += 1;
        self.wrong.clear();
        Some(next)
    }

    /// Notes that the learner asks for the solution.
    pub fn ask_for_solution(&mut self) {
        self.has_asked = true;
    }

    /// Returns whether the solution may be shown: after a right answer, three tries, or when the learner asked for it.
    pub fn may_show_solution(&self) -> bool {
        self.is_solved || self.has_asked || self.tries >= TRIES_FOR_SOLUTION
    }
}

/// Returns the kind of a wrong answer: its state, and the check that does not hold.
fn kind(verdict: &Verdict) -> String {
    match (verdict.state, verdict.check) {
        (Feedback::Differs | Feedback::Forbidden, Some(check)) => format!("{}:{check}", verdict.state.as_str()),
        (state, _) => state.as_str().to_owned(),
    }
}
