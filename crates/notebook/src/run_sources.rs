//! The source of each code cell that the kernel runs: the text of the cell as of its last commit. Typing changes the
//! text, not the source, until the user runs the cell.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Cell, CellId, CellKind};

/// The committed sources of a notebook.
#[derive(Clone, Debug, Default)]
pub struct RunSources {
    committed: FxHashMap<CellId, Arc<str>>,
    /// The cells that run only when the user runs them: the steps of a lesson. Each with whether the user writes it.
    on_request: FxHashMap<CellId, bool>,
}

impl RunSources {
    /// Forgets all sources, because another notebook was opened.
    pub fn clear(&mut self) {
        self.committed.clear();
    }

    /// Sets the cells that run only when the user runs them, each with whether the user writes it.
    pub fn set_on_request(&mut self, ids: impl IntoIterator<Item = (CellId, bool)>) {
        self.on_request = ids.into_iter().collect();
    }

    /// Returns whether the cell runs only when the user runs it.
    pub fn is_on_request(&self, id: CellId) -> bool {
        self.on_request.contains_key(&id)
    }

    /// Returns whether the user writes a cell that runs only on request; `None` for other cells.
    pub fn is_by_user(&self, id: CellId) -> Option<bool> {
        self.on_request.get(&id).copied()
    }

    /// Returns the source of a cell, if any is committed.
    pub fn get(&self, id: CellId) -> Option<&Arc<str>> {
        self.committed.get(&id)
    }

    /// Commits a cell's text, unless the cell runs only on request.
    pub fn commit(&mut self, cell: &Cell) {
        if !self.is_on_request(cell.id) {
            self.commit_requested(cell);
        }
    }

    /// Commits a cell's text.
    pub fn commit_requested(&mut self, cell: &Cell) {
        let is_known = self.committed.get(&cell.id).is_some_and(|known| **known == *cell.text);
        if cell.kind == CellKind::Code && !is_known {
            self.committed.insert(cell.id, Arc::from(&*cell.text));
        }
    }

    /// Commits another source than the cell's text: the solution of an exercise that the learner skips.
    pub fn commit_source(&mut self, id: CellId, source: &str) {
        self.committed.insert(id, Arc::from(source));
    }

    /// Commits the text of every cell, and forgets the cells that no longer exist.
    pub fn follow(&mut self, cells: &[Cell]) {
        let ids: FxHashSet<CellId> = cells.iter().map(|cell| cell.id).collect();
        self.committed.retain(|id, _| ids.contains(id));
        self.commit_all(cells);
    }

    /// Commits the text of every cell.
    pub fn commit_all(&mut self, cells: &[Cell]) {
        cells.iter().for_each(|cell| self.commit(cell));
    }

    /// Returns whether source of the cell is committed.
    pub fn is_committed(&self, id: CellId) -> bool {
        self.committed.get(&id).is_some_and(|source| !source.is_empty())
    }

    /// Returns whether the cell was edited since it was committed.
    pub fn is_edited(&self, cell: &Cell) -> bool {
        self.committed.get(&cell.id).is_some_and(|known| **known != *cell.text)
    }

    /// Returns the code cells with their sources, for the kernel.
    pub fn committed(&mut self, cells: &[Cell]) -> Vec<(CellId, Arc<str>)> {
        let source = |cell: &Cell| (cell.id, self.committed.entry(cell.id).or_insert_with(|| Arc::from("")).clone());
        cells.iter().filter(|cell| cell.is_code()).map(source).collect()
    }
}
