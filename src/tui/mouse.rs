//! Mouse input: a click moves the cursor or selects a cell, a pane line or a list row; the wheel scrolls the area under
//! the pointer.

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::app::{App, Mode};
use super::keymap::Bound;
use pprepl_notebook::CellId;
use pprepl_notebook::pane::Line;

/// Maximum interval between consecutive clicks.
const AGAIN: Duration = Duration::from_millis(400);
/// Number of rows per wheel step.
const WHEEL: isize = 3;

/// The state of the mouse.
#[derive(Default)]
pub struct Pointer {
    /// The cell in whose text a drag began.
    dragging: Option<CellId>,
    /// The clickable items of the key bar.
    pub buttons: Vec<(Rect, Bound)>,
    /// The time and position of the last click, and the number of consecutive clicks.
    clicked: Option<(Instant, Position, u8)>,
}

impl Pointer {
    /// Returns the action of the key bar at a position.
    fn button_at(&self, at: Position) -> Option<&Bound> {
        self.buttons.iter().find(|(place, _)| place.contains(at)).map(|(_, bound)| bound)
    }

    /// Returns the number of consecutive clicks at this position: one moves the cursor, two select the word, three the
    /// line.
    fn times_clicked(&mut self, at: Position) -> u8 {
        let again = self.clicked.filter(|(time, place, _)| time.elapsed() < AGAIN && *place == at);
        let times = again.map_or(1, |(_, _, times)| times % 3 + 1);
        self.clicked = Some((Instant::now(), at, times));
        times
    }
}

impl App {
    /// Handles a mouse event.
    pub(super) fn mouse(&mut self, event: MouseEvent) {
        let at = Position::new(event.column, event.row);
        if let Some(dialog) = &mut self.dialogs.open {
            let reply = match event.kind {
                MouseEventKind::Down(MouseButton::Left) => dialog.click(event.column, event.row),
                MouseEventKind::ScrollDown => dialog.scroll(WHEEL),
                MouseEventKind::ScrollUp => dialog.scroll(-WHEEL),
                _ => return,
            };
            return self.dialog_replied(reply);
        }
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => self.click(at),
            MouseEventKind::Drag(MouseButton::Left) => self.drag(at),
            MouseEventKind::Up(_) => self.pointer.dragging = None,
            MouseEventKind::ScrollDown => self.wheel(at, WHEEL),
            MouseEventKind::ScrollUp => self.wheel(at, -WHEEL),
            _ => {}
        }
    }

    fn click(&mut self, at: Position) {
        if let Some(pane) = self.view.pane_at(at) {
            return self.click_pane(pane, at);
        }
        if let Some(bound) = self.pointer.button_at(at).cloned() {
            self.bound(&bound);
            return self.after_change();
        }
        self.panes.layout.set_focus(None);
        let Some((id, area, first)) = self.view.cell_at(at) else { return };
        self.go_to(id);
        if at.x < area.x {
            self.mode = Mode::Select;
        }
        if at.x >= area.x && at.y < area.bottom() {
            self.mode = Mode::Edit;
            self.pointer.dragging = Some(id);
            self.editor().set_area(area, first);
            let times = self.pointer.times_clicked(at);
            self.editor().click(at.x, at.y, times);
        }
        self.after_change();
        self.view.follow = false;
    }

    fn drag(&mut self, at: Position) {
        if self.pointer.dragging == Some(self.current) {
            self.editor().drag(at.x, at.y);
            self.after_change();
        }
    }

    fn wheel(&mut self, at: Position, rows: isize) {
        match self.view.pane_at(at) {
            Some(pane) => self.panes.layout.scroll(pane, rows),
            None => self.painter().scroll(rows),
        }
    }

    /// Handles a click on a pane line: goes to the text it refers to.
    fn click_pane(&mut self, pane: usize, at: Position) {
        self.panes.layout.set_focus(Some(pane));
        let area = self.view.areas.panes[pane];
        let inside = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
        if !inside.contains(at) {
            return;
        }
        let place = self.panes.layout.place_mut(pane);
        if let Some(line) = place.shown.get(usize::from(at.y - inside.y)).copied() {
            place.line = Some(line);
            if place.chosen().is_some_and(Line::leads) {
                self.go_where_line_leads();
            }
        }
    }
}
