//! The lessons of a prompt: at most one is open. The front end prints and runs the rows.

use pprepl_lessons::{Dialogue, Learner, Progress, Say};
use pprepl_session::{LessonRequest, Outcome, Session};
use pprepl_text::columns::wrap;
use pprepl_text::theme::Role;

use super::activity::Activity;
use super::open::{LessonError, open_lesson};
use super::quiz::open_quiz;
use super::report::Report;
use super::row::{Row, rows};
use super::{Classroom, Reply, shared};
use crate::course::{self, COURSE};

/// The advice at the start of a lesson.
const ADVICE: &str = "':hint' shows a hint, ':skip' omits a step, ':leave' returns to your session.";

/// The advice at the start of a quiz.
const QUIZ_ADVICE: &str =
    "Answer with a value or an option. ':solution' shows the answer, ':skip' omits one, ':leave' ends.";

/// The forms of `:share`.
const SHARE: &str = "':share' shares the session, ':share 2-4' the inputs 2 to 4, ':share open FILE' writes the pasted \
                     notebook.";

/// The advice at the end.
const LEFT: &str = "You left the lesson. Your progress is saved; your session is as before.";

/// The lessons of a prompt.
pub struct Lessons {
    open: Option<Classroom>,
    /// Stack size for the judge, in bytes.
    stack: usize,
    report: Report,
    /// The notebook of the last shared line that was pasted.
    pasted: Option<String>,
}

impl Lessons {
    /// Creates lessons without an open one.
    pub fn new(stack: usize) -> Lessons {
        Lessons { open: None, stack, report: Report::default(), pasted: None }
    }

    /// Returns whether a lesson is open.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Takes an input that does not run. Returns `None` for an input to evaluate.
    pub fn take(&mut self, input: &str, session: &mut Session) -> Option<Vec<Row>> {
        if shared::is_shared(input) {
            let (rows, text) = shared::pasted(input);
            self.pasted = text;
            return Some(rows);
        }
        let says = self.open.as_mut()?.take(input)?;
        let rows = self.rows(&says);
        self.end_if_over(session);
        Some(rows)
    }

    /// Judges an input that ran.
    pub fn after(&mut self, input: &str, outcome: &Outcome, session: &mut Session) -> Vec<Row> {
        let Some(open) = &mut self.open else { return Vec::new() };
        let says = open.after(input, outcome, session);
        self.rows(&says)
    }

    /// Carries out a request. `new_session` creates the session of a lesson.
    pub fn request(
        &mut self,
        request: &LessonRequest,
        session: &mut Session,
        new_session: impl FnOnce() -> Session,
    ) -> Vec<Row> {
        match (request, self.open.take()) {
            (LessonRequest::Learn(name), open) if name.is_empty() => {
                self.open = open;
                chapters()
            }
            (LessonRequest::Share(what), open) => {
                self.open = open;
                self.share(what, session)
            }
            (LessonRequest::Report { path, name }, open) => {
                self.open = open;
                self.set_report(path, name)
            }
            (LessonRequest::Learn(_) | LessonRequest::Quiz { .. }, open) => {
                if let Some(open) = open {
                    open.leave(session);
                }
                self.begin(request, session, new_session).unwrap_or_else(|error| vec![failure(&error)])
            }
            (_, None) => vec![hint("No lesson is open. ':learn' lists the chapters, ':quiz' asks questions.")],
            (request, Some(open)) => {
                let (open, reply) = open.request(request, session);
                self.open = open;
                match reply {
                    Reply::Says(says) => {
                        let rows = self.rows(&says);
                        self.end_if_over(session);
                        rows
                    }
                    Reply::Left(says) => self.rows(&says).into_iter().chain([hint(LEFT)]).collect(),
                }
            }
        }
    }

    /// Shares the session or some of its inputs, or writes the notebook that was pasted.
    fn share(&self, what: &str, session: &Session) -> Vec<Row> {
        let path = what.strip_prefix("open").map(str::trim).filter(|path| !path.is_empty());
        match (path, shared::range(what)) {
            (Some(path), _) => shared::write(self.pasted.as_deref(), path),
            (None, Some(numbers)) => shared::session_line(session, numbers),
            (None, None) if what.is_empty() => shared::session_line(session, ..),
            (None, None) => wrapped_hint(SHARE),
        }
    }

    /// Changes the report, also that of the open lesson.
    fn set_report(&mut self, path: &str, name: &str) -> Vec<Row> {
        let row = match self.report.set(path, name) {
            Ok(text) => Row::Line(Role::Hint, text),
            Err(error) => {
                let reason = pprepl_files::reason(&error);
                Row::Text(Role::Error, format!("error: cannot write the report {path}: {reason}"))
            }
        };
        if let Some(open) = &mut self.open {
            open.report(self.report.file.clone());
        }
        vec![row]
    }

    /// Ends a quiz after its last question.
    fn end_if_over(&mut self, session: &mut Session) {
        if let Some(open) = self.open.take_if(|open| open.is_over()) {
            open.leave(session);
        }
    }

    /// Starts a lesson or a quiz.
    fn begin(
        &mut self,
        request: &LessonRequest,
        session: &mut Session,
        new_session: impl FnOnce() -> Session,
    ) -> Result<Vec<Row>, LessonError> {
        let (activity, lesson, advice) = match request {
            LessonRequest::Quiz { topic, seed } => {
                let round = open_quiz(topic, *seed, self.stack, self.report.file.clone())?;
                (Activity::Quiz(Box::new(round)), None, QUIZ_ADVICE)
            }
            LessonRequest::Learn(name) => {
                let open = open_lesson(name)?;
                let dialogue = Dialogue::new(open.learner(self.stack, self.report.file.clone())?);
                (Activity::Lesson(Box::new(dialogue)), Some(open), ADVICE)
            }
            _ => return Ok(Vec::new()),
        };
        let mut inner = new_session();
        inner.runner().share_cancel_flag(session.cancel_flag());
        if let Some(open) = lesson {
            open.prepare(&mut inner)?;
        }
        let (room, says) = Classroom::start(activity, inner, session);
        self.open = Some(room);
        let mut all = vec![hint(advice)];
        all.extend(damage(self.learner().map_or(0, |learner| learner.unreadable_lines())));
        all.extend(self.rows(&says));
        Ok(all)
    }

    /// Returns the rows of these parts, and once the error of writing the progress.
    fn rows(&mut self, says: &[Say]) -> Vec<Row> {
        let mut all: Vec<Row> = says.iter().flat_map(rows).collect();
        if says.iter().any(|say| matches!(say, Say::End { .. })) {
            all.extend(self.next_chapter());
        }
        let error = self.open.as_mut().and_then(Classroom::take_write_error);
        all.extend(error.map(|error| Row::Text(Role::Warning, format!("warning: cannot save your progress: {error}"))));
        all
    }

    /// Returns the learner of the open lesson.
    fn learner(&mut self) -> Option<&mut Learner> {
        self.open.as_mut()?.learner()
    }

    /// Returns the row that names the next chapter.
    fn next_chapter(&mut self) -> Option<Row> {
        let name = self.learner()?.lesson().name.clone();
        let next = course::after(&name)?;
        Some(hint(&format!("The next chapter: ':learn {next}'.")))
    }
}

/// Returns the row about lines of the progress file that cannot be read.
fn damage(lines: usize) -> Option<Row> {
    let counted = match lines {
        0 => return None,
        1 => "1 line".to_owned(),
        lines => format!("{lines} lines"),
    };
    let text = format!("warning: {counted} of your progress cannot be read, and stays in the file");
    Some(Row::Text(Role::Warning, text))
}

fn hint(text: &str) -> Row {
    Row::Text(Role::Hint, text.to_owned())
}

fn wrapped_hint(text: &str) -> Vec<Row> {
    wrap(text, 78).iter().map(|line| hint(line)).collect()
}

fn failure(error: &LessonError) -> Row {
    Row::Text(Role::Error, format!("error: {error}"))
}

/// Lists the chapters with the learner's progress.
fn chapters() -> Vec<Row> {
    let progress = course::progress_file().map_or(Ok(Progress::default()), |path| Progress::read(&path));
    match progress {
        Ok(progress) => {
            let table = course::table(&COURSE.chapters(&progress), ":learn");
            table.lines().map(|line| Row::Line(Role::Plain, line.to_owned())).collect()
        }
        Err(error) => vec![failure(&LessonError::Progress(error))],
    }
}
