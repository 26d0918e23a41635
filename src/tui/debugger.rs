//! The Debugger pane: it opens when a cell pauses at a breakpoint, and its keys continue the cell.

use pprepl_notebook::CellId;
use pprepl_notebook::pane::Pane;
use pprepl_text::theme::Role;

use super::action::Action;
use super::app::App;

/// Follows the paused cell: opens its pane, or leaves it when the cell continues to its end.
pub(super) fn follow(app: &mut App) {
    let pause = app.runner.engine.pause();
    if !pause.take_change() {
        return;
    }
    let is_paused = pause.cell().is_some();
    if is_paused && app.panes.focused() != Some(Pane::Debugger) {
        app.panes.open(Pane::Debugger);
        let slot = app.panes.slot_of(Pane::Debugger);
        app.panes.layout.set_focus(slot);
    }
    show(app);
}

/// Shows the state of the pause in its pane, if that is open.
pub(super) fn show(app: &mut App) {
    if let Some(slot) = app.panes.slot_of(Pane::Debugger) {
        let cells: Vec<CellId> = app.notebook.book.code().map(|cell| cell.id).collect();
        let view = app.runner.engine.pause().view(&cells);
        app.panes.layout.place_mut(slot).top = None;
        app.panes.show(slot, Pane::Debugger, view);
    }
}

/// Moves the focus back to the cells after the run of the paused cell.
pub(super) fn leave(app: &mut App) {
    if app.panes.focused() == Some(Pane::Debugger) {
        app.panes.layout.set_focus(None);
    }
    app.runner.engine.pause().finish();
    show(app);
}

/// Returns whether the keys are those of the debugger.
pub(super) fn is_active(app: &App) -> bool {
    app.panes.focused() == Some(Pane::Debugger) && app.runner.engine.pause().cell().is_some()
}

/// Runs an action on the paused cell.
pub(super) fn act(app: &mut App, action: Action) {
    let pause = app.runner.engine.pause();
    if pause.cell().is_none() {
        return app.status.set(Role::Hint, "nothing is paused: breakpoint() in a cell pauses its run");
    }
    match action {
        Action::LineUp => pause.select_frame(false),
        Action::LineDown => pause.select_frame(true),
        Action::DebugContinue => pause.answer(":continue".to_owned(), &[]),
        Action::DebugAbort => pause.abort(),
        Action::DebugEvaluate | Action::LineGo => app.dialogs.open_evaluation(),
        Action::DebugWhere => pause.list_frames(),
        _ => pause.answer(":step".to_owned(), &[]),
    }
}
