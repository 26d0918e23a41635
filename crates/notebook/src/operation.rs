//! Operations on a notebook as values (the command pattern): the document applies each one and returns its inverse.
//!
//! Operations refer to cells by id, so that their meaning does not depend on moves. The inverse of a split, a merge
//! or a change of kind restores the original cells exactly, whatever the operation had to normalize.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Cell, CellId, CellKind};

/// A change of a notebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Operation {
    /// Inserts a cell.
    Insert {
        /// The number of cells before it.
        at: usize,
        /// The cell with a unique id (see [`super::Document::new_cell`]).
        cell: Cell,
    },
    /// Deletes a cell. The only cell cannot be deleted.
    Delete { id: CellId },
    /// Moves a cell.
    Move {
        id: CellId,
        /// The number of other cells before it afterwards.
        to: usize,
    },
    /// Splits a cell. At the start or end of a line, the adjacent line end is removed.
    Split {
        /// The cell; the first part keeps its id.
        id: CellId,
        /// The byte offset in its source at which the second part starts.
        at: usize,
    },
    /// Merges a cell with the next one; the kind of the first applies.
    Merge {
        /// The first of the two cells.
        id: CellId,
    },
    /// Converts a code cell to a Markdown cell, or back; the text is unchanged.
    Turn { id: CellId, kind: CellKind },
    /// Sets the title and the options of a cell.
    Head { id: CellId, heading: String },
    /// Replaces a part of a cell's source.
    Edit {
        id: CellId,
        /// The bytes to replace.
        range: Range<usize>,
        /// The replacement; its line ends become `\n`.
        text: String,
    },
    /// Folds a cell to its first line, or unfolds it.
    Fold {
        id: CellId,
        /// Whether only the first line is shown.
        folded: bool,
    },
    /// Replaces adjacent cells by others.
    Replace {
        /// The number of cells before them.
        at: usize,
        /// The number of replaced cells.
        count: usize,
        cells: Vec<Cell>,
    },
    /// Applies several operations in this order, all or none.
    Together { all: Vec<Operation> },
}

impl Operation {
    /// Creates an edit of a cell's entire source.
    pub fn set_text(cell: &Cell, text: impl Into<String>) -> Operation {
        Operation::Edit { id: cell.id, range: 0..cell.text.len(), text: text.into() }
    }

    /// Returns the cell that the operation concerns, the first of several: the one to show after it.
    pub fn affected_cell(&self) -> Option<CellId> {
        match self {
            Operation::Insert { cell, .. } => Some(cell.id),
            Operation::Delete { id }
            | Operation::Move { id, .. }
            | Operation::Split { id, .. }
            | Operation::Merge { id }
            | Operation::Turn { id, .. }
            | Operation::Head { id, .. }
            | Operation::Edit { id, .. }
            | Operation::Fold { id, .. } => Some(*id),
            Operation::Replace { cells, .. } => cells.first().map(|cell| cell.id),
            Operation::Together { all } => all.first().and_then(Operation::affected_cell),
        }
    }
}

/// The reason why an operation failed; the notebook is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationError {
    /// No cell has that id.
    NoSuchCell(CellId),
    /// A cell already has that id.
    Taken(CellId),
    /// The index is after the last cell.
    NoSuchPlace(usize),
    /// The range is outside the source, or splits a character.
    NoSuchText,
    /// A notebook has at least one cell.
    OnlyCell,
    /// No cell follows to merge with.
    LastCell,
}

impl std::fmt::Display for OperationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OperationError::NoSuchCell(_) => f.write_str("the cell no longer exists"),
            OperationError::Taken(_) => f.write_str("the cell already exists"),
            OperationError::NoSuchPlace(_) => f.write_str("position outside the notebook"),
            OperationError::NoSuchText => f.write_str("range outside the cell"),
            OperationError::OnlyCell => f.write_str("the only cell cannot be deleted"),
            OperationError::LastCell => f.write_str("no cell below to merge with"),
        }
    }
}

impl std::error::Error for OperationError {}
