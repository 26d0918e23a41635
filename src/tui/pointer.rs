//! The state of the mouse.

use std::time::{Duration, Instant};

use ratatui::layout::{Position, Rect};

use super::keymap::Bound;
use pprepl_notebook::CellId;

/// Maximum interval between consecutive clicks.
const AGAIN: Duration = Duration::from_millis(400);

/// The state of the mouse.
#[derive(Default)]
pub struct Pointer {
    /// The cell in whose text a drag began.
    pub dragging: Option<CellId>,
    /// The clickable items of the key bar.
    pub buttons: Vec<(Rect, Bound)>,
    /// The time and position of the last click, and the number of consecutive clicks.
    clicked: Option<(Instant, Position, u8)>,
}

impl Pointer {
    /// Returns the action of the key bar at a position.
    pub fn button_at(&self, at: Position) -> Option<&Bound> {
        self.buttons.iter().find(|(place, _)| place.contains(at)).map(|(_, bound)| bound)
    }

    /// Returns the number of consecutive clicks at this position: one moves the cursor, two select the word, three the
    /// line.
    pub fn times_clicked(&mut self, at: Position) -> u8 {
        let again = self.clicked.filter(|(time, place, _)| time.elapsed() < AGAIN && *place == at);
        let times = again.map_or(1, |(_, _, times)| times % 3 + 1);
        self.clicked = Some((Instant::now(), at, times));
        times
    }
}
