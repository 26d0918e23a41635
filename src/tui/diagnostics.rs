//! Diagnostics of cells before they run. They are requested during a pause in typing, for visible cells that have not
//! run in their current state. They are shown as underlines and below the cell until the cell runs or is fixed.

use std::sync::Arc;

use pprepl_notebook::kernel::CellFinding;
use pprepl_notebook::{Cell, CellId};
use pprepl_session::Mark;
use pprepl_text::columns::wrap;
use pprepl_text::theme::Role;
use pprepl_text::{Severity, visible};

use super::cells::CellTable;
use super::dialog::StyledLine;
use super::editor::Editor;
use super::engine::{Checked, PendingCheck, seen};
use super::notebook_view::NotebookView;
use super::results::severity_role;
use super::state::StaticFinding;
use super::workspace::Workspace;

/// Maximum number of diagnostics below a cell.
const MAX: usize = 5;

/// The cursor of a cell that is being typed.
type Typed = Option<(CellId, usize)>;

/// Returns the visible cells that need a check at this age of the checks.
pub(super) fn unchecked(notebook: &NotebookView, age: u64) -> impl Iterator<Item = CellId> {
    let (typed, current) = (notebook.typed_at(), notebook.current());
    let seen = notebook.viewport.places.iter().map(|(id, ..)| *id).filter(move |id| *id != current);
    seen.chain([current]).filter(move |id| {
        let (cells, book) = (&notebook.cells, &notebook.book);
        cells.has_not_run(book, *id) && !cells.is_checked(book.cell(*id), age, typed)
    })
}

/// Returns the checks of the visible cells that need one.
pub(super) fn pending_checks(notebook: &NotebookView, age: u64) -> Vec<PendingCheck> {
    let typed = notebook.typed_at();
    let check = |id| Some(notebook.cells.to_check(notebook.book.cell(id)?, typed));
    unchecked(notebook, age).filter_map(check).collect()
}

impl CellTable {
    /// Returns whether a cell was checked at this age of the checks.
    fn is_checked(&self, cell: Option<&Cell>, age: u64, typed: Typed) -> bool {
        let (Some(cell), Some(state)) = (cell, cell.and_then(|cell| self.get(cell.id))) else { return true };
        let typed = offset_in(typed, cell.id);
        state.foreseen.as_ref().is_some_and(|known| {
            *known.text == *cell.text && known.age == age && (known.typed.is_none() || known.typed == typed)
        })
    }

    fn to_check(&self, cell: &Cell, typed: Typed) -> PendingCheck {
        let version = self.known_editor(cell.id).map(Editor::version);
        let typed = offset_in(typed, cell.id);
        PendingCheck { id: cell.id, text: Arc::from(cell.text.as_str()), version, typed }
    }

    /// Stores the diagnostics of cells that have not changed since the request. `age` is the age of the checks then.
    pub(super) fn set_checked(&mut self, book: &Workspace, age: u64, all: Vec<Checked>) {
        for Checked { cell: PendingCheck { id, text, version, typed }, found } in all {
            let is_now = book.cell(id).is_some_and(|cell| *cell.text == *text);
            if let Some(state) = self.get_mut(id).filter(|_| is_now) {
                state.foreseen = Some(StaticFinding { text, version, typed, age, found });
                state.below = None;
            }
        }
    }

    /// Returns the diagnostics of a cell that has not run.
    fn static_diagnostics(&self, book: &Workspace, id: CellId) -> Option<&StaticFinding> {
        self.get(id)?.foreseen.as_ref().filter(|_| self.has_not_run(book, id))
    }

    /// Returns the marks to underline in a cell, with the version of its text.
    pub(super) fn diagnostic_marks(&self, book: &Workspace, id: CellId) -> (u64, Vec<Mark>) {
        let Some(known) = self.static_diagnostics(book, id) else { return (0, Vec::new()) };
        let editor = self.known_editor(id);
        let is_same = book.cell(id).is_some_and(|cell| *cell.text == *known.text);
        let version = match known.version {
            Some(version) => version,
            // The text cannot have changed since.
            _ if is_same => editor.map_or(0, Editor::version),
            _ => return (0, Vec::new()),
        };
        let mark = |one: &CellFinding| (seen(one.span, &known.text), severity_role(one.severity));
        (version, known.found.iter().map(mark).collect())
    }

    /// Returns the diagnostic lines below a cell that has not run. `fix` is the key that applies fixes.
    pub(super) fn diagnostic_lines(&self, book: &Workspace, id: CellId, width: usize, fix: &str) -> Vec<StyledLine> {
        let Some(known) = self.static_diagnostics(book, id) else { return Vec::new() };
        let cells: Vec<CellId> = book.code().map(|cell| cell.id).collect();
        let rows = |one: &CellFinding| rows(one, &one.message.by_places(&cells), &known.text, width);
        let mut lines: Vec<StyledLine> = known.found.iter().take(MAX).flat_map(rows).collect();
        let more = known.found.len().saturating_sub(MAX);
        if more > 0 {
            lines.push(vec![(Role::Hint, format!("… and {more} more"))]);
        }
        if !fix.is_empty() && known.found.iter().any(|one| one.mends) {
            lines.push(vec![(Role::Key, fix.to_owned()), (Role::Help, " fixes it".to_owned())]);
        }
        lines
    }
}

/// Returns the offset of the cursor if it is in this cell.
fn offset_in(typed: Typed, id: CellId) -> Option<usize> {
    typed.filter(|(cell, _)| *cell == id).map(|(_, offset)| offset)
}

/// Minimum width of a message next to its severity and place, in columns.
const MIN_MESSAGE: usize = 30;

/// Returns the rows of a diagnostic: `warning[CODE] 2:5 message`. The message wraps; on a narrow screen it begins in a row
/// of its own.
fn rows(one: &CellFinding, message: &str, text: &str, width: usize) -> Vec<StyledLine> {
    let before = text.get(..one.span.start as usize).unwrap_or(text);
    let row = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    let (head, place) = (format!("{}[{}]", one.severity.as_str(), one.topic), format!(" {row}:{column} "));
    let used = head.chars().count() + place.chars().count();
    let role = match one.severity {
        Severity::Note => Role::Note,
        severity => severity_role(severity),
    };
    let is_narrow = width.saturating_sub(used) < MIN_MESSAGE;
    let indent = if is_narrow { 2 } else { used };
    let mut message = wrap(&visible(message), width.saturating_sub(indent)).into_iter();
    let mut first = vec![(role, head), (Role::Hint, place)];
    if !is_narrow {
        first.extend(message.next().map(|text| (Role::Plain, text)));
    }
    let further = message.map(|text| vec![(Role::Plain, format!("{}{text}", " ".repeat(indent)))]);
    [first].into_iter().chain(further).collect()
}
