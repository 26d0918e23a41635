//! Opening a lesson by name, number or file.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pprepl_lessons::{
    JudgeSetup, Learner, Lesson, ProgressFiles, SHARE_PREFIX, Topic, digest, prepare, read, unshare, without_answers,
};
use pprepl_notebook::Document;
use pprepl_session::Session;
use pprepl_text::{Severity, suggest, visible};

use crate::course::{COURSE, lessons_folder, progress_file};

/// The maximum size of a lesson file in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// Why a lesson cannot be opened.
#[derive(Debug)]
pub enum LessonError {
    /// Neither a chapter nor a file has this name; with the nearest name.
    Unknown(String, Option<&'static str>),
    /// The file cannot be read.
    Unreadable(String, String),
    /// The file has no steps.
    NoSteps(String),
    /// An option of the file cannot be read.
    Finding(String),
    /// No topic of `:quiz` has this name; with the nearest one.
    Topic(String, Option<&'static str>),
    /// The learner's progress cannot be read.
    Progress(std::io::Error),
}

impl LessonError {
    /// Returns the message for a front end; `command` lists its chapters.
    pub fn text(&self, command: &str) -> String {
        self.to_string().replace("':learn'", &format!("'{command}'"))
    }
}

impl fmt::Display for LessonError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LessonError::Unknown(name, near) => {
                write!(out, "no chapter or file has the name {}", visible(name))?;
                match near {
                    Some(near) => write!(out, "; did you mean '{near}'?"),
                    None => out.write_str("; ':learn' lists the chapters"),
                }
            }
            LessonError::Unreadable(name, reason) => write!(out, "cannot read {}: {reason}", visible(name)),
            LessonError::NoSteps(name) => write!(out, "{} has no exercise, quiz or code to run", visible(name)),
            LessonError::Finding(message) => write!(out, "the lesson has an error: {message}"),
            LessonError::Topic(name, near) => {
                write!(out, "unknown topic: {}", visible(name))?;
                match near {
                    Some(near) => write!(out, "; did you mean '{near}'?"),
                    None => write!(out, "; the topics are {}", Topic::ALL.map(Topic::as_str).join(", ")),
                }
            }
            LessonError::Progress(error) => write!(out, "cannot read your progress: {error}"),
        }
    }
}

impl std::error::Error for LessonError {}

/// The teacher's file for the progress, with the learner's name.
pub type ProgressReport = Option<(PathBuf, String)>;

/// A lesson with its text.
#[derive(Clone, Debug)]
pub struct OpenLesson {
    pub lesson: Arc<Lesson>,
    /// The digest of its text.
    pub hash: String,
    /// The file of the user that it was read from: it gets the learner's answers.
    pub file: Option<PathBuf>,
}

/// Finds and reads a lesson: a chapter by name or number, a file, or a shared line.
///
/// # Errors
/// The lesson is unknown, it cannot be read, or one of its options is an error.
pub fn open_lesson(name: &str) -> Result<OpenLesson, LessonError> {
    let (source, text) = find_lesson(name)?;
    let file = source.file_name();
    let document = Document::parse(&text);
    let lesson = read(&file, &document);
    if let Some(error) = lesson.findings.iter().find(|found| found.severity == Severity::Error) {
        return Err(LessonError::Finding(error.message.clone()));
    }
    if lesson.steps().next().is_none() {
        return Err(LessonError::NoSteps(name.to_owned()));
    }
    let mut lesson = lesson;
    if lesson.name.is_empty() {
        lesson.name = Path::new(&file).file_stem().map_or(file.clone(), |stem| stem.to_string_lossy().into_owned());
    }
    if lesson.title.is_empty() {
        lesson.title.clone_from(&lesson.name);
    }
    let (hash, file) = match source {
        LessonSource::File(path) => (digest(&without_answers(&lesson, &document)), Some(path)),
        LessonSource::Course(_) | LessonSource::Shared => (digest(&text), None),
    };
    Ok(OpenLesson { lesson: Arc::new(lesson), hash, file })
}

/// The origin of a lesson.
#[derive(Clone, Debug)]
pub enum LessonSource {
    /// The chapter of the course in this file.
    Course(&'static str),
    /// A lesson from a shared line.
    Shared,
    /// A file of the user.
    File(PathBuf),
}

impl LessonSource {
    /// Returns the name of the file in findings.
    pub fn file_name(&self) -> String {
        match self {
            LessonSource::Course(file) => (*file).to_owned(),
            LessonSource::Shared => "shared.pp".to_owned(),
            LessonSource::File(path) => path.display().to_string(),
        }
    }
}

/// Reads the text of a lesson file.
///
/// # Errors
/// It cannot be read.
pub fn read_lesson_file(path: &Path) -> Result<String, LessonError> {
    pprepl_files::read_named_text(path, MAX_BYTES)
        .map_err(|error| LessonError::Unreadable(path.display().to_string(), pprepl_files::reason(&error)))
}

/// Finds a lesson: a chapter by name or number, a file, or a shared line. Returns its text.
///
/// # Errors
/// The lesson is unknown, or it cannot be read.
pub fn find_lesson(name: &str) -> Result<(LessonSource, String), LessonError> {
    if name.starts_with(SHARE_PREFIX) {
        let text = unshare(name).map_err(|error| LessonError::Unreadable("the line".to_owned(), error.to_string()))?;
        return Ok((LessonSource::Shared, text));
    }
    if let Some((file, text)) = COURSE.text(name) {
        return Ok((LessonSource::Course(file), text.to_owned()));
    }
    let path = Path::new(name);
    if !path.exists() {
        return Err(LessonError::Unknown(name.to_owned(), suggest::nearest(name, COURSE.names())));
    }
    let text = read_lesson_file(path)?;
    Ok((LessonSource::File(path.to_owned()), text))
}

/// Returns the directory in which the files of a lesson are written, and the learner's copy.
pub fn lesson_folder(open: &OpenLesson) -> Option<PathBuf> {
    Some(lessons_folder()?.join(&open.lesson.name))
}

impl OpenLesson {
    /// Creates the learner with the progress so far.
    ///
    /// # Errors
    /// The progress file exists and cannot be read.
    pub fn learner(&self, stack: usize, report: ProgressReport) -> Result<Learner, LessonError> {
        let folder = lesson_folder(self).map(|folder| folder.join("files"));
        let setup = JudgeSetup { folder, stack: Some(stack), ..JudgeSetup::default() };
        let files = ProgressFiles { own: progress_file(), report };
        Learner::new(Arc::clone(&self.lesson), self.hash.clone(), &setup, files).map_err(LessonError::Progress)
    }

    /// Prepares a session for the lesson: its files are the environment; its facts and edition apply.
    ///
    /// # Errors
    /// A file cannot be written, or the environment cannot be opened.
    pub fn prepare(&self, session: &mut Session) -> Result<(), LessonError> {
        let folder = lesson_folder(self).map(|folder| folder.join("files"));
        prepare(&self.lesson, folder.as_deref(), session).map_err(LessonError::Finding)
    }
}
