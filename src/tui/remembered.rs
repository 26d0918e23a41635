//! The remembered state of the open notebook: its panes, keys and run mode, the folded cells and the cells that hide
//! their results. The next notebook has its own.

use std::path::PathBuf;

use pprepl_notebook::CellId;
use pprepl_notebook::pane::Pane;
use pprepl_notebook::view_state::{ViewState, cell_names};

use super::app::App;
use super::pane_layout::PaneLayout;
use super::table::KeySet;
use super::workspace::Workspace;

impl App {
    /// Stores the current preferences.
    pub(super) fn remember(&self) {
        store(self);
    }

    /// Closes the notebook and writes what must be kept.
    pub fn close(mut self) {
        self.notebook.take_edits();
        self.remember();
        self.notebook.book.close();
    }
}

/// Stores the theme, the rules, and the state of the notebook.
fn store(app: &App) {
    let mut preferences = app.memory.load();
    app.appearance.theme().clone_into(&mut preferences.theme);
    preferences.rules = app.runner.checks.rules.changes();
    app.memory.store(&preferences);
    if let Some(path) = subject(&app.notebook.book, app.learning.is_open()) {
        app.memory.store_notebook(&path, &state(app));
    }
}

/// Uses the state of the notebook for new notebooks.
pub fn make_default(app: &App) {
    let mut preferences = app.memory.load();
    preferences.adopt(&state(app));
    app.memory.store(&preferences);
}

/// Restores the state of the notebook that was opened in place of another one.
pub fn restore(app: &mut App) {
    let state = app.memory.load_notebook(subject(&app.notebook.book, false).as_deref());
    let panes = state.panes.each_ref().map(|name| Pane::named(name));
    app.panes.dock(|layout| *layout = PaneLayout::new(panes, state.share));
    if let Some(keys) = KeySet::named(&state.keys) {
        app.keys.choose(keys);
        app.notebook.set_keys(keys);
    }
    app.runner.engine.set_auto(state.reactive);
    restore_cells(app, &state);
}

/// Folds cells, and hides results, as when the notebook was last closed.
pub fn restore_cells(app: &mut App, state: &ViewState) {
    let names = cell_names(app.notebook.book.cells());
    let ids = |wanted: &[String]| -> Vec<CellId> {
        names.iter().filter(|(_, name)| wanted.contains(name)).map(|(id, _)| *id).collect()
    };
    app.notebook.book.restore_folding(&ids(&state.folded));
    app.notebook.cells.set_hiding(&ids(&state.hidden));
}

/// Returns the file that the state belongs to: the notebook, or the directory of all lessons. A new notebook has none.
pub fn subject(book: &Workspace, is_lesson: bool) -> Option<PathBuf> {
    let path = book.path()?;
    Some(if is_lesson { path.parent()?.to_owned() } else { path.to_owned() })
}

fn state(app: &App) -> ViewState {
    let open = app.panes.layout.panes().map(|pane| pane.map(|pane| pane.name().to_owned()).unwrap_or_default());
    // The panes of a lesson are not those of other notebooks.
    let panes = if app.learning.is_open() { app.memory.load().panes } else { open };
    let book = &app.notebook.book;
    let names = cell_names(book.cells());
    let named = |is: &dyn Fn(CellId) -> bool| -> Vec<String> {
        names.iter().filter(|(id, _)| is(*id)).map(|(_, name)| name.clone()).collect()
    };
    ViewState {
        panes,
        share: app.panes.layout.share,
        keys: app.keys.map.set().name().to_owned(),
        reactive: app.runner.engine.likes_auto(),
        folded: named(&|id| book.cell(id).is_some_and(|cell| cell.folded)),
        hidden: named(&|id| app.notebook.cells.hides_result(id)),
    }
}
