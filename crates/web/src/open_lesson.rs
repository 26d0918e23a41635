//! The lesson of a notebook: the learner at work on it, and the cells that belong to it.

use std::path::PathBuf;
use std::sync::Arc;

use pprepl_lessons::{Learner, Lesson, LessonCell, LessonCells, StepState, digest, read};
use pprepl_notebook::Document;
use pprepl_rpc::RpcError;
use pprepl_text::Severity;

use crate::answer::rejected;

/// A lesson with the digest of its text.
pub struct LessonText {
    pub lesson: Arc<Lesson>,
    pub hash: String,
}

/// The open lesson of a notebook.
pub struct OpenLesson {
    pub lesson: Arc<Lesson>,
    pub learner: Learner,
    pub cells: LessonCells,
}

/// Reads a lesson.
///
/// # Errors
/// One of its options is an error, or it has no steps.
pub fn read_lesson(file: &str, text: &str) -> Result<LessonText, RpcError> {
    let mut lesson = read(file, &Document::parse(text));
    if let Some(error) = lesson.findings.iter().find(|found| found.severity == Severity::Error) {
        return Err(rejected(format!("the lesson has an error: {}", error.message)));
    }
    if lesson.steps().next().is_none() {
        return Err(rejected(format!("{file} has no exercise, quiz or code to run")));
    }
    if lesson.name.is_empty() {
        let stem = PathBuf::from(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        lesson.name = stem.unwrap_or_else(|| "lesson".to_owned());
    }
    if lesson.title.is_empty() {
        lesson.title.clone_from(&lesson.name);
    }
    Ok(LessonText { lesson: Arc::new(lesson), hash: digest(text) })
}

impl OpenLesson {
    /// Returns the cell of the lesson for a step.
    pub fn cell(&self, step: &str) -> Result<&LessonCell, RpcError> {
        let found = self.lesson.cells.iter().find(|cell| cell.step() == Some(step));
        found.ok_or_else(|| rejected(format!("the lesson has no step '{step}'")))
    }

    /// Returns whether a step waits for the learner.
    pub fn is_left(&self, step: &str) -> bool {
        matches!(self.learner.state(step), StepState::Open | StepState::Tried | StepState::Shown)
    }

    /// Returns the next step that waits for the learner.
    pub fn next_open(&self) -> Option<&str> {
        self.learner.next_open(None)
    }
}
