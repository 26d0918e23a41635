//! The activity at a prompt: a lesson or a quiz.

use super::open::ProgressReport;
use pprepl_lessons::{Dialogue, Learner, QuizRound, Say, Waiting};

/// A lesson or a quiz.
pub enum Activity {
    Lesson(Box<Dialogue>),
    Quiz(Box<QuizRound>),
}

impl Activity {
    pub fn begin(&mut self) -> Vec<Say> {
        match self {
            Activity::Lesson(dialogue) => dialogue.begin(),
            Activity::Quiz(round) => round.begin(),
        }
    }

    /// Takes an input that does not run: the answer to a question, or Enter.
    pub fn take(&mut self, input: &str) -> Option<Vec<Say>> {
        let is_blank = input.trim().is_empty();
        match self {
            Activity::Lesson(dialogue) => match dialogue.waits_for() {
                Waiting::Run if is_blank => Some(dialogue.run()),
                Waiting::Prediction if !is_blank => Some(dialogue.predict(input)),
                Waiting::Answer | Waiting::Prediction | Waiting::Run | Waiting::Nothing => None,
            },
            Activity::Quiz(round) if round.is_waiting() && !is_blank => Some(round.answer(input)),
            Activity::Quiz(_) => None,
        }
    }

    /// Judges an input that ran: whether it is right, and what to show. `None` for an input that is not an answer.
    pub fn judge(&mut self, input: &str, is_command: bool) -> Option<(bool, Vec<Say>)> {
        match self {
            Activity::Lesson(dialogue) => {
                let is_judged = !is_command || dialogue.wants_command();
                (is_judged && dialogue.waits_for() == Waiting::Answer).then(|| dialogue.answer(input))
            }
            Activity::Quiz(_) => None,
        }
    }

    pub fn hint(&mut self) -> Vec<Say> {
        match self {
            Activity::Lesson(dialogue) => dialogue.hint(),
            Activity::Quiz(_) => {
                vec![Say::Advice("A question has no hint. ':solution' shows the answer, ':skip' omits it.".to_owned())]
            }
        }
    }

    pub fn solution(&mut self) -> Vec<Say> {
        match self {
            Activity::Lesson(dialogue) => dialogue.solution(),
            Activity::Quiz(round) => round.give_up(),
        }
    }

    pub fn skip(&mut self) -> Vec<Say> {
        match self {
            Activity::Lesson(dialogue) => dialogue.skip(),
            Activity::Quiz(round) => round.skip(),
        }
    }

    /// Continues the lesson, or omits the question.
    pub fn go_on(&mut self) -> Vec<Say> {
        match self {
            Activity::Lesson(dialogue) => dialogue.advance(),
            Activity::Quiz(round) => round.skip(),
        }
    }

    /// Shows the current step or question again.
    pub fn again(&self) -> Vec<Say> {
        match self {
            Activity::Lesson(dialogue) => dialogue.again(),
            Activity::Quiz(round) => round.again(),
        }
    }

    /// Returns whether it ends automatically. The session of a lesson stays open at its end.
    pub fn is_over(&self) -> bool {
        match self {
            Activity::Lesson(_) => false,
            Activity::Quiz(round) => !round.is_waiting(),
        }
    }

    /// Returns the score of a quiz that is left early.
    pub fn score(&self) -> Option<Say> {
        match self {
            Activity::Lesson(_) => None,
            Activity::Quiz(round) => Some(round.score()),
        }
    }

    /// Returns the learner of a lesson.
    pub fn learner(&mut self) -> Option<&mut Learner> {
        match self {
            Activity::Lesson(dialogue) => Some(dialogue.learner()),
            Activity::Quiz(_) => None,
        }
    }

    /// Changes where the progress is reported.
    pub fn report(&mut self, report: ProgressReport) {
        match self {
            Activity::Lesson(dialogue) => dialogue.learner().report(report),
            Activity::Quiz(round) => round.report(report),
        }
    }

    pub fn take_write_error(&mut self) -> Option<String> {
        match self {
            Activity::Lesson(dialogue) => dialogue.learner().take_write_error(),
            Activity::Quiz(round) => round.take_write_error(),
        }
    }
}
