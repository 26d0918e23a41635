//! The scroll bar at the right of the cells: the visible part, and marks for failed and stale cells, for matches of a
//! search, and for the current cell. The marks differ in shape, so that colors are not needed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::paint::Palette;
use pprepl_text::theme::Role;

/// A mark on the bar. A later kind covers an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A cell whose result is out of date.
    Stale,
    /// A match of the search.
    Hit,
    /// The cell with the cursor.
    Current,
    /// A cell that failed.
    Failed,
}

impl Mark {
    /// Returns the symbol and its role.
    fn sign(self) -> (&'static str, Role) {
        match self {
            Mark::Stale => ("~", Role::Warning),
            Mark::Hit => ("•", Role::Match),
            Mark::Current => ("◄", Role::BorderActive),
            Mark::Failed => ("✗", Role::Error),
        }
    }
}

/// The rows of the notebook along the bar.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The number of rows above the visible ones.
    pub above: usize,
    /// The number of visible rows.
    pub seen: usize,
    pub total: usize,
}

impl Range {
    /// Returns whether everything is visible, without a bar.
    pub fn is_complete(self) -> bool {
        self.total <= self.seen
    }
}

/// Draws the bar in the last column of an area. Each mark has its row in the notebook.
pub fn draw(buffer: &mut Buffer, area: Rect, range: Range, marks: impl Iterator<Item = (usize, Mark)>, look: &Palette) {
    let rows = usize::from(area.height);
    if range.is_complete() || rows < 3 {
        return;
    }
    let size = (range.seen * rows / range.total).clamp(1, rows);
    let start = (range.above * rows / range.total).min(rows - size);
    for row in start..start + size {
        put(buffer, area, row, ("▐", Role::Border), look);
    }
    let mut shown: Vec<Option<Mark>> = vec![None; rows];
    for (row, mark) in marks {
        if let Some(known) = shown.get_mut((row * rows / range.total).min(rows - 1)) {
            *known = (*known).max(Some(mark));
        }
    }
    for (row, mark) in shown.into_iter().enumerate() {
        if let Some(mark) = mark {
            put(buffer, area, row, mark.sign(), look);
        }
    }
}

fn put(buffer: &mut Buffer, area: Rect, row: usize, (sign, role): (&str, Role), look: &Palette) {
    let y = area.y + u16::try_from(row).unwrap_or(0);
    buffer.set_stringn(area.right().saturating_sub(1), y, sign, 1, look.style(role));
}
