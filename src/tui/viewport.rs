//! The visible part of the notebook: the areas of the screen, the scroll position, and where cells are drawn.

use ratatui::layout::{Position, Rect};

use pprepl_notebook::CellId;
use puppet_tree::Highlighter;

use super::layout::Areas;
use super::workspace::Workspace;

/// A row of the cell list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Top {
    pub cell: CellId,
    /// The row in the cell, counting its output and the empty row below.
    pub row: usize,
}

/// The visible part of the notebook.
pub struct Viewport {
    /// The first visible row.
    pub top: Top,
    /// Whether to scroll to the current cell.
    pub follow: bool,
    pub areas: Areas,
    /// Where cells were last drawn: the cell, the area of its text, its first visible row.
    pub places: Vec<(CellId, Rect, usize)>,
    /// The number of rows of cells in the last frame.
    rows: usize,
    pub colours: Highlighter,
}

impl Viewport {
    /// Returns a viewport that begins at this cell.
    pub fn new(first: CellId) -> Viewport {
        Viewport {
            top: Top { cell: first, row: 0 },
            follow: true,
            areas: Areas::default(),
            places: Vec::new(),
            rows: 0,
            colours: Highlighter::new(),
        }
    }

    /// Records the number of rows of a frame. Returns whether it grew.
    pub fn take_growth(&mut self, rows: usize) -> bool {
        let before = std::mem::replace(&mut self.rows, rows);
        (1..rows).contains(&before)
    }

    /// Returns the first visible row: the index of its cell and the row in it.
    pub fn top_place(&self, book: &Workspace, current: CellId) -> (usize, usize) {
        match book.place(self.top.cell) {
            Some(place) => (place, self.top.row),
            None => (book.place(current).unwrap_or(0), 0),
        }
    }

    /// Returns the pane slot at a position.
    pub fn pane_at(&self, at: Position) -> Option<usize> {
        self.areas.panes.iter().position(|area| area.contains(at))
    }

    /// Returns the cell at a position: the cell, the area of its text, its first visible row.
    pub fn cell_at(&self, at: Position) -> Option<(CellId, Rect, usize)> {
        if !self.areas.cells.contains(at) {
            return None;
        }
        self.places.iter().rev().find(|(_, area, _)| area.y <= at.y).copied()
    }
}
