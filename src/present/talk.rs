//! The presented lesson or notebook: its slides, and whether the user trusts it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pprepl_lessons::{Deck, Lesson, configure, digest, read, write_files};
use pprepl_notebook::export::Form;
use pprepl_notebook::file::folder_of;
use pprepl_notebook::import;
use pprepl_notebook::trust::Trust;
use pprepl_session::Settings;
use pprepl_text::{Severity, visible};

use crate::classroom::{LessonError, LessonSource, OpenLesson, find_lesson, lesson_folder, read_lesson_file};

/// A lesson or notebook to present.
pub struct Talk {
    /// The name on the screen.
    pub name: String,
    pub deck: Deck,
    pub lesson: Arc<Lesson>,
    source: LessonSource,
    text: String,
}

impl Talk {
    /// Opens a chapter of the course by name or number, a file, or a shared line. Runs nothing.
    ///
    /// # Errors
    /// It does not exist or cannot be read.
    pub fn open(name: &str) -> Result<Talk, LessonError> {
        let (source, text) = find_lesson(name)?;
        Talk::new(source, text)
    }

    /// Opens a file.
    ///
    /// # Errors
    /// It does not exist or cannot be read.
    pub fn open_file(path: &Path) -> Result<Talk, LessonError> {
        let text = read_lesson_file(path)?;
        Talk::new(LessonSource::File(path.to_owned()), text)
    }

    fn new(source: LessonSource, text: String) -> Result<Talk, LessonError> {
        let file = source.file_name();
        let form = Form::of(Path::new(&file)).unwrap_or(Form::Manifest);
        let (document, _) =
            import::read(form, &text).map_err(|error| LessonError::Unreadable(file.clone(), error.to_string()))?;
        let mut lesson = read(&file, &document);
        if lesson.name.is_empty() {
            lesson.name = Path::new(&file).file_stem().map_or(file.clone(), |stem| stem.to_string_lossy().into_owned());
        }
        let deck = Deck::new(&lesson);
        let name = if deck.title.is_empty() { file } else { deck.title.clone() };
        Ok(Talk { name: visible(&name).into_owned(), deck, lesson: Arc::new(lesson), source, text })
    }

    /// Returns the name of the state file: the same for the same file or chapter.
    pub fn key(&self) -> String {
        match &self.source {
            LessonSource::Course(file) => key_of(file),
            LessonSource::Shared => key_of(&digest(&self.text)),
            LessonSource::File(path) => key_of_path(path),
        }
    }

    /// Returns whether its code may run without a question.
    pub fn is_trusted(&self, trust: &Trust) -> bool {
        match &self.source {
            LessonSource::Course(_) => true,
            LessonSource::Shared => false,
            LessonSource::File(path) => trust.has(path, &self.text),
        }
    }

    /// Records that the user ran it.
    ///
    /// # Errors
    /// The trust store cannot be written.
    pub fn be_trusted(&self, trust: &Trust) -> io::Result<()> {
        match &self.source {
            LessonSource::Course(_) | LessonSource::Shared => Ok(()),
            LessonSource::File(path) => trust.add(path, &self.text),
        }
    }

    /// Returns the directory of the file; empty for a chapter.
    pub fn folder(&self) -> String {
        match &self.source {
            LessonSource::Course(_) | LessonSource::Shared => String::new(),
            LessonSource::File(path) => folder_of(path).display().to_string(),
        }
    }

    /// Returns the first error of the lesson's options.
    pub fn finding(&self) -> Option<String> {
        let error = self.lesson.findings.iter().find(|found| found.severity == Severity::Error)?;
        Some(format!("the lesson has an error: {}", error.message))
    }

    /// Applies the edition and the facts of the lesson.
    ///
    /// # Errors
    /// One of them is unknown.
    pub fn configure(&self, settings: &mut Settings) -> Result<(), LessonError> {
        configure(&self.lesson, |key, value| settings.set(key, value)).map_err(LessonError::Finding)
    }

    /// Returns the directory for the files of the lesson; `None` without files.
    pub fn files_folder(&self) -> Option<PathBuf> {
        if self.lesson.files.is_empty() {
            return None;
        }
        let open = OpenLesson { lesson: self.lesson.clone(), hash: String::new(), file: None };
        Some(lesson_folder(&open)?.join("files"))
    }

    /// Writes the files of the lesson.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write_files(&self) -> io::Result<()> {
        self.files_folder().map_or(Ok(()), |folder| write_files(&self.lesson, &folder))
    }
}

/// Returns the name of the state file of a chapter or file that the user names.
///
/// # Errors
/// The chapter or file is unknown.
pub fn key_of_name(name: &str) -> Result<String, LessonError> {
    Talk::open(name).map(|talk| talk.key())
}

fn key_of_path(path: &Path) -> String {
    let real = std::fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
    key_of(&real.to_string_lossy())
}

fn key_of(name: &str) -> String {
    digest(name).chars().filter(char::is_ascii_alphanumeric).take(32).collect()
}
