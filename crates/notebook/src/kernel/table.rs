//! The cells of the document with their last runs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::CellId;

use super::cell::Cell;
use super::graph;
use super::run::{Run, State};

/// The reason why a cell runs only on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PausedCell {
    /// It reads files.
    Reads,
    /// It needs a name that such a cell defines.
    Needs,
}

/// The cells, their last runs, and those that are not up to date.
#[derive(Default)]
pub(super) struct CellTable {
    pub(super) cells: Vec<Cell>,
    /// The index of each cell.
    pub(super) places: FxHashMap<CellId, usize>,
    pub(super) runs: FxHashMap<CellId, Run>,
    /// The stale cells, each with its source at that time.
    pub(super) stale: BTreeMap<CellId, Arc<str>>,
    /// The stale cells that run only on request.
    pub(super) held: BTreeMap<CellId, PausedCell>,
    /// The stale cells that run as soon as there is time.
    pub(super) waiting: BTreeSet<CellId>,
}

impl CellTable {
    pub(super) fn cell(&self, id: CellId) -> Option<&Cell> {
        self.cells.get(*self.places.get(&id)?)
    }

    /// Returns the indices of the cells in execution order.
    pub(super) fn order(&self) -> Vec<usize> {
        graph::order(&self.cells.iter().map(|cell| cell.names.rank).collect::<Vec<_>>())
    }

    /// Returns whether the cell has run with its current source and is active.
    pub(super) fn is_up_to_date(&self, id: CellId) -> bool {
        let Some(run) = self.runs.get(&id) else { return false };
        let same = self.cell(id).is_some_and(|cell| cell.text == run.text);
        same && matches!(run.state, State::Applied)
    }

    pub(super) fn has_same_text(&self, id: CellId) -> bool {
        self.runs.get(&id).is_some_and(|run| self.cell(id).is_some_and(|cell| cell.text == run.text))
    }

    /// Returns the cells without effect until they run, in the order of the document.
    pub(super) fn without_effect(&self) -> Vec<CellId> {
        let has_effect = |id: &CellId| self.runs.get(id).is_some_and(|run| matches!(run.state, State::Applied));
        self.cells.iter().map(|cell| cell.id).filter(|id| self.stale.contains_key(id) || !has_effect(id)).collect()
    }

    /// Forgets the cells that are no longer in the document.
    pub(super) fn forget_removed(&mut self) {
        let present: FxHashSet<CellId> = self.cells.iter().map(|cell| cell.id).collect();
        self.runs.retain(|id, _| present.contains(id));
        self.stale.retain(|id, _| present.contains(id));
        self.waiting.retain(|id| present.contains(id));
    }

    /// Forgets every run.
    pub(super) fn forget_runs(&mut self) {
        self.runs.clear();
        self.stale.clear();
        self.held.clear();
        self.waiting.clear();
    }
}
