//! Painting of rows and of the status line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use pprepl_text::columns::{shortened, width};
use pprepl_text::theme::Role;
use pprepl_text::visible;
use pprepl_widgets::dialog::{StyledLine, styled};
use pprepl_widgets::paint::Palette;

use super::scroll::Scroll;

/// Draws the visible rows of an area, with marks where rows are hidden.
pub fn rows(buffer: &mut Buffer, area: Rect, rows: &[StyledLine], scroll: Scroll, palette: &Palette) {
    for (row, y) in rows.iter().skip(scroll.top).zip(area.y..area.bottom()) {
        styled(row, palette).render(Rect { y, height: 1, ..area }, buffer);
    }
    if area.is_empty() {
        return;
    }
    let hint = palette.style(Role::Hint);
    let column = area.right().saturating_sub(1);
    if scroll.top > 0 {
        buffer.set_string(column, area.y, "↑", hint);
    }
    if scroll.has_below() {
        buffer.set_string(column, area.bottom() - 1, "↓", hint);
    }
}

/// Draws the status line: a message or the slide on the left, the timer on the right.
pub fn status(buffer: &mut Buffer, area: Rect, palette: &Palette, left: (Role, &str), timer: (Role, &str)) {
    if area.is_empty() {
        return;
    }
    buffer.set_style(area, palette.style(Role::Status));
    let room = usize::from(area.width);
    let right = width(timer.1).min(room);
    let left_room = room.saturating_sub(right + 3);
    let text = shortened(&visible(left.1), left_room);
    buffer.set_stringn(area.x + u16::from(area.width > 1), area.y, text, left_room, palette.style(left.0));
    let column = area.right().saturating_sub(u16::try_from(right + 1).unwrap_or(0)).max(area.x);
    buffer.set_stringn(column, area.y, timer.1, right, palette.style(timer.0));
}
