//! An exercise that is judged, with the code that runs before it.

use super::bench::Base;
use crate::exercise::Exercise;
use crate::lesson::{Lesson, LessonCell, StepKind};

/// An exercise that is judged.
pub(super) struct Task<'a> {
    pub(super) cell: usize,
    pub(super) exercise: &'a Exercise,
    pub(super) bases: Vec<Base>,
}

impl Task<'_> {
    /// Returns the exercise of this name in a lesson.
    pub(super) fn find<'a>(lesson: &'a Lesson, name: &str) -> Option<Task<'a>> {
        let (cell, exercise) = find(lesson, name)?;
        Some(Task { cell, exercise, bases: bases(lesson, cell, exercise) })
    }
}

/// Returns the exercise of this name with the index of its cell.
fn find<'a>(lesson: &'a Lesson, name: &str) -> Option<(usize, &'a Exercise)> {
    lesson.cells.iter().enumerate().find_map(|(index, cell)| match &cell.kind {
        StepKind::Exercise(exercise) if exercise.name == name => Some((index, &**exercise)),
        _ => None,
    })
}

/// Returns what runs before an exercise: the given cells above it, and the solutions of the exercises that it follows.
fn bases(lesson: &Lesson, cell: usize, exercise: &Exercise) -> Vec<Base> {
    let mut after: Vec<usize> = Vec::new();
    let mut open: Vec<&str> = exercise.after.iter().map(String::as_str).collect();
    while let Some(name) = open.pop() {
        let Some((index, other)) = find(lesson, name) else { continue };
        if index < cell && !after.contains(&index) {
            after.push(index);
            open.extend(other.after.iter().map(String::as_str));
        }
    }
    let is_base = |(index, one): &(usize, &LessonCell)| matches!(one.kind, StepKind::Given) || after.contains(index);
    lesson.cells.iter().enumerate().take(cell).filter(is_base).map(|(cell, _)| Base { cell }).collect()
}

/// Returns the given cells above a cell.
pub(crate) fn given_above(lesson: &Lesson, cell: usize) -> Vec<Base> {
    let given = lesson.cells.iter().enumerate().take(cell).filter(|(_, one)| matches!(one.kind, StepKind::Given));
    given.map(|(cell, _)| Base { cell }).collect()
}
