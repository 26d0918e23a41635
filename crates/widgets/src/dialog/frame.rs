//! The frame of every dialog.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear};

use crate::paint::Palette;
use pprepl_text::theme::Role;
use pprepl_text::visible;

/// Returns the inner width available on a screen, up to `wanted`.
pub fn room(screen: Rect, wanted: u16) -> u16 {
    let inside = screen.width.saturating_sub(2);
    wanted.min(if inside > 10 { inside - 2 } else { inside })
}

/// Returns the last rows of a screen, above the message line and the key bar.
pub fn bottom(screen: Rect, rows: u16) -> Rect {
    let height = rows.min(screen.height);
    Rect { y: screen.bottom().saturating_sub(height + 2).max(screen.y), height, ..screen }
}

/// Clears a centered box up to this size, with this title. Returns its inner area.
pub fn open(frame: &mut Frame, screen: Rect, palette: &Palette, title: &str, foot: &str, wanted: (u16, u16)) -> Rect {
    let width = wanted.0.saturating_add(4).min(screen.width);
    let height = wanted.1.saturating_add(2).min(screen.height);
    let left = screen.x + (screen.width - width) / 2;
    // Slightly above the middle, for better visibility.
    let top = screen.y + (screen.height - height) / 3;
    let area = Rect { x: left, y: top, width, height };
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, palette.style(Role::Screen));
    let mut block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(palette.style(Role::BorderActive))
        .style(palette.style(Role::Menu))
        .title(Line::styled(format!(" {} ", visible(title)), palette.style(Role::Title)));
    if !foot.is_empty() {
        block = block.title_bottom(Line::styled(format!(" {} ", visible(foot)), palette.style(Role::Hint)));
    }
    let inside = block.inner(area);
    frame.render_widget(block, area);
    // One column of padding on either side if there is room.
    let margin = u16::from(inside.width > 10);
    Rect { x: inside.x + margin, width: inside.width.saturating_sub(2 * margin), ..inside }
}
