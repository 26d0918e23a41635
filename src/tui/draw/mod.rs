//! Drawing of the whole screen from the state. [`cells`] draws the cells, [`panes`] the panes.

mod cells;
mod panes;

use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::Clear;

use super::action::Action;
use super::app::{App, Mode};
use super::dispatch::action_of;
use super::editor::EditAction;
use super::key::Chord;
use super::keymap::Bound;
use super::layout::areas;
use super::results::duration;
use super::state::Status;
use super::status_line;
use pprepl_notebook::CellKind;
use pprepl_notebook::pane::Pane;
use pprepl_text::columns::{width, wrap};
use pprepl_text::visible;

/// Maximum width of the cursor position at the right of the status line, in columns.
const PLACE: usize = 24;

/// Maximum number of cells counted in each frame.
const MAX_LINEAR: usize = 2_000;
/// How long the counts of more cells stay valid.
const COUNTING: Duration = Duration::from_millis(250);

impl App {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame) {
        let screen = frame.area();
        self.areas = areas(screen, self.docked.docks());
        if let Some(at) = self.opened.take().filter(|at| self.areas.panes[*at].is_empty()) {
            // There is room for one area at a time: the pane that was opened.
            self.docked.set_focus(Some(at));
            self.areas = areas(screen, self.docked.docks());
        }
        let base = self.palette.style("screen");
        frame.buffer_mut().set_style(screen, base);
        self.draw_head(frame);
        let cursor = self.draw_cells(frame);
        self.note_unchecked();
        self.draw_panes(frame);
        self.draw_status(frame);
        self.draw_bar(frame, screen);
        let typing = self.mode == Mode::Edit && self.docked.focus().is_none();
        if let Some(cursor) = cursor.filter(|_| typing) {
            if self.dialog.is_none() {
                frame.set_cursor_position(cursor);
            }
            self.draw_proposals(frame, cursor);
        }
        let palette = self.palette.clone();
        if let Some(dialog) = &mut self.dialog {
            dialog.draw(frame, screen, &palette);
        }
    }

    fn draw_proposals(&mut self, frame: &mut Frame, cursor: Position) {
        let screen = frame.area();
        let palette = self.palette.clone();
        self.editor().draw_popup(screen, cursor, frame.buffer_mut(), &palette);
    }

    fn draw_head(&mut self, frame: &mut Frame) {
        let look = self.palette.style("status");
        let name = self.book.name();
        let sign = if self.book.is_dirty() { " ●" } else { "" };
        let left = format!(" {name}{sign}{}", self.disk.sign());
        let right = self.state_line();
        status_line::two_sided(frame.buffer_mut(), self.areas.head, look, (&left, look), &right);
    }

    /// Returns the state of the evaluation as text.
    fn state_line(&mut self) -> String {
        let auto = if self.engine.is_auto() { "auto" } else { "manual" };
        let running = self
            .running()
            .and_then(|(id, since)| Some(format!("▶ cell {} {}", self.book.number(id)?, duration(since.elapsed()))));
        let [failed, stale, waiting] = self.counts();
        let mut parts: Vec<String> = Vec::new();
        parts.extend(running);
        parts.extend((waiting > 0).then(|| format!("{waiting} waiting")));
        parts.extend((failed > 0).then(|| format!("{failed} failed")));
        parts.extend((stale > 0).then(|| format!("{stale} stale")));
        parts.push(auto.to_owned());
        format!("{} ", parts.join("  "))
    }

    /// Returns the numbers of failed, stale and waiting cells. With very many cells they are not counted in each frame.
    fn counts(&mut self) -> [usize; 3] {
        let is_new = |time: &Instant| self.cells.len() > MAX_LINEAR && time.elapsed() < COUNTING;
        if let Some((_, counts)) = self.counted.filter(|(time, _)| is_new(time)) {
            return counts;
        }
        let mut counts = [0; 3];
        for cell in self.cells.values() {
            match cell.status {
                Status::Failed => counts[0] += 1,
                Status::Stale => counts[1] += 1,
                Status::Waiting => counts[2] += 1,
                Status::New | Status::Running(_) | Status::Done => {}
            }
        }
        self.counted = Some((Instant::now(), counts));
        counts
    }

    fn draw_status(&mut self, frame: &mut Frame) {
        let area = self.areas.status;
        let (role, text) = self.message.clone().unwrap_or_else(|| ("hint", self.mode_line()));
        let look = self.palette.style("plain");
        let rows = wrap(&visible(&text), usize::from(area.width.saturating_sub(2)).max(1));
        // A message longer than its line covers the rows above.
        let fits = width(&text) + 2 + PLACE <= usize::from(area.width);
        if self.message.is_some() && !fits && rows.len() < usize::from(frame.area().height) / 2 {
            return self.draw_long(frame, role, &rows);
        }
        let (place, left) = (self.place_line(), self.palette.style(role));
        status_line::two_sided(frame.buffer_mut(), area, look, (&text, left), &place);
    }

    fn draw_long(&mut self, frame: &mut Frame, role: &'static str, rows: &[String]) {
        let status = self.areas.status;
        let height = u16::try_from(rows.len()).unwrap_or(1);
        let area = Rect { y: status.bottom().saturating_sub(height), height, ..status };
        frame.render_widget(Clear, area);
        frame.buffer_mut().set_style(area, self.palette.style("screen").patch(self.palette.style("status")));
        for (row, y) in rows.iter().zip(area.y..area.bottom()) {
            frame.buffer_mut().set_stringn(area.x, y, row, usize::from(area.width), self.palette.style(role));
        }
    }

    fn mode_line(&mut self) -> String {
        match (self.docked.focus(), self.mode) {
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
        let area = self.areas.bar;
        self.buttons.clear();
        if !self.pending.is_empty() {
            let contexts = self.contexts();
            let coming = self.keymap.going_on(&contexts, &self.pending);
            let keys: Vec<(String, String)> =
                coming.map(|(chord, entry)| (chord.to_string(), entry.title.to_owned())).collect();
            let title = Chord(self.pending.clone()).to_string();
            return status_line::which_key(frame.buffer_mut(), area, screen, &self.palette, &title, &keys);
        }
        let rows = self.bar_keys();
        let keys: Vec<(String, String)> = rows.iter().map(|(key, title, _)| (key.clone(), title.clone())).collect();
        let places = status_line::keys(frame.buffer_mut(), area, &self.palette, &keys);
        let bound = |(at, place): (usize, Rect)| Some((place, rows.get(at)?.2.clone()));
        self.buttons = places.into_iter().filter_map(bound).collect();
    }

    /// Returns the keys of the key bar.
    fn bar_keys(&self) -> Vec<(String, String, Bound)> {
        use Action as A;
        let actions: &[A] = match (self.docked.focus(), self.mode) {
            (Some(at), _) if self.docked.places()[at].pane == Some(Pane::Catalog) => {
                &[A::PaneLeft, A::LineGo, A::PaneBack, A::CatalogFilter, A::CatalogGraph, A::LineDown, A::NextPane]
            }
            (Some(_), _) => &[A::PaneLeft, A::LineGo, A::LineUp, A::LineDown, A::NextPane, A::ClosePane, A::Palette],
            (None, _) if self.engine.is_busy() => &[A::Stop, A::Palette, A::Help],
            (None, Mode::Edit) => {
                &[A::Run, A::RunAndGoOn, A::Leave, A::Save, A::Palette, A::Help, A::Quit, A::PaneType]
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
            let entry = self.keymap.entries().iter().find(|entry| entry.bound == bound)?;
            let title = if *action == A::Leave { "leave cell" } else { entry.title };
            Some((entry.chords.first()?.to_string(), title.to_owned(), bound))
        };
        // The contextual pane for the cursor, unless it is open.
        let suiting = self.suiting.filter(|(id, _)| *id == self.current && self.mode == Mode::Edit);
        let suiting = suiting.filter(|_| self.docked.focus().is_none() && !self.engine.is_busy());
        let is_open = |pane: Pane| self.docked.places().iter().any(|place| place.pane == Some(pane));
        let suiting = suiting.map(|(_, pane)| pane).filter(|pane| !is_open(*pane)).map(action_of);
        actions.iter().take(1).chain(&suiting).chain(actions.iter().skip(1)).filter_map(row).collect()
    }
}
