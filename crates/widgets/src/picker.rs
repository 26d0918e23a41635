//! A picker that covers the screen: a fuzzy search in a long list with groups, and a preview of the selected item. It draws on
//! a buffer, so that the prompt and the notebook can show it.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::{Position, Rect};

use pprepl_text::columns::{shortened, width};
use pprepl_text::fuzzy::FuzzyQuery;
use pprepl_text::theme::Role;
use pprepl_text::visible;

use crate::dialog::LineInput;
use crate::key::Key;
use crate::paint::Palette;

/// An item to pick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PickerItem {
    /// The searched text. Its first line is the label.
    pub text: String,
    /// A short detail to the right of the label.
    pub detail: String,
    /// Whether the label is dimmed, because the item failed.
    pub failed: bool,
    /// The groups of the item: bit N for the group N.
    pub groups: u32,
}

/// The effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickerReply {
    /// The picker stays open and must be drawn.
    Stay,
    Closed,
    /// This item is picked.
    Picked(usize),
}

/// A list to pick from.
#[derive(Debug)]
pub struct Picker {
    title: String,
    /// The names of the groups; the first contains every item.
    groups: &'static [&'static str],
    group: usize,
    items: Vec<PickerItem>,
    query: LineInput,
    /// The items that match, best first.
    shown: Vec<usize>,
    selected: usize,
    /// The first visible row, and the number of visible rows at the last drawing.
    top: usize,
    rows: usize,
}

/// Minimum height of a screen that has room for a preview.
const LEAST_HEIGHT: u16 = 10;

impl Picker {
    /// Returns a picker of these items, with a query to start from.
    pub fn new(title: &str, groups: &'static [&'static str], items: Vec<PickerItem>, query: &str) -> Picker {
        let mut picker = Picker {
            title: title.to_owned(),
            groups,
            group: 0,
            items,
            query: LineInput::new(query),
            shown: Vec::new(),
            selected: 0,
            top: 0,
            rows: 1,
        };
        picker.search();
        picker
    }

    /// Returns the selected item.
    pub fn selected(&self) -> Option<usize> {
        self.shown.get(self.selected).copied()
    }

    /// Handles a key.
    pub fn key(&mut self, key: Key) -> PickerReply {
        let control = key.held.contains(KeyModifiers::CONTROL);
        let page = isize::try_from(self.rows.max(2)).unwrap_or(2) - 1;
        match key.code {
            KeyCode::Esc => return PickerReply::Closed,
            KeyCode::Char('c' | 'g') if control => return PickerReply::Closed,
            KeyCode::Enter => return self.selected().map_or(PickerReply::Stay, PickerReply::Picked),
            KeyCode::Up => self.step(-1),
            KeyCode::Down => self.step(1),
            KeyCode::Char('p' | 's') if control => self.step(-1),
            KeyCode::Char('n' | 'r') if control => self.step(1),
            KeyCode::PageUp => self.step(-page),
            KeyCode::PageDown => self.step(page),
            KeyCode::Tab => self.next_group(1),
            KeyCode::BackTab => self.next_group(self.groups.len().saturating_sub(1)),
            _ if self.query.edit(key) => self.search(),
            _ => {}
        }
        PickerReply::Stay
    }

    fn step(&mut self, by: isize) {
        let last = self.shown.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }

    fn next_group(&mut self, by: usize) {
        self.group = (self.group + by) % self.groups.len().max(1);
        self.search();
    }

    /// Finds the items of the group that match the query.
    fn search(&mut self) {
        let in_group: Vec<usize> = (0..self.items.len()).filter(|at| self.is_in_group(*at)).collect();
        let texts: Vec<&str> = in_group.iter().filter_map(|at| Some(self.items.get(*at)?.text.as_str())).collect();
        let ranked = FuzzyQuery::new(self.query.text()).ranked(&texts);
        self.shown = ranked.into_iter().filter_map(|at| in_group.get(at).copied()).collect();
        (self.selected, self.top) = (0, 0);
    }

    fn is_in_group(&self, item: usize) -> bool {
        self.group == 0 || self.items.get(item).is_some_and(|item| item.groups >> self.group & 1 == 1)
    }

    /// Draws the picker with the preview of the selected item. Returns the position of the cursor.
    pub fn draw(&mut self, area: Rect, onto: &mut Buffer, palette: &Palette, preview: &[(Role, String)]) -> Position {
        onto.set_style(area, palette.style(Role::Screen));
        let row = |y: u16| Rect { y: area.y + y, height: 1, ..area };
        self.draw_title(row(0), onto, palette);
        if area.height < 3 {
            return Position::new(area.x, area.y);
        }
        onto.set_stringn(area.x, area.y + 1, ">", 1, palette.style(Role::Prompt));
        let line = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..row(1) };
        let column = self.query.draw(line, onto, palette);
        let below = if area.height >= LEAST_HEIGHT { (area.height - 3) * 2 / 5 } else { 0 };
        let foot = u16::from(area.height >= LEAST_HEIGHT);
        let rows = Rect { y: area.y + 2, height: area.height - 2 - below - foot, ..area };
        self.draw_rows(rows, onto, palette);
        if below > 0 {
            let part = Rect { y: rows.bottom(), height: below, ..area };
            draw_preview(part, onto, palette, preview);
            draw_foot(row(area.height - 1), onto, palette);
        }
        Position::new(column.min(area.right().saturating_sub(1)), area.y + 1)
    }

    fn draw_title(&self, area: Rect, onto: &mut Buffer, palette: &Palette) {
        let mut x = put(onto, area, area.x, &self.title, palette.style(Role::Title));
        for (at, group) in self.groups.iter().enumerate() {
            let (text, role) = if at == self.group {
                (format!("  [{group}]"), Role::Key)
            } else {
                (format!("   {group} "), Role::Hint)
            };
            x = put(onto, area, x, &text, palette.style(role));
        }
        let count = format!("{} of {}", self.shown.len(), self.items.len());
        let left = area.right().saturating_sub(width(&count) as u16 + 1);
        if left > x {
            put(onto, area, left, &count, palette.style(Role::Hint));
        }
    }

    fn draw_rows(&mut self, area: Rect, onto: &mut Buffer, palette: &Palette) {
        self.rows = usize::from(area.height).max(1);
        self.top = self.top.min(self.selected).max((self.selected + 1).saturating_sub(self.rows));
        for (y, at) in (area.top()..area.bottom()).zip(self.top..) {
            let Some(item) = self.shown.get(at).and_then(|item| self.items.get(*item)) else { break };
            let row = Rect { y, height: 1, ..area };
            draw_item(row, onto, palette, item, at == self.selected);
        }
        if self.shown.is_empty() {
            put(onto, area, area.x + 2, "no match", palette.style(Role::Hint));
        }
    }
}

fn draw_item(area: Rect, onto: &mut Buffer, palette: &Palette, item: &PickerItem, selected: bool) {
    let plain = if item.failed { palette.style(Role::Hint) } else { palette.style(Role::Screen) };
    let look = if selected { palette.style(Role::MenuSelected) } else { plain };
    onto.set_style(area, look);
    // Without colors the symbol marks the row.
    put(onto, area, area.x, if selected { "›" } else { " " }, look);
    let detail = visible(&item.detail);
    let wide = width(&detail) + 2;
    let room = usize::from(area.width).saturating_sub(3);
    let has_detail = !detail.is_empty() && room >= wide + 20;
    let label_room = if has_detail { room - wide } else { room };
    put(onto, area, area.x + 2, &shortened(&label(&item.text), label_room), look);
    if has_detail {
        let x = area.right().saturating_sub(wide as u16 - 1);
        put(onto, area, x, &detail, if selected { look } else { palette.style(Role::Hint) });
    }
}

/// Returns the text as one line.
fn label(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    visible(&lines.join(" ")).into_owned()
}

fn draw_preview(area: Rect, onto: &mut Buffer, palette: &Palette, lines: &[(Role, String)]) {
    let border = "─".repeat(usize::from(area.width));
    put(onto, area, area.x, &border, palette.style(Role::Border));
    for (y, (role, line)) in (area.top() + 1..area.bottom()).zip(lines) {
        let row = Rect { y, height: 1, ..area };
        put(onto, row, row.x, &shortened(&visible(line), usize::from(row.width)), palette.style(*role));
    }
}

fn draw_foot(area: Rect, onto: &mut Buffer, palette: &Palette) {
    let wide = "Enter: take it   Tab: next group   Up, Down: select   Esc: close";
    let narrow = "Enter: take  Tab: group  Esc: close";
    let text = if width(wide) <= usize::from(area.width) { wide } else { narrow };
    put(onto, area, area.x, text, palette.style(Role::Hint));
}

/// Writes text from this column on, inside the area. Returns the column after it.
fn put(onto: &mut Buffer, area: Rect, x: u16, text: &str, look: ratatui::style::Style) -> u16 {
    let room = area.right().saturating_sub(x);
    if room == 0 || area.height == 0 {
        return x;
    }
    onto.set_stringn(x, area.y, text, usize::from(room), look).0
}
