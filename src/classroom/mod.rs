//! Lessons and quizzes at a prompt: what is open with its session, and the rows that a front end prints. The
//! interactive prompt and the piped one use it.

mod activity;
mod lessons;
mod open;
mod quiz;
mod report;
mod row;
mod shared;
mod trailing;

use pprepl_lessons::{Learner, Say};
use pprepl_session::{LessonRequest, Outcome, Session};

use activity::Activity;

pub use lessons::Lessons;
pub use open::{
    LessonError, LessonSource, OpenLesson, ProgressReport, find_lesson, lesson_folder, open_lesson, read_lesson_file,
};
pub use report::place as report_place;
pub use row::{Row, WIDEST, marked_lines};
pub use trailing::command_at_end;

/// An open lesson or quiz at a prompt.
pub struct Classroom {
    activity: Activity,
    /// The session outside of the lesson.
    outer: Session,
    /// Whether inputs are not judged.
    explores: bool,
}

/// The effect of a request on the lesson.
pub enum Reply {
    /// The lesson continues with these parts.
    Says(Vec<Say>),
    /// The lesson ends with these parts; the outer session is current again.
    Left(Vec<Say>),
}

impl Classroom {
    /// Starts a lesson or a quiz. `session` becomes its session, and is kept for the end.
    pub fn start(activity: Activity, inner: Session, session: &mut Session) -> (Classroom, Vec<Say>) {
        let outer = std::mem::replace(session, inner);
        let mut room = Classroom { activity, outer, explores: false };
        let says = room.activity.begin();
        (room, says)
    }

    /// Takes an input that does not run: the answer to a question, or Enter. Returns `None` for an input to evaluate.
    pub fn take(&mut self, input: &str) -> Option<Vec<Say>> {
        if self.explores || is_command(input) { None } else { self.activity.take(input) }
    }

    /// Judges an input that ran. A wrong answer is undone, so that its names are free again.
    pub fn after(&mut self, input: &str, outcome: &Outcome, session: &mut Session) -> Vec<Say> {
        let is_command = is_command(input);
        let ran = matches!(outcome, Outcome::Evaluated(_)) || (is_command && matches!(outcome, Outcome::Command(_)));
        if self.explores || !ran {
            return Vec::new();
        }
        let Some((is_right, says)) = self.activity.judge(input, is_command) else { return Vec::new() };
        if !is_right && !is_command {
            session.take_back_last();
        }
        says
    }

    /// Returns whether nothing is left to do, so that it ends automatically.
    pub fn is_over(&self) -> bool {
        self.activity.is_over()
    }

    /// Ends it: the outer session is current again.
    pub fn leave(self, session: &mut Session) {
        *session = self.outer;
    }

    /// Carries out a request in the lesson.
    pub fn request(mut self, request: &LessonRequest, session: &mut Session) -> (Option<Classroom>, Reply) {
        let says = match request {
            LessonRequest::Leave => {
                let says = self.activity.score().into_iter().collect();
                self.leave(session);
                return (None, Reply::Left(says));
            }
            LessonRequest::Hint => self.activity.hint(),
            LessonRequest::Solution => self.activity.solution(),
            LessonRequest::Skip => self.activity.skip(),
            LessonRequest::Next if self.explores => {
                self.explores = false;
                self.activity.again()
            }
            LessonRequest::Next => self.activity.go_on(),
            LessonRequest::Explore => {
                self.explores = true;
                vec![Say::Advice("Try anything: nothing is judged. ':next' returns to the lesson.".to_owned())]
            }
            LessonRequest::Learn(_)
            | LessonRequest::Quiz { .. }
            | LessonRequest::Report { .. }
            | LessonRequest::Share(_) => self.activity.again(),
        };
        (Some(self), Reply::Says(says))
    }

    /// Returns the learner of a lesson.
    pub fn learner(&mut self) -> Option<&mut Learner> {
        self.activity.learner()
    }

    /// Changes where the progress is reported.
    pub fn report(&mut self, report: ProgressReport) {
        self.activity.report(report);
    }

    /// Takes the error of writing the progress; each is reported once.
    pub fn take_write_error(&mut self) -> Option<String> {
        self.activity.take_write_error()
    }
}

fn is_command(input: &str) -> bool {
    pprepl_session::commands::is_command(input)
}
