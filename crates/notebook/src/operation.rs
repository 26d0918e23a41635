//! What can be done to a notebook, as values: each is applied by the document, which hands back what undoes it.
//!
//! Cells are named by their ids, so that an operation means the same whatever moved meanwhile. What undoes a split, a
//! merge or a change of kind is the cells as they were: exact whatever the operation had to fix.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Cell, CellId, CellKind};

/// A change of a notebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Operation {
    /// Puts a cell at a place.
    Insert {
        /// How many cells are before it.
        at: usize,
        /// The cell, with an id of its own (see [`super::Document::new_cell`]).
        cell: Cell,
    },
    /// Takes a cell out. The only one stays.
    Delete {
        /// Which cell.
        id: CellId,
    },
    /// Puts a cell elsewhere.
    Move {
        /// Which cell.
        id: CellId,
        /// How many of the other cells are before it then.
        to: usize,
    },
    /// Makes two cells of one. At the start or end of a line, that line's end goes.
    Split {
        /// Which cell; it keeps its id for the first part.
        id: CellId,
        /// The byte of its text where the second part starts.
        at: usize,
    },
    /// Makes one cell of a cell and the next; it is of the first one's kind.
    Merge {
        /// The first of the two.
        id: CellId,
    },
    /// Makes code of prose, or prose of code; the text stays.
    Turn {
        /// Which cell.
        id: CellId,
        /// What it holds then.
        kind: CellKind,
    },
    /// Gives a cell another title and other options.
    Head {
        /// Which cell.
        id: CellId,
        heading: String,
    },
    /// Replaces a part of a cell's text.
    Edit {
        /// Which cell.
        id: CellId,
        /// The bytes that go.
        range: Range<usize>,
        /// What is there then; its line ends become `\n`.
        text: String,
    },
    /// Shows only a cell's first line, or all of it.
    Fold {
        /// Which cell.
        id: CellId,
        /// Only the first line?
        folded: bool,
    },
    /// Replaces neighbouring cells by others.
    Replace {
        /// How many cells are before them.
        at: usize,
        /// How many go.
        count: usize,
        /// What comes.
        cells: Vec<Cell>,
    },
    /// Several in this order, as one: all or none.
    Together { all: Vec<Operation> },
}

impl Operation {
    /// An edit of all of a cell's text.
    pub fn set_text(cell: &Cell, text: impl Into<String>) -> Operation {
        Operation::Edit { id: cell.id, range: 0..cell.text.len(), text: text.into() }
    }
}

/// Why an operation was not done; the notebook is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationError {
    /// There is no cell of that id.
    NoSuchCell(CellId),
    /// There is a cell of that id already.
    Taken(CellId),
    /// The place is after the last cell.
    NoSuchPlace(usize),
    /// The bytes are not of the text, or cut a character.
    NoSuchText,
    /// A notebook has at least one cell.
    OnlyCell,
    /// The last cell has none after it to merge with.
    LastCell,
}

impl std::fmt::Display for OperationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OperationError::NoSuchCell(_) => f.write_str("the cell is gone"),
            OperationError::Taken(_) => f.write_str("the cell is there already"),
            OperationError::NoSuchPlace(_) => f.write_str("the notebook has no such place"),
            OperationError::NoSuchText => f.write_str("the cell has no such text"),
            OperationError::OnlyCell => f.write_str("the only cell cannot be deleted"),
            OperationError::LastCell => f.write_str("there is no cell below to merge with"),
        }
    }
}

impl std::error::Error for OperationError {}
