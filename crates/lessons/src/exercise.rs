//! An exercise as data.

use pprepl_session::{LexOptions, lex};

use crate::check::{Check, When};
use crate::code::Code;

/// An exercise: the learner's code is judged by its checks.
#[derive(Clone, Debug, Default)]
pub struct Exercise {
    /// Unique in the lesson.
    pub name: String,
    /// The task in one or two sentences; empty where the prose above says it.
    pub task: String,
    /// The exercises whose solutions run before this one.
    pub after: Vec<String>,
    /// The code that the learner finds in the cell. `___` is a hole.
    pub start: Code,
    pub checks: Vec<Check>,
    /// Feedback for wrong answers; the first that applies is shown.
    pub whens: Vec<When>,
    /// Hints in order, each more exact than the one before.
    pub hints: Vec<String>,
    pub solution: Option<Code>,
    /// Other right answers.
    pub rights: Vec<Code>,
    /// Wrong answers, for the test of the lesson.
    pub wrongs: Vec<Code>,
}

impl Exercise {
    /// Returns the solution and the other right answers that differ from an answer in more than layout and comments.
    pub fn other_answers(&self, answer: &str) -> Vec<String> {
        let own = tokens(answer);
        let all = self.solution.iter().chain(&self.rights);
        all.filter(|code| tokens(&code.text) != own).map(|code| code.text.clone()).collect()
    }
}

/// Returns the tokens of code: layout and comments do not count.
fn tokens(text: &str) -> Vec<String> {
    let lexed = lex(text, LexOptions::default());
    lexed.tokens.iter().map(|token| token.span.of(text).to_owned()).collect()
}
