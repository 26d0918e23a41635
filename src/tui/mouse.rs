//! Mouse input: a click moves the cursor or selects a cell, a pane line or a list row; the wheel scrolls the area under
//! the pointer.

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::app::{App, Mode};
use pprepl_notebook::CellId;
use pprepl_notebook::pane::Line;

/// Maximum interval between consecutive clicks.
const AGAIN: Duration = Duration::from_millis(400);
/// Number of rows per wheel step.
const WHEEL: isize = 3;

impl App {
    /// Handles a mouse event.
    pub(super) fn mouse(&mut self, event: MouseEvent) {
        let at = Position::new(event.column, event.row);
        if let Some(dialog) = &mut self.dialog {
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
            MouseEventKind::Up(_) => self.dragging = None,
            MouseEventKind::ScrollDown => self.wheel(at, WHEEL),
            MouseEventKind::ScrollUp => self.wheel(at, -WHEEL),
            _ => {}
        }
    }

    fn click(&mut self, at: Position) {
        if let Some(pane) = self.pane_at(at) {
            return self.click_pane(pane, at);
        }
        if let Some((_, bound)) = self.buttons.iter().find(|(place, _)| place.contains(at)) {
            let bound = bound.clone();
            self.bound(&bound);
            return self.after_change();
        }
        self.docked.set_focus(None);
        let Some((id, area, first)) = self.cell_at(at) else { return };
        self.go_to(id);
        if at.x < area.x {
            self.mode = Mode::Select;
        }
        if at.x >= area.x && at.y < area.bottom() {
            self.mode = Mode::Edit;
            self.dragging = Some(id);
            self.editor().set_area(area, first);
            let times = self.times_clicked(at);
            self.editor().click(at.x, at.y, times);
        }
        self.after_change();
        self.follow = false;
    }

    /// Returns the number of consecutive clicks at this position: one moves the cursor, two select the word, three the
    /// line.
    fn times_clicked(&mut self, at: Position) -> u8 {
        let again = self.clicked.filter(|(time, place, _)| time.elapsed() < AGAIN && *place == at);
        let times = again.map_or(1, |(_, _, times)| times % 3 + 1);
        self.clicked = Some((Instant::now(), at, times));
        times
    }

    fn drag(&mut self, at: Position) {
        if self.dragging == Some(self.current) {
            self.editor().drag(at.x, at.y);
            self.after_change();
        }
    }

    fn wheel(&mut self, at: Position, rows: isize) {
        match self.pane_at(at) {
            Some(pane) => self.docked.scroll(pane, rows),
            None => self.scroll_cells(rows),
        }
    }

    /// Handles a click on a pane line: goes to the text it refers to.
    fn click_pane(&mut self, pane: usize, at: Position) {
        self.docked.set_focus(Some(pane));
        let area = self.areas.panes[pane];
        let inside = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
        if !inside.contains(at) {
            return;
        }
        let place = self.docked.place_mut(pane);
        if let Some(line) = place.shown.get(usize::from(at.y - inside.y)).copied() {
            place.line = Some(line);
            if place.chosen().is_some_and(Line::leads) {
                self.go_where_line_leads();
            }
        }
    }

    fn pane_at(&self, at: Position) -> Option<usize> {
        self.areas.panes.iter().position(|area| area.contains(at))
    }

    fn cell_at(&self, at: Position) -> Option<(CellId, Rect, usize)> {
        if !self.areas.cells.contains(at) {
            return None;
        }
        self.places.iter().rev().find(|(_, area, _)| area.y <= at.y).copied()
    }
}
