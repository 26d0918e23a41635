//! The key bar: the main keys of the current state, or the possible next keys of a chord.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use pprepl_lessons::Part;
use pprepl_notebook::pane::Pane;

use crate::tui::action::Action;
use crate::tui::editor::EditAction;
use crate::tui::engine::Engine;
use crate::tui::keyboard::{Keyboard, contexts};
use crate::tui::keymap::Bound;
use crate::tui::mode::Mode;
use crate::tui::notebook_view::NotebookView;
use crate::tui::paint::Palette;
use crate::tui::panes::Panes;
use crate::tui::status_line;

/// The components that the key bar depends on.
pub struct KeyBar<'a> {
    pub keys: &'a Keyboard,
    pub notebook: &'a NotebookView,
    pub panes: &'a Panes,
    pub engine: &'a Engine,
    /// Whether a lesson is open.
    pub is_lesson: bool,
    /// Whether an answer is being judged.
    pub is_checking: bool,
}

impl KeyBar<'_> {
    /// Draws the bar. Returns the area of each key, to click on.
    pub fn draw(&self, buffer: &mut Buffer, screen: Rect, palette: &Palette) -> Vec<(Rect, Bound)> {
        let area = self.notebook.viewport.areas.bar;
        if self.keys.is_pending() {
            let contexts = contexts(self.panes.layout.focus(), self.notebook.mode());
            let (title, keys) = self.keys.continuations(&contexts);
            status_line::which_key(buffer, area, screen, palette, &title, &keys);
            return Vec::new();
        }
        let rows = self.rows();
        let keys: Vec<(String, String)> = rows.iter().map(|(key, title, _)| (key.clone(), title.clone())).collect();
        let places = status_line::keys(buffer, area, palette, &keys);
        places.into_iter().filter_map(|(at, place)| Some((place, rows.get(at)?.2.clone()))).collect()
    }

    /// Returns what the key that runs a cell does in the current cell of a lesson.
    fn run_title(&self) -> Option<&'static str> {
        let (id, cells) = (self.notebook.current(), &self.notebook.lesson_cells);
        match cells.part(id)? {
            Part::Exercise(_) => Some("check"),
            Part::Quiz(_) if cells.is_question(id) => Some("answer"),
            Part::Quiz(_) | Part::Run(_) | Part::Given => None,
        }
    }

    /// Returns the keys with their titles and actions.
    fn rows(&self) -> Vec<(String, String, Bound)> {
        use Action as A;
        let actions: &[A] = match (self.panes.layout.focus(), self.notebook.mode()) {
            (Some(_), _) if self.panes.focused() == Some(Pane::Catalog) => {
                &[A::PaneLeft, A::LineGo, A::PaneBack, A::CatalogFilter, A::CatalogGraph, A::LineDown, A::NextPane]
            }
            (Some(_), _) if self.panes.focused() == Some(Pane::Debugger) && self.engine.pause().cell().is_some() => &[
                A::PaneLeft,
                A::DebugStep,
                A::DebugContinue,
                A::DebugEvaluate,
                A::LineUp,
                A::DebugAbort,
                A::DebugWhere,
            ],
            (Some(_), _) if self.panes.focused() == Some(Pane::Trace) => {
                &[A::PaneLeft, A::TraceNext, A::TracePredict, A::TraceNothing, A::CatalogFilter, A::LineGo, A::NextPane]
            }
            (Some(_), _) => &[A::PaneLeft, A::LineGo, A::LineUp, A::LineDown, A::NextPane, A::ClosePane, A::Palette],
            (None, _) if self.engine.is_busy() || self.is_checking => &[A::Stop, A::Palette, A::Help],
            (None, Mode::Edit) if self.is_lesson => &[
                A::Run,
                A::LessonHint,
                A::LessonNext,
                A::Leave,
                A::LessonSkip,
                A::LessonSteps,
                A::Palette,
                A::Help,
                A::Quit,
            ],
            (None, Mode::Select) if self.is_lesson => &[
                A::Run,
                A::LessonNext,
                A::NextCell,
                A::Enter,
                A::LessonSteps,
                A::LessonHint,
                A::Palette,
                A::Help,
                A::Quit,
            ],
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
            let title = match action {
                A::Leave => "leave cell",
                A::Run => self.run_title().unwrap_or(entry.title),
                A::Enter if self.notebook.lesson_cells.is_question(self.notebook.current()) => "answer",
                _ => entry.title,
            };
            Some((entry.chords.first()?.to_string(), title.to_owned(), bound))
        };
        // The contextual pane for the cursor, unless it is open.
        let suiting =
            self.panes.suiting.filter(|(id, _)| *id == self.notebook.current() && self.notebook.mode() == Mode::Edit);
        let suiting = suiting.filter(|_| self.panes.layout.focus().is_none() && !self.engine.is_busy());
        let suiting = suiting.map(|(_, pane)| pane).filter(|pane| self.panes.slot_of(*pane).is_none()).map(A::Pane);
        actions.iter().take(1).chain(&suiting).chain(actions.iter().skip(1)).filter_map(row).collect()
    }
}
