//! The line below the cells: the message or the mode, and the cursor position.

use ratatui::Frame;

use pprepl_notebook::pane::Pane;
use pprepl_notebook::{Cell, CellId};
use pprepl_text::columns::{width, wrap};
use pprepl_text::theme::Role;
use pprepl_text::visible;

use crate::tui::mode::Mode;
use crate::tui::notebook_view::NotebookView;
use crate::tui::paint::Palette;
use crate::tui::status_line::{self, StatusMessage};

/// Maximum width of the cursor position at the right of the line, in columns.
const PLACE: usize = 24;

/// Draws the line. `pane` has the focus, if any; `advice` replaces the name of the mode.
pub fn draw(
    frame: &mut Frame,
    notebook: &mut NotebookView,
    message: &StatusMessage,
    (pane, advice): (Option<Pane>, Option<String>),
    palette: &Palette,
) {
    let area = notebook.viewport.areas.status;
    let idle = || (Role::Hint, advice.unwrap_or_else(|| mode_line(notebook, pane)));
    let (role, text) = message.get().cloned().unwrap_or_else(idle);
    let rows = wrap(&visible(&text), usize::from(area.width.saturating_sub(2)).max(1));
    // A message longer than its line covers the rows above.
    let fits = width(&text) + 2 + PLACE <= usize::from(area.width);
    if message.get().is_some() && !fits && rows.len() < usize::from(frame.area().height) / 2 {
        return status_line::long(frame.buffer_mut(), area, palette, role, &rows);
    }
    let place = cursor_line(notebook);
    status_line::two_sided(frame.buffer_mut(), area, palette.style(Role::Plain), (&text, palette.style(role)), &place);
}

fn mode_line(notebook: &mut NotebookView, pane: Option<Pane>) -> String {
    match (pane, notebook.mode()) {
        (Some(Pane::Debugger), _) => {
            "breakpoint: s steps, c continues, e evaluates, up and down select a frame, a aborts".to_owned()
        }
        (Some(Pane::Trace), _) => "left, right: one step; up, down: out and over; enter: fold; esc: back".to_owned(),
        (Some(_), _) => "up, down: select a line; enter: go there; esc: back".to_owned(),
        (None, Mode::Select) => "a cell is selected: enter edits it".to_owned(),
        (None, Mode::Edit) => notebook.editor().mode_name().to_owned(),
    }
}

/// Returns the position of the cursor, and the kind and number of its cell.
fn cursor_line(notebook: &mut NotebookView) -> String {
    // The numbers of code cells are those in the margin.
    let is_code = notebook.current_cell().is_none_or(Cell::is_code);
    let kind = if is_code { "code" } else { "prose" };
    let same: Vec<CellId> =
        notebook.book.cells().iter().filter(|cell| cell.is_code() == is_code).map(|cell| cell.id).collect();
    let number = same.iter().position(|id| *id == notebook.current()).unwrap_or(0) + 1;
    let cell = format!("{kind} {number}/{}", same.len());
    let (line, column) = notebook.editor().position();
    format!("{line}:{column}  {cell} ")
}
