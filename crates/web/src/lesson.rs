//! The lesson in a notebook: the learner at work on it, and the cells that belong to it.

use std::path::PathBuf;
use std::sync::Arc;

use pprepl_lessons::{
    Learner, Lesson, LessonCell, LessonCells, StepKind, StepState, command_line, digest, has_hole, read,
};
use pprepl_notebook::{CellId, Document};
use pprepl_rpc::RpcError;
use pprepl_text::Severity;

use crate::engine::refused;
use crate::notebook::Notebook;

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
        return Err(refused(format!("the lesson has an error: {}", error.message)));
    }
    if lesson.steps().next().is_none() {
        return Err(refused(format!("{file} has no exercise, quiz or code to run")));
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
        found.ok_or_else(|| refused(format!("the lesson has no step '{step}'")))
    }

    /// Returns whether a step waits for the learner.
    fn is_left(&self, step: &str) -> bool {
        matches!(self.learner.state(step), StepState::Open | StepState::Tried | StepState::Shown)
    }

    /// Returns the next step that waits for the learner.
    pub fn next_open(&self) -> Option<&str> {
        self.learner.next_open(None)
    }
}

/// Returns the lesson of a notebook.
pub fn lesson_of(notebook: &mut Notebook) -> Result<&mut OpenLesson, RpcError> {
    notebook.lesson.as_mut().ok_or_else(|| refused("no lesson is open in this notebook; expected 'lesson/open' first"))
}

/// Returns the cell of the notebook for a step.
pub fn step_cell(notebook: &Notebook, step: &str) -> Result<CellId, RpcError> {
    let found = notebook.lesson.as_ref().and_then(|lesson| lesson.cells.cell_of(step));
    found.ok_or_else(|| refused(format!("the notebook has no cell for the step '{step}'")))
}

/// Begins with the progress of earlier visits: what was done runs.
pub fn begin(notebook: &mut Notebook) -> Result<(), RpcError> {
    let lesson = lesson_of(notebook)?;
    let steps: Vec<(String, StepState)> =
        lesson.lesson.steps().map(|(step, _)| (step.to_owned(), lesson.learner.state(step))).collect();
    for (step, state) in &steps {
        let Ok(id) = step_cell(notebook, step) else { continue };
        match state {
            StepState::Done => commit_answer(notebook, id),
            StepState::Skipped => commit_solution(notebook, step),
            StepState::Open | StepState::Tried | StepState::Shown => {}
        }
    }
    notebook.run_all();
    Ok(())
}

fn commit_answer(notebook: &mut Notebook, id: CellId) {
    if let Some(cell) = notebook.book.document().cell(id).filter(|cell| !has_hole(&cell.text)) {
        notebook.sources.commit_requested(cell);
    }
}

/// Commits the solution of an exercise as the source of its cell, so that later steps find its names.
fn commit_solution(notebook: &mut Notebook, step: &str) {
    let Ok(id) = step_cell(notebook, step) else { return };
    let Some(lesson) = &notebook.lesson else { return };
    let Ok(LessonCell { kind: StepKind::Exercise(exercise), .. }) = lesson.cell(step) else { return };
    if let Some(solution) = exercise.solution.as_ref().filter(|code| command_line(&code.text).is_none()) {
        notebook.sources.commit_source(id, &solution.text);
    }
}

/// Runs the solutions of exercises that a step builds on, if they did not run.
pub fn run_before(notebook: &mut Notebook, step: &str) {
    let Some(lesson) = &notebook.lesson else { return };
    let Ok(LessonCell { kind: StepKind::Exercise(exercise), .. }) = lesson.cell(step) else { return };
    let is_missing = |name: &&String| {
        let cell = lesson.cells.cell_of(name);
        cell.is_some_and(|cell| !notebook.sources.is_committed(cell))
    };
    let missing: Vec<String> = exercise.after.iter().filter(is_missing).cloned().collect();
    missing.iter().for_each(|name| commit_solution(notebook, name));
    if !missing.is_empty() {
        notebook.arrange(&[]);
    }
}

/// Skips a step: its solution runs, so that later steps find its names.
pub fn skip(notebook: &mut Notebook, step: &str) -> Result<(), RpcError> {
    let lesson = lesson_of(notebook)?;
    lesson.cell(step)?;
    if lesson.is_left(step) {
        lesson.learner.record(step, StepState::Skipped, None);
        commit_solution(notebook, step);
        notebook.arrange(&[]);
    }
    Ok(())
}
