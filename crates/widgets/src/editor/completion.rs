//! Completion while editing: the items from the worker, filtered by what is typed, the selected item, and its
//! insertion. Also the signature of the call around the cursor, if one was set.
//!
//! A list that opened automatically has no selected item, so that Enter starts a new line. A requested list starts with
//! its first item.

use super::history::How;
use super::{EditAction, Editor, Motion, Reply};
use pprepl_session::complete::{Completion, Item, Signature};

/// Maximum number of visible items.
pub(super) const ROWS: usize = 10;

/// The list of completion items.
pub struct Popup {
    pub(super) from: usize,
    items: Vec<Item>,
    /// The indices of matching items, best first.
    fitting: Vec<usize>,
    pub(super) chosen: Option<usize>,
    pub(super) top: usize,
}

impl Popup {
    fn new(completion: Completion, typed: &str, asked: bool) -> Popup {
        let chosen = asked.then_some(0);
        let mut popup = Popup { from: completion.from, items: completion.items, fitting: Vec::new(), chosen, top: 0 };
        popup.narrow(typed);
        popup
    }

    /// Keeps the items that match the typed text.
    fn narrow(&mut self, typed: &str) {
        let lower = typed.to_lowercase();
        let ranked = self.items.iter().enumerate().filter_map(|(at, item)| Some((rank(item, typed, &lower)?, at)));
        let mut ranked: Vec<(u8, usize)> = ranked.collect();
        ranked.sort_by_key(|&(rank, _)| rank);
        self.fitting = ranked.into_iter().map(|(_, at)| at).collect();
        self.chosen = self.chosen.map(|_| 0);
        self.top = 0;
    }

    /// Returns whether no item adds anything to the typed text.
    fn is_spent(&self, typed: &str) -> bool {
        match self.fitting.as_slice() {
            [] => true,
            [only] => self.items.get(*only).is_some_and(|item| item.label == typed),
            _ => false,
        }
    }

    /// Returns the number of matching items.
    pub(super) fn len(&self) -> usize {
        self.fitting.len()
    }

    /// Returns the matching item in this row.
    pub(super) fn item(&self, row: usize) -> Option<&Item> {
        self.items.get(*self.fitting.get(row)?)
    }

    /// Selects another item. Steps of one wrap at both ends.
    fn step(&mut self, by: isize) {
        let count = self.fitting.len();
        let chosen = match self.chosen {
            None if by > 0 => 0,
            None => count.saturating_sub(1),
            Some(at) if by.unsigned_abs() == 1 => (at + count).saturating_add_signed(by) % count.max(1),
            Some(at) => at.saturating_add_signed(by).min(count.saturating_sub(1)),
        };
        self.chosen = Some(chosen);
        self.top = self.top.clamp(chosen.saturating_sub(ROWS - 1), chosen);
    }
}

/// The open popups.
#[derive(Default)]
pub struct Popups {
    /// The completion list.
    pub list: Option<Popup>,
    /// The signature of the call around the cursor.
    pub signature: Option<Signature>,
}

impl Popups {
    /// Closes both.
    pub fn close(&mut self) {
        *self = Popups::default();
    }
}

/// Returns the rank of an item for the typed text (also in lower case); `None` without a match.
fn rank(item: &Item, typed: &str, lower: &str) -> Option<u8> {
    if item.label.starts_with(typed) {
        return Some(0);
    }
    let label = item.label.to_lowercase();
    let mut rest = label.chars();
    match () {
        () if label.starts_with(lower) => Some(1),
        () if lower.chars().count() > 1 && label.contains(lower) => Some(2),
        () if label.chars().next() == lower.chars().next() && lower.chars().all(|c| rest.any(|l| l == c)) => Some(3),
        () => None,
    }
}

impl Editor {
    /// Shows completion items for `version` of the text. Drops them if the text before them has changed, or the cursor
    /// has left. `asked` is true if the user requested them.
    pub fn show_completion(&mut self, completion: Completion, version: u64, asked: bool) {
        let from = completion.from;
        let line = self.buffer.start(self.buffer.line_of(self.cursor));
        if !(line..=self.cursor).contains(&from) || !self.recent.is_same_before(from, version, self.version()) {
            return;
        }
        let popup = Popup::new(completion, self.buffer.slice(from..self.cursor), asked);
        let spent = popup.is_spent(self.buffer.slice(from..self.cursor));
        self.popups.list = (!spent).then_some(popup);
    }

    /// Returns whether completion items are visible.
    pub fn has_completion(&self) -> bool {
        self.popups.list.is_some()
    }

    /// Closes the completion list.
    pub fn close_completion(&mut self) {
        self.popups.list = None;
    }

    /// Returns the selected item.
    pub fn chosen(&self) -> Option<&Item> {
        let popup = self.popups.list.as_ref()?;
        popup.item(popup.chosen?)
    }

    /// Shows the signature of the call around the cursor, for `version` of the text and this offset, or hides it.
    pub fn show_signature(&mut self, signature: Option<Signature>, version: u64, offset: usize) {
        self.popups.signature = signature.filter(|_| self.version() == version && self.cursor == offset);
    }

    /// Hides the signature.
    pub fn hide_signature(&mut self) {
        self.popups.signature = None;
    }

    /// Handles an action while completion items are visible; returns `None` if it has its usual meaning.
    pub(super) fn popup_action(&mut self, action: EditAction) -> Option<Reply> {
        let popup = self.popups.list.as_mut()?;
        let rows = ROWS as isize;
        match action {
            EditAction::Move(Motion::Down) => popup.step(1),
            EditAction::Move(Motion::Up) if popup.chosen.is_some() => popup.step(-1),
            EditAction::Move(Motion::PageDown) => popup.step(rows),
            EditAction::Move(Motion::PageUp) => popup.step(-rows),
            EditAction::Outdent => popup.step(-1),
            EditAction::Newline if popup.chosen.is_some() => self.accept(),
            EditAction::Tab => self.accept(),
            EditAction::DeleteBack | EditAction::Complete => return None,
            EditAction::Escape => {
                self.popups.list = None;
                // In vi the same key leaves insert mode too.
                return (!self.vi_is_inserting()).then_some(Reply::Done);
            }
            _ => {
                self.popups.list = None;
                return None;
            }
        }
        Some(Reply::Done)
    }

    /// Inserts the selected item, or the first one.
    pub fn accept(&mut self) {
        let Some(popup) = self.popups.list.take().filter(|popup| popup.from <= self.cursor) else { return };
        let Some(item) = popup.item(popup.chosen.unwrap_or(0)) else { return };
        let behind = self.text().get(self.cursor..).unwrap_or("");
        // Does not insert a quote that is already after the cursor.
        let quote = item.label.chars().next_back().filter(|c| matches!(c, '\'' | '"'));
        let doubled = quote.is_some_and(|quote| item.label.len() > 1 && behind.starts_with(quote));
        let label = item.label.get(..item.label.len() - usize::from(doubled)).unwrap_or_default().to_owned();
        self.vi_note_accepted(self.cursor - popup.from, &label);
        self.change(popup.from..self.cursor, &label, popup.from + label.len(), How::Step);
        self.history.close();
    }

    /// Updates the completion list after a typed character.
    pub(super) fn popup_typed(&mut self, typed: char) {
        if typed.is_whitespace() {
            self.popups.list = None;
        }
        self.popup_erased();
    }

    /// Updates the completion list after a deletion.
    pub(super) fn popup_erased(&mut self) {
        let Some(mut popup) = self.popups.list.take().filter(|popup| popup.from <= self.cursor) else { return };
        let typed = self.buffer.slice(popup.from..self.cursor);
        popup.narrow(typed);
        self.popups.list = (!popup.is_spent(typed)).then_some(popup);
    }
}
