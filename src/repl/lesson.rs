//! Lessons at the prompt: a lesson has a session of its own, which `:leave` ends.

use pprepl_lessons::{Progress, Say};
use pprepl_session::{LessonRequest, Outcome, Session, Settings};
use pprepl_text::visible;

use super::read_loop::Repl;
use super::session::session_of;
use super::tour_offer;
use crate::classroom::{Classroom, LessonError, OpenLesson, Reply, Row, open_lesson, rows};
use crate::course::{self, COURSE};

/// The options for the session of a lesson.
pub struct LessonStart {
    pub settings: Settings,
    /// Stack size for evaluations, in bytes.
    pub stack: usize,
}

impl Repl {
    /// Gives an input to the lesson. Returns `false` if it is not an answer that does not run.
    pub(super) fn take_for_lesson(&mut self, input: &str) -> bool {
        let Some(says) = self.lesson.as_mut().and_then(|lesson| lesson.take(input)) else { return false };
        self.say(&says);
        true
    }

    /// Judges an input that ran.
    pub(super) fn judge(&mut self, input: &str, outcome: &Outcome) {
        let session = self.session.clone();
        let Some(lesson) = &mut self.lesson else { return };
        let says = lesson.after(input, outcome, &mut session.borrow_mut());
        self.say(&says);
    }

    /// Carries out a request about lessons.
    pub(super) fn request_lesson(&mut self, request: &LessonRequest) {
        match (request, self.lesson.take()) {
            (LessonRequest::Learn(name), lesson) if name.is_empty() => {
                self.lesson = lesson;
                self.list_chapters();
            }
            (LessonRequest::Learn(name), None) => self.learn(name),
            (LessonRequest::Learn(name), Some(open)) => {
                let session = self.session.clone();
                let _ = open.request(&LessonRequest::Leave, &mut session.borrow_mut());
                self.learn(name);
            }
            (_, None) => self.screen.note("No lesson is open. ':learn' lists the chapters."),
            (request, Some(open)) => self.continue_lesson(open, request),
        }
    }

    fn continue_lesson(&mut self, open: Classroom, request: &LessonRequest) {
        let session = self.session.clone();
        let (open, reply) = open.request(request, &mut session.borrow_mut());
        self.lesson = open;
        match reply {
            Reply::Says(says) => self.say(&says),
            Reply::Left(_) => {
                self.initial.clear();
                self.screen.note("You left the lesson. Your progress is saved; your session is as before.");
            }
        }
    }

    fn list_chapters(&self) {
        let progress = course::progress_file().map_or(Ok(Progress::default()), |path| Progress::read(&path));
        match progress {
            Ok(progress) => {
                let chapters = COURSE.chapters(&progress);
                course::table(&chapters, ":learn").lines().for_each(|row| self.screen.line(row));
            }
            Err(error) => self.screen.note(&format!("error: cannot read your progress: {error}")),
        }
    }

    /// Starts a lesson.
    fn learn(&mut self, name: &str) {
        if let Err(error) = self.try_learn(name) {
            self.screen.note(&format!("error: {error}"));
        }
    }

    fn try_learn(&mut self, name: &str) -> Result<(), LessonError> {
        let open = open_lesson(name)?;
        let dialogue = pprepl_lessons::Dialogue::new(open.learner(self.start.stack, None)?);
        if open.lesson.name == "tour" {
            tour_offer::record_start();
        }
        let inner = self.session_of_lesson(&open)?;
        let session = self.session.clone();
        let (lesson, says) = Classroom::start(dialogue, inner, &mut session.borrow_mut());
        self.lesson = Some(lesson);
        self.screen.note("':hint' gives a hint, ':skip' goes on, ':leave' returns to your session.");
        self.say(&says);
        Ok(())
    }

    /// Creates the session of a lesson, with its files as the environment.
    fn session_of_lesson(&self, open: &OpenLesson) -> Result<Session, LessonError> {
        let mut inner = session_of(&self.start.settings, self.start.stack, &self.screen);
        inner.share_cancel_flag(self.session.borrow().cancel_flag());
        open.prepare(&mut inner)?;
        Ok(inner)
    }

    /// Shows parts of the lesson, and runs its code.
    fn say(&mut self, says: &[Say]) {
        for row in says.iter().flat_map(rows) {
            match row {
                Row::Text(role, text) => {
                    let text = visible(&text);
                    let styled = self.screen.styled(role, &text, self.session.borrow().settings());
                    self.screen.line(&styled);
                }
                Row::Code(code) => self.show_code(&code),
                Row::Run { code, is_shown, has_result } => self.run_code(&code, is_shown, has_result),
                Row::Start(code) => self.initial = code,
            }
        }
        self.report_progress_error();
    }

    fn show_code(&self, code: &str) {
        let session = self.session.borrow();
        let shown = self.screen.code_being_typed(code, session.settings()).into_owned();
        shown.lines().for_each(|line| self.screen.line(&format!("  {line}")));
    }

    /// Runs code of the lesson.
    fn run_code(&self, code: &str, is_shown: bool, has_result: bool) {
        if is_shown {
            self.show_code(code);
        }
        let Some(outcome) = self.submit(code) else { return };
        if has_result || matches!(&outcome, Outcome::Evaluated(evaluation) if evaluation.failed() && is_shown) {
            self.screen.outcome(&outcome, self.session.borrow().settings());
        }
    }

    /// Warns once when the progress cannot be written.
    fn report_progress_error(&mut self) {
        let error = self.lesson.as_mut().and_then(|lesson| lesson.dialogue().learner().take_write_error());
        if let Some(error) = error {
            self.screen.note(&format!("warning: cannot save your progress: {error}"));
        }
    }
}
