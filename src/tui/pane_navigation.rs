//! Navigation through the lines of a pane. Each line refers to a part of the cell, a location elsewhere, or a resource.
//! Selecting a line moves the cursor to it, so that text and explanation are visible together. Enter stays there;
//! leaving the pane restores the cursor.

use pprepl_notebook::pane::{Goal, Line, Pane};
use pprepl_text::theme::Role;

use super::command::{Command, Destination};
use super::panes::Panes;

impl Panes {
    /// Selects the pane line a number of lines further down. Returns the command that moves the cursor to its part.
    pub fn choose_line(&mut self, by: isize) -> Option<Command> {
        let at = self.layout.focus()?;
        self.layout.step(at, by);
        let span = self.layout.places()[at].chosen().and_then(|line| line.span)?;
        Some(Command::Go(Destination::Preview(span)))
    }

    /// Selects the line in a screen row of a pane, and returns the command that goes to its target.
    pub fn click_line(&mut self, at: usize, row: usize) -> Option<Command> {
        let place = self.layout.place_mut(at);
        place.line = Some(place.shown.get(row).copied()?);
        if place.chosen().is_some_and(Line::leads) { self.follow_line() } else { None }
    }

    /// Returns the command that goes to the target of the selected line.
    pub fn follow_line(&mut self) -> Option<Command> {
        let at = self.layout.focus()?;
        let place = &self.layout.places()[at];
        let line = place.chosen().or_else(|| place.view.lines.get(place.view.focus?));
        let (goal, span) = line.map(|line| (line.goal.clone(), line.span))?;
        match (goal, span) {
            (Some(Goal::Resource(name)), _) => {
                self.select_resource(Some(name));
                None
            }
            (Some(Goal::Line(source, line)), _) => Some(Command::Go(Destination::Source(source, line))),
            (Some(Goal::Cell(number, text)), _) => Some(Command::Go(Destination::Number(number, text))),
            (Some(Goal::FactSet), _) => Some(Command::AskFactSet),
            (Some(Goal::Fact(path, value)), _) => Some(Command::AskFact(format!("{path}={value}"))),
            (None, Some(span)) => Some(Command::Go(Destination::Part(span))),
            (None, None) => Some(Command::status(Role::Hint, "this line has no location")),
        }
    }

    /// Moves the focus to the cells. The cursor stays where a line moved it.
    pub fn keep_position(&mut self) {
        self.origin = None;
        self.layout.set_focus(None);
    }

    /// Moves the focus to the cells. Returns the command that restores the cursor.
    pub fn leave(&mut self) -> Option<Command> {
        self.layout.set_focus(None);
        self.refresh();
        let (id, cursor) = self.origin.take()?;
        Some(Command::Go(Destination::Back(id, cursor)))
    }

    /// Goes from one resource to all, and from there to the cells.
    pub fn back(&mut self) -> Option<Command> {
        if self.catalog.selected.is_some() && self.focused() == Some(Pane::Catalog) {
            self.select_resource(None);
            return None;
        }
        self.leave()
    }

    /// Opens and focuses the catalog pane.
    pub fn open_catalog(&mut self) {
        self.open(Pane::Catalog);
        let at = self.slot_of(Pane::Catalog);
        self.layout.set_focus(at);
    }

    /// Opens the catalog pane, and toggles between table and graph.
    pub fn turn_graph(&mut self) {
        self.catalog.graph = !self.catalog.graph;
        self.open_catalog();
        self.restart_catalog();
    }
}
