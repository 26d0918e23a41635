//! Drawing of the whole screen from the state. [`cells`] draws the cells, [`panes`] the panes; the lines around them
//! are in [`head`], [`status`] and [`key_bar`].

mod cells;
mod head;
mod key_bar;
mod panes;
mod scroll_bar;
mod status;

use pprepl_text::theme::Role;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::app::App;
use super::editor::Editor;
use super::layout::areas;
use super::mode::Mode;
use cells::CellPainter;
use key_bar::KeyBar;

impl App {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame) {
        let screen = frame.area();
        self.arrange_areas(screen);
        let palette = &self.appearance.palette;
        frame.buffer_mut().set_style(screen, palette.style(Role::Screen));
        let lesson = self.learning.head(&self.notebook);
        head::draw(
            frame.buffer_mut(),
            &mut self.notebook,
            &self.files.disk,
            &self.runner.engine,
            (&self.panes.facts.label, &self.appearance.language),
            lesson,
            palette,
        );
        let cursor = self.painter().draw(frame);
        self.runner.note_unchecked(&self.notebook);
        let palette = &self.appearance.palette;
        panes::draw(frame.buffer_mut(), self.notebook.viewport.areas.panes, &mut self.panes.layout, palette);
        let pane = self.panes.focused();
        let advice = self.learning.advice(&self.notebook, &self.keys).filter(|_| pane.is_none());
        status::draw(frame, &mut self.notebook, &self.status, (pane, advice), palette);
        let (keys, notebook, panes, engine) = (&self.keys, &self.notebook, &self.panes, &self.runner.engine);
        let (is_lesson, is_checking) = (self.learning.is_open(), self.learning.is_checking());
        let bar = KeyBar { keys, notebook, panes, engine, is_lesson, is_checking };
        self.pointer.buttons = bar.draw(frame.buffer_mut(), screen, palette);
        let typing = self.notebook.mode() == Mode::Edit && pane.is_none();
        if let Some(cursor) = cursor.filter(|_| typing) {
            self.draw_cursor(frame, cursor);
        }
        self.dialogs.draw(frame, screen, &self.appearance.palette);
    }

    /// Computes the areas of the screen.
    fn arrange_areas(&mut self, screen: Rect) {
        self.notebook.viewport.areas = areas(screen, self.panes.layout.docks());
        let panes = self.notebook.viewport.areas.panes;
        if let Some(at) = self.panes.take_opened().filter(|at| panes[*at].is_empty()) {
            // There is room for one area at a time: the pane that was opened.
            self.panes.layout.set_focus(Some(at));
            self.notebook.viewport.areas = areas(screen, self.panes.layout.docks());
        }
    }

    /// Shows the cursor, with completion or a signature next to it.
    fn draw_cursor(&mut self, frame: &mut Frame, cursor: Position) {
        if !self.dialogs.is_open() {
            frame.set_cursor_position(cursor);
        }
        let screen = frame.area();
        self.notebook.editor().draw_popup(screen, cursor, frame.buffer_mut(), &self.appearance.palette);
    }

    /// Returns the painter of the cells.
    pub(super) fn painter(&mut self) -> CellPainter<'_> {
        let (current, mode) = (self.notebook.current(), self.notebook.mode());
        let shows_hits = self.notebook.cells.known_editor(current).is_some_and(Editor::shows_hits);
        let hits = self.finder.marks(shows_hits, mode);
        CellPainter {
            hits,
            book: &self.notebook.book,
            cells: &mut self.notebook.cells,
            view: &mut self.notebook.viewport,
            keys: &self.keys,
            appearance: &self.appearance,
            learning: &self.learning,
            lesson_cells: &self.notebook.lesson_cells,
            panes: &self.panes.layout,
            current,
            mode,
        }
    }
}
