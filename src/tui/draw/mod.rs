//! Drawing of the whole screen from the state. [`cells`] draws the cells, [`panes`] the panes.

mod cells;
mod panes;

use ratatui::Frame;
use ratatui::layout::Rect;

use super::action::Action;
use super::app::{App, Mode};
use super::cells::CellTable;
use super::editor::EditAction;
use super::engine::Engine;
use super::keyboard::contexts;
use super::keymap::Bound;
use super::layout::areas;
use super::results::duration;
use super::status_line;
use super::workspace::Workspace;
use cells::CellPainter;
use pprepl_notebook::CellKind;
use pprepl_notebook::pane::Pane;
use pprepl_text::columns::{width, wrap};
use pprepl_text::visible;

/// Maximum width of the cursor position at the right of the status line, in columns.
const PLACE: usize = 24;

impl App {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame) {
        let screen = frame.area();
        self.view.areas = areas(screen, self.panes.layout.docks());
        if let Some(at) = self.panes.take_opened().filter(|at| self.view.areas.panes[*at].is_empty()) {
            // There is room for one area at a time: the pane that was opened.
            self.panes.layout.set_focus(Some(at));
            self.view.areas = areas(screen, self.panes.layout.docks());
        }
        let base = self.appearance.palette.style("screen");
        frame.buffer_mut().set_style(screen, base);
        self.draw_head(frame);
        let cursor = self.painter().draw(frame);
        self.note_unchecked();
        panes::draw(frame.buffer_mut(), self.view.areas.panes, &mut self.panes.layout, &self.appearance.palette);
        self.draw_status(frame);
        self.draw_bar(frame, screen);
        let typing = self.mode == Mode::Edit && self.panes.layout.focus().is_none();
        if let Some(cursor) = cursor.filter(|_| typing) {
            if !self.dialogs.is_open() {
                frame.set_cursor_position(cursor);
            }
            let palette = &self.appearance.palette;
            let cell = self.book.cell(self.current);
            let editor = self.cells.editor(self.current, cell, self.keys.map.set());
            editor.draw_popup(screen, cursor, frame.buffer_mut(), palette);
        }
        if let Some(dialog) = &mut self.dialogs.open {
            dialog.draw(frame, screen, &self.appearance.palette);
        }
    }

    /// Returns the painter of the cells.
    pub(super) fn painter(&mut self) -> CellPainter<'_> {
        CellPainter {
            book: &self.book,
            cells: &mut self.cells,
            view: &mut self.view,
            keys: &self.keys,
            appearance: &self.appearance,
            panes: &self.panes.layout,
            current: self.current,
            mode: self.mode,
        }
    }

    fn draw_head(&mut self, frame: &mut Frame) {
        let look = self.appearance.palette.style("status");
        let name = self.book.name();
        let sign = if self.book.is_dirty() { " ●" } else { "" };
        let left = format!(" {name}{sign}{}", self.disk.sign());
        let right = state_line(&self.book, &mut self.cells, &self.engine);
        status_line::two_sided(frame.buffer_mut(), self.view.areas.head, look, (&left, look), &right);
    }

    fn draw_status(&mut self, frame: &mut Frame) {
        let area = self.view.areas.status;
        let (role, text) = self.status.get().cloned().unwrap_or_else(|| ("hint", self.mode_line()));
        let look = self.appearance.palette.style("plain");
        let rows = wrap(&visible(&text), usize::from(area.width.saturating_sub(2)).max(1));
        // A message longer than its line covers the rows above.
        let fits = width(&text) + 2 + PLACE <= usize::from(area.width);
        if self.status.get().is_some() && !fits && rows.len() < usize::from(frame.area().height) / 2 {
            return status_line::long(frame.buffer_mut(), area, &self.appearance.palette, role, &rows);
        }
        let (place, left) = (self.place_line(), self.appearance.palette.style(role));
        status_line::two_sided(frame.buffer_mut(), area, look, (&text, left), &place);
    }

    fn mode_line(&mut self) -> String {
        match (self.panes.layout.focus(), self.mode) {
            (Some(_), _) => "up, down: select a line; enter: go there; esc: back".to_owned(),
            (None, Mode::Select) => "a cell is selected: enter edits it".to_owned(),
            (None, Mode::Edit) => self.editor().mode_name().to_owned(),
        }
    }

    fn place_line(&mut self) -> String {
        let cells = self.book.cells().len();
        let place = self.book.place(self.current).unwrap_or(0) + 1;
        let kind = match self.book.cell(self.current).map(|cell| cell.kind) {
            Some(CellKind::Prose) => "prose",
            _ => "code",
        };
        let (line, column) = self.editor().position();
        format!("{line}:{column}  {kind} {place}/{cells} ")
    }

    fn draw_bar(&mut self, frame: &mut Frame, screen: Rect) {
        let area = self.view.areas.bar;
        self.pointer.buttons.clear();
        if self.keys.is_pending() {
            let (title, keys) = self.keys.continuations(&contexts(self.panes.layout.focus(), self.mode));
            return status_line::which_key(frame.buffer_mut(), area, screen, &self.appearance.palette, &title, &keys);
        }
        let rows = self.bar_keys();
        let keys: Vec<(String, String)> = rows.iter().map(|(key, title, _)| (key.clone(), title.clone())).collect();
        let places = status_line::keys(frame.buffer_mut(), area, &self.appearance.palette, &keys);
        let bound = |(at, place): (usize, Rect)| Some((place, rows.get(at)?.2.clone()));
        self.pointer.buttons = places.into_iter().filter_map(bound).collect();
    }

    /// Returns the keys of the key bar.
    fn bar_keys(&self) -> Vec<(String, String, Bound)> {
        use Action as A;
        let actions: &[A] = match (self.panes.layout.focus(), self.mode) {
            (Some(_), _) if self.panes.focused() == Some(Pane::Catalog) => {
                &[A::PaneLeft, A::LineGo, A::PaneBack, A::CatalogFilter, A::CatalogGraph, A::LineDown, A::NextPane]
            }
            (Some(_), _) => &[A::PaneLeft, A::LineGo, A::LineUp, A::LineDown, A::NextPane, A::ClosePane, A::Palette],
            (None, _) if self.engine.is_busy() => &[A::Stop, A::Palette, A::Help],
            (None, Mode::Edit) => {
                &[A::Run, A::RunAndGoOn, A::Leave, A::Save, A::Palette, A::Help, A::Quit, A::Pane(Pane::Type)]
            }
            (None, Mode::Select) => &[
                A::Enter,
                A::Run,
                A::InsertBelow,
                A::Delete,
                A::Undo,
                A::Palette,
                A::Help,
                A::Quit,
                A::ToProse,
                A::Fold,
                A::MoveUp,
                A::MoveDown,
            ],
        };
        let row = |action: &A| {
            // The editor's own key comes first: it also cancels its pending state.
            let bound = match action {
                A::Leave => Bound::Text(EditAction::Escape),
                action => Bound::Notebook(*action),
            };
            let entry = self.keys.entry_of(&bound)?;
            let title = if *action == A::Leave { "leave cell" } else { entry.title };
            Some((entry.chords.first()?.to_string(), title.to_owned(), bound))
        };
        // The contextual pane for the cursor, unless it is open.
        let suiting = self.panes.suiting.filter(|(id, _)| *id == self.current && self.mode == Mode::Edit);
        let suiting = suiting.filter(|_| self.panes.layout.focus().is_none() && !self.engine.is_busy());
        let suiting = suiting.map(|(_, pane)| pane).filter(|pane| self.panes.slot_of(*pane).is_none()).map(A::Pane);
        actions.iter().take(1).chain(&suiting).chain(actions.iter().skip(1)).filter_map(row).collect()
    }
}

/// Returns the state of the evaluation as text.
fn state_line(book: &Workspace, cells: &mut CellTable, engine: &Engine) -> String {
    let auto = if engine.is_auto() { "auto" } else { "manual" };
    let running = cells
        .running()
        .and_then(|(id, since)| Some(format!("▶ cell {} {}", book.number(id)?, duration(since.elapsed()))));
    let [failed, stale, waiting] = cells.counts();
    let mut parts: Vec<String> = Vec::new();
    parts.extend(running);
    parts.extend((waiting > 0).then(|| format!("{waiting} waiting")));
    parts.extend((failed > 0).then(|| format!("{failed} failed")));
    parts.extend((stale > 0).then(|| format!("{stale} stale")));
    parts.push(auto.to_owned());
    format!("{} ", parts.join("  "))
}
