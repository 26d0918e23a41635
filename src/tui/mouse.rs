//! Mouse input: a click moves the cursor or selects a cell, a pane line or a list row; the wheel scrolls the area under
//! the pointer.

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::app::App;
use super::mode::Mode;

/// Number of rows per wheel step.
const WHEEL: isize = 3;

impl App {
    /// Handles a mouse event.
    pub(super) fn mouse(&mut self, event: MouseEvent) {
        if self.dialogs.is_open() {
            return self.dialog_mouse(event);
        }
        let at = Position::new(event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => self.click(at),
            MouseEventKind::Drag(MouseButton::Left) => self.drag(at),
            MouseEventKind::Up(_) => self.pointer.dragging = None,
            MouseEventKind::ScrollDown => self.wheel(at, WHEEL),
            MouseEventKind::ScrollUp => self.wheel(at, -WHEEL),
            _ => {}
        }
    }

    fn dialog_mouse(&mut self, event: MouseEvent) {
        let command = match event.kind {
            MouseEventKind::Down(MouseButton::Left) => self.dialogs.click(event.column, event.row),
            MouseEventKind::ScrollDown => self.dialogs.scroll(WHEEL),
            MouseEventKind::ScrollUp => self.dialogs.scroll(-WHEEL),
            _ => None,
        };
        self.run_all(command);
    }

    fn click(&mut self, at: Position) {
        if let Some(pane) = self.notebook.viewport.pane_at(at) {
            return self.click_pane(pane, at);
        }
        if let Some(bound) = self.pointer.button_at(at).cloned() {
            self.bound(&bound);
            return self.finish_change();
        }
        self.panes.layout.set_focus(None);
        let Some((id, area, first)) = self.notebook.viewport.cell_at(at) else { return };
        self.notebook.go_to(id);
        if at.x < area.x {
            self.notebook.set_mode(Mode::Select);
        }
        if at.x >= area.x && at.y < area.bottom() {
            self.notebook.set_mode(Mode::Edit);
            self.pointer.dragging = Some(id);
            self.notebook.editor().set_area(area, first);
            let times = self.pointer.times_clicked(at);
            self.notebook.editor().click(at.x, at.y, times);
        }
        self.finish_change();
        self.notebook.viewport.follow = false;
    }

    fn drag(&mut self, at: Position) {
        if self.pointer.dragging == Some(self.notebook.current()) {
            self.notebook.editor().drag(at.x, at.y);
            self.finish_change();
        }
    }

    fn wheel(&mut self, at: Position, rows: isize) {
        match self.notebook.viewport.pane_at(at) {
            Some(pane) => self.panes.layout.scroll(pane, rows),
            None => self.painter().scroll(rows),
        }
    }

    /// Handles a click on a pane line: goes to the text it refers to.
    fn click_pane(&mut self, pane: usize, at: Position) {
        self.panes.layout.set_focus(Some(pane));
        let area = self.notebook.viewport.areas.panes[pane];
        let inside = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
        if inside.contains(at) {
            let command = self.panes.click_line(pane, usize::from(at.y - inside.y));
            self.run_all(command);
        }
    }
}
