//! Popups: the completion list near the cursor with documentation of the selected item, and the signature of the call
//! on a separate line. They stay inside the screen and never cover the cursor's row.

use ratatui::buffer::Buffer as Screen;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::completion::{CompletionList, Popups, ROWS};
use super::grapheme;
use super::text::EditedText;
use super::view::put;
use crate::paint::Palette;
use pprepl_session::complete::Item;
use pprepl_text::columns::{shortened, wrap};
use pprepl_text::theme::Role;
use pprepl_text::visible;

const WIDEST: usize = 60;

/// Minimum and maximum width of a documentation popup.
const DOC: (u16, u16) = (24, 48);

/// Minimum height of a documentation popup below or above the list.
const LEAST_ROWS: u16 = 2;

impl Popups {
    /// Draws the popups around this screen position of the cursor.
    pub fn draw(&self, text: &EditedText, screen: Rect, cursor: Position, onto: &mut Screen, palette: &Palette) {
        let screen = screen.intersection(onto.area);
        if !screen.contains(cursor) {
            return;
        }
        let list = self.list.as_ref().map(|popup| {
            // Below the typed word.
            let typed = grapheme::width(text.buffer().slice(popup.from..text.cursor)) as u16 + 1;
            list_area(popup, screen, cursor, cursor.x.saturating_sub(typed))
        });
        let above = list.is_some_and(|list| list.y < cursor.y);
        if let (Some(popup), Some(list)) = (self.list.as_ref(), list) {
            draw_list(popup, list, onto, palette);
            draw_doc(popup, list, screen, cursor, onto, palette);
        }
        self.draw_signature(screen, cursor, above, onto, palette);
    }

    /// Draws the signature above the cursor, or below it if the list is above or no row is free.
    fn draw_signature(&self, screen: Rect, cursor: Position, below: bool, onto: &mut Screen, palette: &Palette) {
        let Some(signature) = &self.signature else { return };
        let row = if below || cursor.y == screen.y { cursor.y + 1 } else { cursor.y - 1 };
        let width = (grapheme::width(&visible(&signature.text)) as u16 + 2).min(screen.width);
        let column = cursor.x.min(screen.right().saturating_sub(width)).max(screen.x);
        let area = Rect::new(column, row, width, 1).intersection(screen);
        if area.is_empty() {
            return;
        }
        let (plain, active) = (ground(palette), palette.style(Role::Match));
        clear(area, onto, plain);
        let part = |range: std::ops::Range<usize>| signature.text.get(range).unwrap_or("");
        let (start, end) = (signature.active.start, signature.active.end.max(signature.active.start));
        let mut at = put(onto, area, 1, row, part(0..start), plain);
        at = put(onto, area, at, row, part(start..end), plain.patch(active));
        put(onto, area, at, row, part(end..signature.text.len()), plain);
    }
}

/// Returns the area of the list: below the cursor, or above it if there is more room.
fn list_area(popup: &CompletionList, screen: Rect, cursor: Position, column: u16) -> Rect {
    let label = |row| popup.item(row).map_or(0, row_width);
    let widest = (0..popup.count().min(200)).map(label).max().unwrap_or(0).clamp(8, WIDEST);
    let width = (widest as u16 + 2).min(screen.width);
    let wanted = popup.count().min(ROWS) as u16;
    let (below, above) = (screen.bottom() - cursor.y - 1, cursor.y - screen.y);
    let (y, height) = if below >= wanted || below >= above {
        (cursor.y + 1, wanted.min(below))
    } else {
        (cursor.y - wanted.min(above), wanted.min(above))
    };
    let x = column.min(screen.right().saturating_sub(width)).max(screen.x);
    Rect::new(x, y, width, height)
}

fn row_width(item: &Item) -> usize {
    let detail = grapheme::width(&visible(&item.detail));
    grapheme::width(&visible(&item.label)) + if detail > 0 { detail + 2 } else { 0 }
}

fn draw_list(popup: &CompletionList, area: Rect, onto: &mut Screen, palette: &Palette) {
    let rows = usize::from(area.height);
    let top = popup.top.max(popup.chosen.map_or(0, |chosen| (chosen + 1).saturating_sub(rows)));
    for (row, y) in (top..popup.count()).zip(area.top()..area.bottom()) {
        let Some(item) = popup.item(row) else { continue };
        let chosen = popup.chosen == Some(row);
        let base =
            ground(palette).patch(palette.style(if chosen { Role::CompletionSelected } else { Role::Completion }));
        let line = Rect::new(area.x, y, area.width, 1);
        clear(line, onto, base);
        put(onto, line, 0, y, "│", palette.style(Role::Border));
        let room = usize::from(area.width).saturating_sub(2);
        let at = put(onto, line, 1, y, &shortened(&visible(&item.label), room), base);
        let detail = if chosen { base } else { base.patch(palette.style(Role::CompletionKind)) };
        let room = usize::from(area.width).saturating_sub(at + 3);
        if room > 2 && !item.detail.is_empty() {
            put(onto, line, at + 2, y, &shortened(&visible(&item.detail), room), detail);
        }
    }
}

/// Draws the documentation of the item next to the list. On a narrow screen it is below or above the list, once the item is chosen. Omits it without room.
fn draw_doc(popup: &CompletionList, list: Rect, screen: Rect, cursor: Position, onto: &mut Screen, palette: &Palette) {
    let Some(item) = popup.item(popup.chosen.unwrap_or(0)) else { return };
    let page = documentation(item);
    if page.is_empty() {
        return;
    }
    let far = || if popup.chosen.is_some() { below_or_above(list, screen, cursor) } else { None };
    let Some(room) = right_or_left(list, screen, cursor).or_else(far) else { return };
    let kind = item.kind.as_str().to_owned();
    let wrapped = |part: &String| wrap(&visible(part).replace('\n', " "), usize::from(room.width) - 2);
    let lines: Vec<String> = std::iter::once(kind).chain(page.iter().flat_map(wrapped)).collect();
    let height = (lines.len() as u16).min(room.height);
    // Above the cursor the page ends at an edge of the list.
    let y = if list.y < cursor.y { room.bottom() - height } else { room.y };
    let base = ground(palette).patch(palette.style(Role::Help));
    for (at, (line, y)) in lines.iter().zip(y..y + height).enumerate() {
        let row = Rect::new(room.x, y, room.width, 1);
        clear(row, onto, base);
        put(onto, row, 0, y, "│", palette.style(Role::Border));
        put(onto, row, 1, y, line, if at == 0 { base.patch(palette.style(Role::CompletionKind)) } else { base });
    }
}

/// Returns the room to the right of the list, or else to the left.
fn right_or_left(list: Rect, screen: Rect, cursor: Position) -> Option<Rect> {
    let (right, left) = (screen.right().saturating_sub(list.right()), list.x - screen.x);
    let room = if right >= DOC.0 { right } else { left };
    let width = room.min(DOC.1);
    let x = if right >= DOC.0 { list.right() } else { list.x - width.min(list.x) };
    let (top, bottom) = if list.y < cursor.y { (screen.y, list.bottom()) } else { (list.y, screen.bottom()) };
    (room >= DOC.0).then(|| Rect::new(x, top, width, bottom.saturating_sub(top)))
}

/// Returns the room on the side of the list that is away from the cursor.
fn below_or_above(list: Rect, screen: Rect, cursor: Position) -> Option<Rect> {
    let (top, bottom) = if list.y < cursor.y { (screen.y, list.y) } else { (list.bottom(), screen.bottom()) };
    let width = list.width.max(DOC.1).min(screen.width);
    let x = list.x.min(screen.right() - width);
    (width >= DOC.0 && bottom >= top + LEAST_ROWS).then(|| Rect::new(x, top, width, bottom - top))
}

/// Returns what the list does not show of an item: its sentence, the other overloads, and an example.
fn documentation(item: &Item) -> Vec<String> {
    let overloads = item.overloads.iter().map(|overload| format!("or {overload}"));
    let example = (!item.example.is_empty()).then(|| format!("Example: {}", item.example));
    let parts = [item.doc.clone()].into_iter().chain(overloads).chain(example);
    parts.filter(|part| !part.is_empty()).collect()
}

fn clear(area: Rect, onto: &mut Screen, look: Style) {
    for y in area.top()..area.bottom() {
        // A wide character whose right half the popup covers is removed entirely.
        let left = area.x.checked_sub(1).and_then(|x| onto.cell_mut((x, y)));
        if let Some(cell) = left.filter(|cell| grapheme::width(cell.symbol()) > 1) {
            cell.set_symbol(" ");
        }
    }
    for position in area.positions() {
        if let Some(cell) = onto.cell_mut(position) {
            cell.reset();
            cell.set_style(look);
        }
    }
}

/// Returns the style of a popup.
fn ground(palette: &Palette) -> Style {
    palette.style(Role::Screen).patch(palette.style(Role::Menu))
}
