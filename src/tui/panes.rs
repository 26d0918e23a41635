//! The panes with what they show: the query of the catalog, the data of the last run, and the cursor that they follow.

use pprepl_notebook::CellId;
use pprepl_notebook::pane::{self, CatalogQuery, Pane, View};
use pprepl_session::inspect::ScopeView;

use super::engine::{CachedPane, CursorTarget, view_of};
use super::facts_state::FactsState;
use super::pane_layout::PaneLayout;
use super::trace_state::TraceState;

/// The panes and what they show.
pub struct Panes {
    pub layout: PaneLayout,
    /// The trace in the Trace pane.
    pub trace: TraceState,
    /// The query of the catalog pane.
    pub catalog: CatalogQuery,
    pub facts: FactsState,
    /// The most relevant pane for the cursor position in a cell.
    pub suiting: Option<(CellId, Pane)>,
    /// The slot of the pane opened since the last frame.
    opened: Option<usize>,
    /// The cursor before the lines of a pane moved it.
    pub origin: Option<(CellId, usize)>,
    /// The cursor when panes were last requested.
    seen_at: Option<(CellId, usize)>,
    /// The last session data for each pane slot.
    known: [Option<CachedPane>; 2],
    /// Whether to request the panes and marks at the cursor again.
    asks: bool,
}

impl Panes {
    pub fn new(layout: PaneLayout) -> Panes {
        Panes {
            layout,
            trace: TraceState::default(),
            catalog: CatalogQuery::default(),
            facts: FactsState::default(),
            suiting: None,
            opened: None,
            origin: None,
            seen_at: None,
            known: [None, None],
            asks: false,
        }
    }

    /// Schedules a refresh of panes and marks, once, after the current event.
    pub fn refresh(&mut self) {
        self.asks = true;
    }

    /// Returns whether a refresh was scheduled since the last call.
    pub fn take_refresh(&mut self) -> bool {
        std::mem::take(&mut self.asks)
    }

    /// Records the cursor of a request. The catalog follows the cursor again after it moves in a cell.
    pub fn follow_cursor(&mut self, at: (CellId, usize)) {
        let before = self.seen_at.replace(at);
        if self.layout.focus().is_none() && before != self.seen_at {
            self.catalog.selected = None;
        }
    }

    /// Returns the slot of an open pane.
    pub fn slot_of(&self, pane: Pane) -> Option<usize> {
        self.layout.places().iter().position(|place| place.pane == Some(pane))
    }

    /// Returns the pane with the focus.
    pub fn focused(&self) -> Option<Pane> {
        self.layout.places()[self.layout.focus()?].pane
    }

    /// Opens a pane, or focuses it if it is open.
    pub fn open(&mut self, pane: Pane) {
        self.layout.open(pane);
        self.opened = self.slot_of(pane);
        self.refresh();
    }

    /// Changes the layout.
    pub fn dock(&mut self, change: impl FnOnce(&mut PaneLayout)) {
        change(&mut self.layout);
        self.refresh();
    }

    /// Returns the slot of the pane opened since the last call.
    pub fn take_opened(&mut self) -> Option<usize> {
        self.opened.take()
    }

    /// Shows what is available while the session is busy; earlier session data is marked as old.
    pub fn show_meanwhile(&mut self, place: usize, pane: Pane, at: &CursorTarget) {
        // Data of either slot helps the other.
        let known = [place, 1 - place].into_iter().filter_map(|place| self.known.get(place)?.as_ref());
        let view = known.map(Some).chain([None]).find_map(|known| view_of(pane, at, known, &self.catalog));
        let shown = self.layout.place_mut(place);
        shown.old = !pane.is_static();
        match view {
            Some(view) => shown.view = view,
            None if shown.view.lines.is_empty() => shown.view = pane::waiting(pane),
            None => shown.view.marks.clear(),
        }
    }

    /// Stores the session data for a slot.
    pub fn cache(&mut self, place: usize, known: Option<CachedPane>) {
        self.known[place.min(1)] = known;
    }

    /// Returns a slot whose pane shows scopes.
    pub fn scope_slot(&self) -> Option<usize> {
        self.slot_of(Pane::Scope).or_else(|| self.slot_of(Pane::Type))
    }

    /// Shows the scopes before the cell that started to run.
    pub fn cache_scopes(&mut self, scopes: Vec<ScopeView>) {
        if let Some(slot) = self.scope_slot() {
            self.cache(slot, Some(CachedPane::Scopes(scopes)));
            self.refresh();
        }
    }

    /// Shows the view of a pane, if it is still in this slot.
    pub fn show(&mut self, place: usize, pane: Pane, view: View) {
        let shown = self.layout.place_mut(place);
        if shown.pane == Some(pane) {
            shown.old = false;
            shown.line = shown.line.filter(|line| *line < view.lines.len());
            shown.view = view;
        }
    }

    /// Marks the content as that of the last run.
    pub fn settle(&mut self) {
        (0..2).for_each(|place| self.layout.place_mut(place).old = false);
    }

    /// Shows one resource in full, or all of them.
    pub fn select_resource(&mut self, name: Option<String>) {
        self.catalog.selected = name;
        self.restart_catalog();
    }

    /// Shows only the resources that contain this text.
    pub fn filter_catalog(&mut self, text: String) {
        self.catalog.filter = text;
        self.restart_catalog();
    }

    /// Shows the changed catalog from its first line.
    pub fn restart_catalog(&mut self) {
        for at in 0..2 {
            let place = self.layout.place_mut(at);
            if place.pane == Some(Pane::Catalog) {
                place.line = None;
            }
        }
        self.refresh();
    }
}
