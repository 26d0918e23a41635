//! The areas of the screen: the heading, the body with margins around it, and the status line.

use ratatui::layout::Rect;

/// The maximum width of text, in columns: longer lines are hard to read.
const MAX_WIDTH: u16 = 100;

/// The areas of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    /// The heading and the body.
    pub content: Rect,
    /// One row at the bottom of the screen.
    pub status: Rect,
}

impl Areas {
    /// Divides a screen. The margins grow with it.
    pub fn new(screen: Rect) -> Areas {
        let status = Rect { y: screen.bottom().saturating_sub(1), height: screen.height.min(1), ..screen };
        let margin = (screen.width.saturating_sub(34) / 6).max(u16::from(screen.width > 10));
        let width = screen.width.saturating_sub(2 * margin).min(MAX_WIDTH);
        let top = screen.height.saturating_sub(12) / 8;
        let bottom = u16::from(screen.height > 8);
        let content = Rect {
            x: screen.x + (screen.width - width) / 2,
            y: screen.y + top,
            width,
            height: screen.height.saturating_sub(top + bottom + status.height),
        };
        Areas { content, status }
    }
}

/// Splits rows off the top of an area.
pub fn split_top(area: Rect, rows: usize) -> (Rect, Rect) {
    let rows = u16::try_from(rows).unwrap_or(u16::MAX).min(area.height);
    let below = Rect { y: area.y + rows, height: area.height - rows, ..area };
    (Rect { height: rows, ..area }, below)
}
