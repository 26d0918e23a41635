//! The box that every dialog is in.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear};

use crate::paint::Palette;
use pprepl_text::visible;

/// How wide the room inside is at most on such a screen.
pub fn room(screen: Rect, wanted: u16) -> u16 {
    let inside = screen.width.saturating_sub(2);
    wanted.min(if inside > 10 { inside - 2 } else { inside })
}

/// The last rows of a screen, above its two lines for messages and keys.
pub fn bottom(screen: Rect, rows: u16) -> Rect {
    let height = rows.min(screen.height);
    Rect { y: screen.bottom().saturating_sub(height + 2).max(screen.y), height, ..screen }
}

/// Clears a box in the middle of the screen, no larger than that, with this title; gives the room inside.
pub fn open(frame: &mut Frame, screen: Rect, palette: &Palette, title: &str, foot: &str, wanted: (u16, u16)) -> Rect {
    let width = wanted.0.saturating_add(4).min(screen.width);
    let height = wanted.1.saturating_add(2).min(screen.height);
    let left = screen.x + (screen.width - width) / 2;
    // A little above the middle, where the eye is.
    let top = screen.y + (screen.height - height) / 3;
    let area = Rect { x: left, y: top, width, height };
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, palette.style("screen"));
    let mut block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(palette.style("border.active"))
        .style(palette.style("menu"))
        .title(Line::styled(format!(" {} ", visible(title)), palette.style("title")));
    if !foot.is_empty() {
        block = block.title_bottom(Line::styled(format!(" {} ", visible(foot)), palette.style("hint")));
    }
    let inside = block.inner(area);
    frame.render_widget(block, area);
    // A space column on either side where there is room.
    let margin = u16::from(inside.width > 10);
    Rect { x: inside.x + margin, width: inside.width.saturating_sub(2 * margin), ..inside }
}
