//! The Trace pane: requests the trace of the current cell, and reads it step by step.

use std::sync::Arc;

use pprepl_notebook::CellId;
use pprepl_notebook::pane::{self, Pane, TraceReader};
use pprepl_session::trace::TraceView;
use pprepl_text::theme::Role;

use super::app::App;
use super::engine::{CursorTarget, numbered, source_name};
use super::panes::Panes;

impl Panes {
    /// Returns whether the Trace pane has the focus.
    pub fn reads_trace(&self) -> bool {
        self.focused() == Some(Pane::Trace)
    }

    /// Shows a trace; the place in an earlier trace of the cell is kept.
    pub fn show_trace(&mut self, id: CellId, text: &Arc<str>, trace: Option<Arc<TraceView>>) {
        let earlier = self.trace.known.take().filter(|(known, of, _)| *known == id && of == text);
        let reader = trace.map(|trace| match earlier.and_then(|(_, _, reader)| reader) {
            Some(reader) => reader.renewed(trace),
            None => TraceReader::new(trace, &source_name(id)),
        });
        self.trace.known = Some((id, text.clone(), reader));
        self.trace.is_old = false;
        self.paint_trace();
    }

    /// Changes the reader of the trace, and shows the pane again.
    pub fn change_trace(&mut self, change: impl FnOnce(&mut TraceReader)) {
        if let Some(reader) = self.trace.reader() {
            change(reader);
            self.paint_trace();
        }
    }

    fn paint_trace(&mut self) {
        let Some(place) = self.slot_of(Pane::Trace) else { return };
        let view = pane::trace(self.trace.reader().map(|reader| &*reader));
        let view = numbered(view, &self.trace.cells);
        let shown = self.layout.place_mut(place);
        shown.top = None;
        shown.line = None;
        self.show(place, Pane::Trace, view);
    }
}

/// Shows the trace of the cell under the cursor, or requests it.
pub(super) fn ask_trace(app: &mut App, place: usize, at: &CursorTarget) {
    app.panes.trace.cells = at.cells.clone();
    if app.panes.trace.is_of(at.id, &at.text) {
        return app.panes.paint_trace();
    }
    if app.notebook.cells.running().is_some() {
        app.panes.show_meanwhile(place, Pane::Trace, at);
    }
    app.runner.engine.trace(at.clone());
}

/// Hides the values of the trace from the next one on, and asks for it.
pub(super) fn ask_prediction(app: &mut App) {
    let question = app.panes.trace.reader().and_then(TraceReader::predict);
    app.panes.change_trace(|_| {});
    if let Some(question) = question {
        app.dialogs.open_prediction(&question);
    }
}

/// Requests the verdict on a prediction. An empty answer only shows the value.
pub(super) fn judge_prediction(app: &mut App, answer: String) {
    let value = app.panes.trace.reader().and_then(|reader| reader.predicted().map(str::to_owned));
    match value {
        Some(value) if !answer.trim().is_empty() => app.runner.engine.judge(answer.trim().to_owned(), value),
        Some(_) => app.panes.change_trace(|reader| reader.step(0)),
        None => app.status.set(Role::Hint, "no value is hidden: p predicts the next one"),
    }
}
