//! Lessons at a prompt: the open lesson with its session, and the rows that a front end prints. The interactive prompt
//! and the piped one use it.

mod lessons;
mod open;
mod row;

use pprepl_lessons::{Dialogue, Say, Waiting};
use pprepl_session::{LessonRequest, Outcome, Session};

pub use lessons::Lessons;
pub use open::{
    LessonError, LessonSource, OpenLesson, ProgressReport, find_lesson, lesson_folder, open_lesson, read_lesson_file,
};
pub use row::Row;

/// An open lesson at a prompt.
pub struct Classroom {
    dialogue: Dialogue,
    /// The session outside of the lesson.
    outer: Session,
    /// Whether inputs are not judged.
    explores: bool,
}

/// The effect of a request on the lesson.
pub enum Reply {
    /// The lesson goes on with these parts.
    Says(Vec<Say>),
    /// The lesson ends; the outer session is current again.
    Left,
}

impl Classroom {
    /// Starts a lesson. `session` becomes that of the lesson, and is kept for the end.
    pub fn start(dialogue: Dialogue, inner: Session, session: &mut Session) -> (Classroom, Vec<Say>) {
        let outer = std::mem::replace(session, inner);
        let mut room = Classroom { dialogue, outer, explores: false };
        let says = room.dialogue.begin();
        (room, says)
    }

    /// Takes an input that does not run: the answer to a question, or Enter. Returns `None` for an input to evaluate.
    pub fn take(&mut self, input: &str) -> Option<Vec<Say>> {
        if self.explores {
            return None;
        }
        let is_blank = input.trim().is_empty();
        match self.dialogue.waits_for() {
            Waiting::Run if is_blank => Some(self.dialogue.run()),
            Waiting::Prediction if !is_blank && !is_command(input) => Some(self.dialogue.predict(input)),
            Waiting::Answer | Waiting::Prediction | Waiting::Run | Waiting::Nothing => None,
        }
    }

    /// Judges an input that ran. A wrong answer is taken back, so that its names are free again.
    pub fn after(&mut self, input: &str, outcome: &Outcome, session: &mut Session) -> Vec<Say> {
        let is_command = is_command(input);
        let ran = matches!(outcome, Outcome::Evaluated(_)) || (is_command && matches!(outcome, Outcome::Command(_)));
        let is_judged = !is_command || self.dialogue.wants_command();
        if self.explores || !ran || !is_judged || self.dialogue.waits_for() != Waiting::Answer {
            return Vec::new();
        }
        let (is_right, says) = self.dialogue.answer(input);
        if !is_right && !is_command {
            session.take_back_last();
        }
        says
    }

    /// Carries out a request in the lesson.
    pub fn request(mut self, request: &LessonRequest, session: &mut Session) -> (Option<Classroom>, Reply) {
        let says = match request {
            LessonRequest::Leave => {
                *session = self.outer;
                return (None, Reply::Left);
            }
            LessonRequest::Hint => self.dialogue.hint(),
            LessonRequest::Solution => self.dialogue.solution(),
            LessonRequest::Skip => self.dialogue.skip(),
            LessonRequest::Next if self.explores => {
                self.explores = false;
                self.dialogue.again()
            }
            LessonRequest::Next => self.dialogue.next(),
            LessonRequest::Explore => {
                self.explores = true;
                vec![Say::Advice("Try anything: nothing is judged. ':next' returns to the lesson.".to_owned())]
            }
            LessonRequest::Learn(_) => self.dialogue.again(),
        };
        (Some(self), Reply::Says(says))
    }

    /// Returns the dialogue.
    pub fn dialogue(&mut self) -> &mut Dialogue {
        &mut self.dialogue
    }
}

fn is_command(input: &str) -> bool {
    pprepl_session::commands::is_command(input)
}
