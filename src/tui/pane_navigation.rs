//! Navigation through the lines of a pane. Each line refers to a part of the cell, a location elsewhere, or a resource.
//! Selecting a line moves the cursor to it, so that text and explanation are visible together. Enter stays there;
//! leaving the pane restores the cursor.

use pprepl_notebook::CellId;
use pprepl_notebook::pane::{Goal, Pane};
use pprepl_text::Span;

use super::app::{App, Mode};

impl App {
    /// Selects the pane line a number of lines further down.
    pub(super) fn choose_line(&mut self, by: isize) {
        let Some(at) = self.panes.layout.focus() else { return };
        self.panes.layout.step(at, by);
        if let Some(span) = self.panes.layout.places()[at].chosen().and_then(|line| line.span) {
            let id = self.current;
            let cursor = self.editor().cursor();
            self.panes.origin.get_or_insert((id, cursor));
            self.editor().set_cursor(span.start as usize);
        }
    }

    /// Goes to the target of the selected line.
    pub(super) fn go_where_line_leads(&mut self) {
        let Some(at) = self.panes.layout.focus() else { return };
        let place = &self.panes.layout.places()[at];
        let line = place.chosen().or_else(|| place.view.lines.get(place.view.focus?));
        let Some((goal, span)) = line.map(|line| (line.goal.clone(), line.span)) else { return };
        match (goal, span) {
            (Some(Goal::Resource(name)), _) => self.panes.select_resource(Some(name)),
            (Some(Goal::Line(source, line)), _) => self.go_to_source(&source, line),
            (Some(Goal::Cell(number, text)), _) => self.go_to_number(number, &text),
            (None, Some(span)) => self.select_line(span),
            (None, None) => self.status.set("hint", "this line has no location"),
        }
    }

    fn select_line(&mut self, span: Span) {
        self.panes.origin = None;
        self.panes.layout.set_focus(None);
        self.mode = Mode::Edit;
        self.editor().set_cursor(span.start as usize);
        self.after_change();
    }

    /// Goes to a line of a cell, given by its source name in the session.
    fn go_to_source(&mut self, source: &str, line: usize) {
        let id = source.strip_prefix("cell ").and_then(|number| number.parse().ok()).map(CellId);
        let Some(id) = id.filter(|id| self.book.cell(*id).is_some()) else {
            return self.status.set("hint", format!("it is in line {line} of {source}"));
        };
        self.go_to(id);
        let text = self.editor().text();
        let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let start = start.min(text.len());
        self.select_line(Span::at(u32::try_from(start).unwrap_or(0)));
    }

    /// Goes to the cell with this number, and to `text` in it.
    fn go_to_number(&mut self, number: usize, text: &str) {
        let Some(id) = number.checked_sub(1).and_then(|at| self.book.code().nth(at)).map(|cell| cell.id) else {
            return;
        };
        self.go_to(id);
        let at = self.editor().text().find(text).unwrap_or(0);
        self.select_line(Span::at(u32::try_from(at).unwrap_or(0)));
    }

    /// Moves the focus to the cells, and restores the cursor.
    pub(super) fn leave_pane(&mut self) {
        self.panes.layout.set_focus(None);
        if let Some((id, cursor)) = self.panes.origin.take().filter(|(id, _)| self.book.cell(*id).is_some()) {
            self.go_to(id);
            self.editor().set_cursor(cursor);
        }
        self.panes.refresh();
    }

    /// Goes from one resource to all, and from there to the cells.
    pub(super) fn pane_back(&mut self) {
        match self.panes.catalog.selected.is_some() && self.panes.focused() == Some(Pane::Catalog) {
            true => self.panes.select_resource(None),
            false => self.leave_pane(),
        }
    }

    /// Opens and focuses the catalog pane.
    pub(super) fn open_catalog(&mut self) {
        self.open_pane(Pane::Catalog);
        let at = self.panes.slot_of(Pane::Catalog);
        self.panes.layout.set_focus(at);
    }

    /// Toggles between table and graph.
    pub(super) fn turn_graph(&mut self) {
        self.panes.turn_graph();
        self.open_catalog();
        self.panes.restart_catalog();
    }
}
