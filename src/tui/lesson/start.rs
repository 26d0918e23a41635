//! A lesson that the notebook opens: the lesson, its directory, and the files of the progress.

use std::path::PathBuf;

use pprepl_lessons::{JudgeSetup, Learner, ProgressFiles, configure, write_files};
use pprepl_session::Settings;

use crate::classroom::{LessonError, OpenLesson, ProgressReport, lesson_folder};
use crate::course::progress_file;

/// A lesson to open in the notebook.
#[derive(Clone, Debug)]
pub struct LessonStart {
    pub open: OpenLesson,
    /// The directory of the learner's copy and of the lesson's files.
    pub folder: PathBuf,
    pub progress: ProgressFiles,
}

impl LessonStart {
    /// Returns the start of a lesson in the user's state directory.
    ///
    /// # Errors
    /// The user has no home.
    pub fn new(open: OpenLesson, report: ProgressReport) -> Result<LessonStart, LessonError> {
        let reason = || LessonError::Unreadable("your home directory".to_owned(), "HOME is not set".to_owned());
        let folder = lesson_folder(&open).ok_or_else(reason)?;
        Ok(LessonStart { open, folder, progress: ProgressFiles { own: progress_file(), report } })
    }

    /// Returns the path of the learner's copy.
    pub fn copy(&self) -> PathBuf {
        self.folder.join(format!("{}.pp", self.open.lesson.name))
    }

    /// Returns the directory of the lesson's files: the environment. `None` for a lesson without files.
    pub fn environment(&self) -> Option<PathBuf> {
        (!self.open.lesson.files.is_empty()).then(|| self.folder.join("files"))
    }

    /// Writes the files of the lesson, and applies its facts and its edition to settings.
    ///
    /// # Errors
    /// A file cannot be written, or a setting of the lesson is unknown.
    pub fn prepare(&self, settings: &mut Settings) -> Result<(), LessonError> {
        let lesson = &self.open.lesson;
        configure(lesson, |key, value| settings.set(key, value)).map_err(LessonError::Finding)?;
        if let Some(folder) = self.environment() {
            write_files(lesson, &folder).map_err(|error| LessonError::Finding(error.to_string()))?;
        }
        Ok(())
    }

    /// Creates the learner. `stack` is the part of the thread's stack that evaluations may use, in bytes.
    ///
    /// # Errors
    /// The progress file exists and cannot be read.
    pub fn learner(&self, stack: usize) -> std::io::Result<Learner> {
        let setup = JudgeSetup { folder: Some(self.folder.join("files")), stack: Some(stack), ..JudgeSetup::default() };
        Learner::new(self.open.lesson.clone(), self.open.hash.clone(), &setup, self.progress.clone())
    }
}
