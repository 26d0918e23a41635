//! The work on the lesson of a notebook: what runs before and after an answer.

use pprepl_lessons::{LessonCell, StepKind, StepState, command_line, has_hole};
use pprepl_notebook::CellId;
use pprepl_rpc::RpcError;

use crate::answer::rejected;
use crate::notebook::Notebook;
use crate::open_lesson::OpenLesson;

/// Returns the lesson of a notebook.
pub fn lesson_of(notebook: &mut Notebook) -> Result<&mut OpenLesson, RpcError> {
    notebook.lesson.as_mut().ok_or_else(|| rejected("no lesson is open in this notebook; expected 'lesson/open' first"))
}

/// Returns the cell of the notebook for a step.
pub fn step_cell(notebook: &Notebook, step: &str) -> Result<CellId, RpcError> {
    let found = notebook.lesson.as_ref().and_then(|lesson| lesson.cells.cell_of(step));
    found.ok_or_else(|| rejected(format!("the notebook has no cell for the step '{step}'")))
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
