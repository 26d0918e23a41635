//! A list with a filter: palette, table of contents, themes, elements of a value.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::{Position, Rect};

use super::frame;
use super::line::LineInput;
use super::reply::Reply;
use crate::key::Key;
use crate::paint::Palette;
use pprepl_text::columns::{shortened, width};
use pprepl_text::theme::Role;
use pprepl_text::visible;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// The text to select.
    pub label: String,
    /// The detail to its right.
    pub detail: String,
    /// Its key, if any.
    pub key: String,
    /// Additional search terms.
    pub words: &'static str,
}

/// A list to select from.
#[derive(Clone, Debug)]
pub struct ListDialog {
    pub title: String,
    pub foot: String,
    items: Vec<Item>,
    filter: LineInput,
    /// The rows that match the filter, best first.
    shown: Vec<usize>,
    selected: usize,
    /// The first visible row.
    top: usize,
    /// The area of the rows at the last drawing.
    rows: Rect,
}

impl ListDialog {
    /// Returns a list of these rows with one of them selected.
    pub fn new(title: &str, items: Vec<Item>, selected: usize) -> ListDialog {
        let shown: Vec<usize> = (0..items.len()).collect();
        let selected = selected.min(items.len().saturating_sub(1));
        let foot = "type to filter, enter: select, esc: close".to_owned();
        ListDialog {
            title: title.to_owned(),
            foot,
            items,
            filter: LineInput::default(),
            shown,
            selected,
            top: 0,
            rows: Rect::ZERO,
        }
    }

    /// Returns the selected row.
    pub fn selected(&self) -> Option<usize> {
        self.shown.get(self.selected).copied()
    }

    pub(super) fn key(&mut self, key: Key) -> Reply {
        let control = key.held.contains(KeyModifiers::CONTROL);
        let page = isize::try_from(self.rows.height.max(2)).unwrap_or(2) - 1;
        match key.code {
            KeyCode::Esc => Reply::Closed,
            KeyCode::Char('c' | 'g') if control => Reply::Closed,
            KeyCode::Enter => self.selected().map_or(Reply::Stay, Reply::Chosen),
            KeyCode::Up | KeyCode::BackTab => self.step(-1),
            KeyCode::Down | KeyCode::Tab => self.step(1),
            KeyCode::Char('p') if control => self.step(-1),
            KeyCode::Char('n') if control => self.step(1),
            KeyCode::PageUp => self.step(-page),
            KeyCode::PageDown => self.step(page),
            _ if self.filter.edit(key) => self.filtered(),
            _ => Reply::Stay,
        }
    }

    pub(super) fn paste(&mut self, text: &str) {
        self.filter.insert(text);
        self.filtered();
    }

    pub(super) fn click(&mut self, column: u16, row: u16) -> Reply {
        if !self.rows.contains(Position::new(column, row)) {
            return Reply::Stay;
        }
        let at = self.top + usize::from(row - self.rows.y);
        self.shown.get(at).map_or(Reply::Stay, |row| Reply::Chosen(*row))
    }

    pub(super) fn step(&mut self, rows: isize) -> Reply {
        let last = self.shown.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(rows).min(last);
        Reply::Moved
    }

    fn filtered(&mut self) -> Reply {
        let asked = self.filter.text().to_lowercase();
        let mut fitting: Vec<(u8, usize)> =
            self.items.iter().enumerate().filter_map(|(at, item)| Some((fit(item, &asked)?, at))).collect();
        fitting.sort_unstable();
        self.shown = fitting.into_iter().map(|(_, at)| at).collect();
        self.selected = 0;
        self.top = 0;
        Reply::Moved
    }

    pub(super) fn draw(&mut self, frame: &mut Frame, screen: Rect, palette: &Palette) {
        let rows = u16::try_from(self.items.len()).unwrap_or(u16::MAX).clamp(1, 20);
        let inside = frame::open(frame, screen, palette, &self.title, &self.foot, (72, rows + 1));
        if inside.height == 0 {
            return;
        }
        let line = Rect { height: 1, x: inside.x + 2, width: inside.width.saturating_sub(2), ..inside };
        frame.buffer_mut().set_stringn(inside.x, inside.y, ">", 1, palette.style(Role::Prompt));
        let column = self.filter.draw(line, frame.buffer_mut(), palette);
        self.rows = Rect { y: inside.y + 1, height: inside.height - 1, ..inside };
        let height = usize::from(self.rows.height).max(1);
        self.top = self.top.min(self.selected).max((self.selected + 1).saturating_sub(height));
        for (place, at) in (0..self.rows.height).zip(self.top..) {
            let Some(item) = self.shown.get(at).and_then(|row| self.items.get(*row)) else { break };
            let area = Rect { y: self.rows.y + place, height: 1, ..self.rows };
            draw_row(frame, area, palette, item, at == self.selected);
        }
        if self.shown.is_empty() {
            frame.buffer_mut().set_stringn(self.rows.x, self.rows.y, "no match", 20, palette.style(Role::Hint));
        }
        frame.set_cursor_position(Position::new(column.min(inside.right().saturating_sub(1)), inside.y));
    }
}

fn draw_row(frame: &mut Frame, area: Rect, palette: &Palette, item: &Item, selected: bool) {
    let buffer = frame.buffer_mut();
    let over = if selected { palette.style(Role::MenuSelected) } else { palette.style(Role::Menu) };
    // The selected row has a uniform background: other colors are hard to read on it.
    let part = |role: Role| if selected { over } else { palette.style(role).patch(over) };
    buffer.set_style(area, over);
    // Without colors the symbol marks the row.
    buffer.set_stringn(area.x, area.y, if selected { "›" } else { " " }, 1, over);
    let room = usize::from(area.width).saturating_sub(2);
    let key = width(&item.key);
    let label = visible(&item.label);
    let label = shortened(&label, room);
    buffer.set_stringn(area.x + 2, area.y, &label, room, over);
    let used = width(&label) + 2;
    let free = room.saturating_sub(used + key + 1);
    if free > 3 && !item.detail.is_empty() {
        let detail = visible(&item.detail);
        let left = area.x + 2 + u16::try_from(used).unwrap_or(0);
        buffer.set_stringn(left, area.y, shortened(&detail, free), free, part(Role::Hint));
    }
    if key > 0 && key < room {
        let left = area.right().saturating_sub(u16::try_from(key).unwrap_or(0));
        buffer.set_stringn(left, area.y, &item.key, key, part(Role::Key));
    }
}

/// Returns the rank of a row for the typed filter, 0 for the best; `None` without a match.
fn fit(item: &Item, asked: &str) -> Option<u8> {
    let label = item.label.to_lowercase();
    if asked.is_empty() || label.starts_with(asked) {
        return Some(0);
    }
    if label.contains(asked) {
        return Some(1);
    }
    // A complete search term ranks above a part of the detail text.
    if item.words.split(' ').any(|word| !word.is_empty() && word == asked) {
        return Some(1);
    }
    let whole = format!("{label} {} {}", item.detail.to_lowercase(), item.words);
    if asked.split_whitespace().all(|word| whole.contains(word)) {
        return Some(2);
    }
    let mut rest = label.chars();
    asked.chars().filter(|ch| !ch.is_whitespace()).all(|ch| rest.any(|other| other == ch)).then_some(3)
}
