//! The lines around the cells: the file above; a message, the mode and the cursor position below; and the key bar,
//! which shows the possible next keys during a chord.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};

use pprepl_text::columns::{shortened, width};
use pprepl_text::theme::Role;
use pprepl_text::visible;

use super::paint::Palette;

/// The message from the request to stop a run until it stops.
pub const STOPPING: &str = "stopping …";

/// The message in the status line.
#[derive(Default)]
pub struct StatusMessage {
    /// The role and the text.
    message: Option<(Role, String)>,
}

impl StatusMessage {
    pub fn set(&mut self, role: Role, text: impl Into<String>) {
        self.message = Some((role, visible(&text.into()).into_owned()));
    }

    pub fn clear(&mut self) {
        self.message = None;
    }

    /// Returns whether this text is the message.
    pub fn shows(&self, text: &str) -> bool {
        self.message.as_ref().is_some_and(|(_, message)| message == text)
    }

    /// Returns the role and the text.
    pub fn get(&self) -> Option<&(Role, String)> {
        self.message.as_ref()
    }
}

/// Draws a line with a left-aligned and a right-aligned text.
pub fn two_sided(buffer: &mut Buffer, area: Rect, look: Style, left: (&str, Style), right: &str) {
    if area.is_empty() {
        return;
    }
    buffer.set_style(area, look);
    let room = usize::from(area.width);
    let right = visible(right);
    let right = shortened(&right, room / 2);
    let right_width = width(&right);
    let left_room = room.saturating_sub(right_width + 2);
    let text = visible(left.0);
    buffer.set_stringn(area.x, area.y, shortened(&text, left_room), left_room, left.1);
    if right_width > 0 {
        let column = area.right().saturating_sub(u16::try_from(right_width).unwrap_or(0));
        buffer.set_stringn(column, area.y, &right, right_width, look);
    }
}

/// Draws a wrapped message that covers the rows above the status line.
pub fn long(buffer: &mut Buffer, status: Rect, palette: &Palette, role: Role, rows: &[String]) {
    let height = u16::try_from(rows.len()).unwrap_or(1);
    let area = Rect { y: status.bottom().saturating_sub(height), height, ..status };
    Clear.render(area, buffer);
    buffer.set_style(area, palette.style(Role::Screen).patch(palette.style(Role::Status)));
    for (row, y) in rows.iter().zip(area.y..area.bottom()) {
        buffer.set_stringn(area.x, y, row, usize::from(area.width), palette.style(role));
    }
}

/// Draws as many keys and their actions as fit. Returns the area of each.
pub fn keys(buffer: &mut Buffer, area: Rect, palette: &Palette, keys: &[(String, String)]) -> Vec<(usize, Rect)> {
    let mut places = Vec::new();
    if area.is_empty() {
        return places;
    }
    let mut column = area.x;
    for (at, (key, title)) in keys.iter().enumerate() {
        let wanted = u16::try_from(width(key) + width(title) + 3).unwrap_or(u16::MAX);
        if column.saturating_add(wanted) > area.right().saturating_add(2) {
            continue;
        }
        let room = usize::from(area.right().saturating_sub(column));
        let start = column;
        let (next, _) = buffer.set_stringn(column, area.y, key, room, palette.style(Role::Key));
        let room = usize::from(area.right().saturating_sub(next));
        let (next, _) = buffer.set_stringn(next, area.y, format!(" {title}"), room, palette.style(Role::Hint));
        places.push((at, Rect { x: start, width: next - start, height: 1, ..area }));
        column = next + 2;
    }
    places
}

/// Draws the possible next keys of a chord, in rows above the key bar.
pub fn which_key(
    buffer: &mut Buffer,
    bar: Rect,
    screen: Rect,
    palette: &Palette,
    title: &str,
    keys: &[(String, String)],
) {
    let column_width = keys.iter().map(|(key, title)| width(key) + width(title) + 3).max().unwrap_or(1).max(1);
    let columns = (usize::from(screen.width) / column_width).max(1);
    let rows = keys.len().div_ceil(columns).min(usize::from(screen.height / 2));
    let height = u16::try_from(rows + 1).unwrap_or(1);
    let area = Rect { x: screen.x, y: bar.y.saturating_sub(height), width: screen.width, height };
    for place in area.positions() {
        if let Some(cell) = buffer.cell_mut(place) {
            cell.reset();
        }
    }
    buffer.set_style(area, palette.style(Role::Screen).patch(palette.style(Role::Menu)));
    buffer.set_stringn(area.x, area.y, format!("{title} …"), usize::from(area.width), palette.style(Role::Title));
    for (at, (key, title)) in keys.iter().enumerate().take(rows * columns) {
        let column = area.x + u16::try_from((at % columns) * column_width).unwrap_or(0);
        let row = area.y + 1 + u16::try_from(at / columns).unwrap_or(0);
        let room = usize::from(area.right().saturating_sub(column));
        let (next, _) = buffer.set_stringn(column, row, key, room, palette.style(Role::Key));
        buffer.set_stringn(next + 1, row, title, room.saturating_sub(width(key) + 1), palette.style(Role::Menu));
    }
}
