//! The cells of a lesson in the notebook: the part of the lesson that each belongs to, and which the learner cannot
//! change.

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_notebook::{Cell, CellId, CellKind, Operation};

use crate::working_copy::Part;

/// The cells of the open lesson; empty without a lesson.
#[derive(Clone, Debug, Default)]
pub struct LessonCells {
    is_lesson: bool,
    parts: FxHashMap<CellId, (Part, CellKind)>,
    /// The cells that the user unlocked.
    unlocked: FxHashSet<CellId>,
}

impl LessonCells {
    /// Begins or ends a lesson.
    pub fn set_lesson(&mut self, is_lesson: bool, cells: &[Cell]) {
        *self = LessonCells { is_lesson, ..LessonCells::default() };
        self.follow(cells);
    }

    /// Follows a structural change of the notebook. The steps run only when the learner runs them: see
    /// [`LessonCells::on_request`].
    pub fn follow(&mut self, cells: &[Cell]) {
        if self.is_lesson {
            let parts = cells.iter().filter_map(|cell| Some((cell.id, (Part::of(cell)?, cell.kind))));
            self.parts = parts.collect();
        }
    }

    /// Returns the part of the lesson that a cell belongs to.
    pub fn part(&self, id: CellId) -> Option<&Part> {
        self.parts.get(&id).map(|(part, _)| part)
    }

    /// Returns the cell of a step.
    pub fn cell_of(&self, step: &str) -> Option<CellId> {
        self.parts.iter().find(|(_, (part, _))| part.step() == Some(step)).map(|(id, _)| *id)
    }

    /// Returns whether the cell is a question without an answer.
    pub fn is_question(&self, id: CellId) -> bool {
        matches!(self.parts.get(&id), Some((Part::Quiz(_), CellKind::Prose)))
    }

    /// Returns the cells that run only when the learner runs them, each with whether the learner writes it.
    pub fn on_request(&self) -> impl Iterator<Item = (CellId, bool)> {
        self.parts.iter().filter_map(|(id, (part, _))| match part {
            Part::Given => None,
            Part::Run(_) | Part::Quiz(_) => Some((*id, false)),
            Part::Exercise(_) => Some((*id, true)),
        })
    }

    /// Returns whether the text of the cell is locked.
    pub fn is_locked(&self, id: CellId) -> bool {
        let is_own = match self.parts.get(&id) {
            Some((Part::Given | Part::Run(_) | Part::Quiz(_), _)) => false,
            Some((Part::Exercise(_), _)) | None => true,
        };
        !is_own && !self.unlocked.contains(&id)
    }

    /// Unlocks a cell until the lesson is closed.
    pub fn unlock(&mut self, id: CellId) {
        self.unlocked.insert(id);
    }

    /// Returns whether an operation of the user would change a locked cell, or remove a cell of the lesson.
    pub fn rejects(&self, operation: &Operation, cells: &[Cell]) -> bool {
        if self.parts.is_empty() {
            return false;
        }
        let is_kept = |id: &CellId| self.parts.contains_key(id);
        match operation {
            Operation::Edit { id, .. } | Operation::Head { id, .. } => self.is_locked(*id),
            Operation::Delete { id } | Operation::Turn { id, .. } | Operation::Split { id, .. } => is_kept(id),
            Operation::Merge { id } => is_kept(id) || next(cells, *id).is_some_and(|next| is_kept(&next)),
            Operation::Together { all } => all.iter().any(|one| self.rejects(one, cells)),
            Operation::Insert { .. } | Operation::Move { .. } | Operation::Fold { .. } | Operation::Replace { .. } => {
                false
            }
        }
    }
}

fn next(cells: &[Cell], id: CellId) -> Option<CellId> {
    let place = cells.iter().position(|cell| cell.id == id)?;
    Some(cells.get(place + 1)?.id)
}
