//! The open panes: the content and scroll position of each, and which one has the focus.

use pprepl_notebook::pane::{Line, Pane, View};
use pprepl_session::Mark;
use pprepl_text::theme::Role;

use super::layout::Docks;

/// A slot for a pane.
#[derive(Clone, Debug, Default)]
pub struct PaneSlot {
    /// The pane in it.
    pub pane: Option<Pane>,
    pub view: View,
    /// The first visible line; `None` follows the cursor.
    pub top: Option<usize>,
    /// The line of each screen row.
    pub shown: Vec<usize>,
    /// The selected line while the pane has the focus.
    pub line: Option<usize>,
    /// Whether the content is older than the current run.
    pub old: bool,
}

impl PaneSlot {
    /// Returns the selected line.
    pub fn chosen(&self) -> Option<&Line> {
        self.view.lines.get(self.line?)
    }

    /// Returns the marks on the cell's text for the selected line.
    pub fn marks(&self) -> Vec<Mark> {
        match self.chosen().and_then(|line| line.span) {
            Some(span) => vec![(span, Role::Match)],
            None => self.view.marks.clone(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct PaneLayout {
    places: [PaneSlot; 2],
    /// The slot for the next pane.
    next: usize,
    /// The panes' share of the screen, in percent.
    pub share: u16,
    focus: Option<usize>,
}

impl PaneLayout {
    /// Returns a layout with these panes.
    pub fn new(panes: [Option<Pane>; 2], share: u16) -> PaneLayout {
        let place = |pane| PaneSlot { pane, ..PaneSlot::default() };
        PaneLayout { places: panes.map(place), next: 0, share: share.clamp(15, 80), focus: None }
    }

    /// Returns the input of the screen layout.
    pub fn docks(&self) -> Docks {
        let open = [self.places[0].pane.is_some(), self.places[1].pane.is_some()];
        Docks { open, share: self.share, focus: self.focus }
    }

    /// Returns the panes, for storage.
    pub fn panes(&self) -> [Option<Pane>; 2] {
        [self.places[0].pane, self.places[1].pane]
    }

    pub fn places(&self) -> &[PaneSlot; 2] {
        &self.places
    }

    pub fn place_mut(&mut self, at: usize) -> &mut PaneSlot {
        &mut self.places[at.min(1)]
    }

    /// Returns the slot with the focus.
    pub fn focus(&self) -> Option<usize> {
        self.focus
    }

    /// Focuses a slot, or the cells.
    pub fn set_focus(&mut self, place: Option<usize>) {
        self.focus = place.filter(|at| self.places.get(*at).is_some_and(|place| place.pane.is_some()));
        self.drop_lines();
    }

    /// Opens a pane in the next slot; an open pane stays where it is.
    pub fn open(&mut self, pane: Pane) {
        if let Some(at) = self.places.iter().position(|place| place.pane == Some(pane)) {
            self.next = at;
            return;
        }
        self.places[self.next] = PaneSlot { pane: Some(pane), ..PaneSlot::default() };
    }

    /// Switches the slot for the next pane.
    pub fn other(&mut self) {
        self.next = 1 - self.next;
    }

    /// Returns the slot for the next pane.
    pub fn next(&self) -> usize {
        self.next
    }

    /// Closes the focused pane, or else the one in the next slot, or else the other.
    pub fn close(&mut self) {
        let wanted = self.focus.unwrap_or(self.next);
        let at = if self.places[wanted].pane.is_some() { wanted } else { 1 - wanted };
        self.places[at] = PaneSlot::default();
        self.focus = None;
    }

    /// Moves the focus from the cells to the first pane, to the second, and back.
    pub fn cycle(&mut self) {
        let order = [None, Some(0), Some(1)];
        let at = order.iter().position(|place| *place == self.focus).unwrap_or(0);
        let open = |place: &Option<usize>| place.is_none_or(|at| self.places[at].pane.is_some());
        let next = order.iter().cycle().skip(at + 1).find(|place| open(place));
        self.focus = next.copied().flatten();
        self.drop_lines();
    }

    /// Clears selected lines in slots without focus.
    fn drop_lines(&mut self) {
        let focus = self.focus;
        let others = self.places.iter_mut().enumerate().filter(|(at, _)| focus != Some(*at));
        others.for_each(|(_, place)| place.line = None);
    }

    /// Moves the selected line down by a number of lines; the first time selects the line of the cursor.
    pub fn step(&mut self, at: usize, by: isize) {
        let place = &mut self.places[at.min(1)];
        let last = place.view.lines.len().saturating_sub(1);
        let first = place.shown.first().copied().unwrap_or(0);
        let line = match place.line {
            Some(line) => line.saturating_add_signed(by),
            None => place.view.focus.unwrap_or_else(|| {
                let leads = |line: &&usize| place.view.lines.get(**line).is_some_and(Line::leads);
                place.shown.iter().find(leads).copied().unwrap_or(first)
            }),
        };
        place.line = Some(line.min(last));
    }

    /// Scrolls the focused pane.
    pub fn scroll(&mut self, at: usize, rows: isize) {
        let place = &mut self.places[at.min(1)];
        let from = place.top.or(place.view.focus).unwrap_or(0);
        let last = place.view.lines.len().saturating_sub(1);
        place.top = Some(from.saturating_add_signed(rows).min(last));
        place.line = None;
    }
}
