//! Proposals while a text is edited: the list that came from the worker, narrowed down by what is typed; which one is
//! chosen; putting it in. And the signature of the call around the cursor, when one was handed in.
//!
//! A list that came up alone has nothing chosen, so that Enter is still a new line; a list that was asked for starts
//! with its first proposal.

use super::history::How;
use super::{EditAction, Editor, Motion, Reply};
use pprepl_session::complete::{Completion, Item, Signature};

/// So many proposals are on the screen.
pub(super) const ROWS: usize = 10;

/// The list of proposals.
pub struct Popup {
    pub(super) from: usize,
    items: Vec<Item>,
    /// Those that fit what is typed, the best first.
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

    /// Keeps the proposals that fit what is typed.
    fn narrow(&mut self, typed: &str) {
        let lower = typed.to_lowercase();
        let ranked = self.items.iter().enumerate().filter_map(|(at, item)| Some((rank(item, typed, &lower)?, at)));
        let mut ranked: Vec<(u8, usize)> = ranked.collect();
        ranked.sort_by_key(|&(rank, _)| rank);
        self.fitting = ranked.into_iter().map(|(_, at)| at).collect();
        self.chosen = self.chosen.map(|_| 0);
        self.top = 0;
    }

    /// Returns whether there is nothing to propose beyond what is typed.
    fn is_spent(&self, typed: &str) -> bool {
        match self.fitting.as_slice() {
            [] => true,
            [only] => self.items.get(*only).is_some_and(|item| item.label == typed),
            _ => false,
        }
    }

    /// How many proposals fit.
    pub(super) fn len(&self) -> usize {
        self.fitting.len()
    }

    /// The proposal in this row of those that fit.
    pub(super) fn item(&self, row: usize) -> Option<&Item> {
        self.items.get(*self.fitting.get(row)?)
    }

    /// Chooses another proposal, around the ends of the list.
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

/// How well a proposal fits what is typed (also in small letters); `None` when it does not.
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
    /// Shows proposals that were found for `version` of the text. They are dropped when the text before their place changed
    /// since, or the cursor left it. `asked`: did the user ask for them?
    pub fn show_completion(&mut self, completion: Completion, version: u64, asked: bool) {
        let from = completion.from;
        let line = self.buffer.start(self.buffer.line_of(self.cursor));
        if !(line..=self.cursor).contains(&from) || !self.recent.is_same_before(from, version, self.version()) {
            return;
        }
        let popup = Popup::new(completion, self.buffer.slice(from..self.cursor), asked);
        let spent = popup.is_spent(self.buffer.slice(from..self.cursor));
        self.popup = (!spent).then_some(popup);
    }

    /// Are proposals on the screen?
    pub fn has_completion(&self) -> bool {
        self.popup.is_some()
    }

    /// Takes the proposals off the screen.
    pub fn close_completion(&mut self) {
        self.popup = None;
    }

    /// The proposal that is chosen.
    pub fn chosen(&self) -> Option<&Item> {
        let popup = self.popup.as_ref()?;
        popup.item(popup.chosen?)
    }

    /// Shows the signature of the call around the cursor, which was found for `version` of the text and this place; or
    /// none.
    pub fn show_signature(&mut self, signature: Option<Signature>, version: u64, offset: usize) {
        self.signature = signature.filter(|_| self.version() == version && self.cursor == offset);
    }

    /// Takes the signature off the screen.
    pub fn hide_signature(&mut self) {
        self.signature = None;
    }

    /// What an action does while proposals are on the screen; `None`: what it does anyway.
    pub(super) fn popup_action(&mut self, action: EditAction) -> Option<Reply> {
        let popup = self.popup.as_mut()?;
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
                self.popup = None;
                // In vi the same key leaves the insert mode as well.
                return (!self.vi_is_inserting()).then_some(Reply::Done);
            }
            _ => {
                self.popup = None;
                return None;
            }
        }
        Some(Reply::Done)
    }

    /// Puts the chosen proposal in, or the first.
    pub fn accept(&mut self) {
        let Some(popup) = self.popup.take().filter(|popup| popup.from <= self.cursor) else { return };
        let Some(item) = popup.item(popup.chosen.unwrap_or(0)) else { return };
        let behind = self.text().get(self.cursor..).unwrap_or("");
        // A quote that stands after the cursor already is not put in twice.
        let quote = item.label.chars().next_back().filter(|c| matches!(c, '\'' | '"'));
        let doubled = quote.is_some_and(|quote| item.label.len() > 1 && behind.starts_with(quote));
        let label = item.label.get(..item.label.len() - usize::from(doubled)).unwrap_or_default().to_owned();
        self.vi_note_accepted(self.cursor - popup.from, &label);
        self.change(popup.from..self.cursor, &label, popup.from + label.len(), How::Step);
        self.history.close();
    }

    /// Follows a typed character with the proposals.
    pub(super) fn popup_typed(&mut self, typed: char) {
        if typed.is_whitespace() {
            self.popup = None;
        }
        self.popup_erased();
    }

    /// Follows the text with the proposals.
    pub(super) fn popup_erased(&mut self) {
        let Some(mut popup) = self.popup.take().filter(|popup| popup.from <= self.cursor) else { return };
        let typed = self.buffer.slice(popup.from..self.cursor);
        popup.narrow(typed);
        self.popup = (!popup.is_spent(typed)).then_some(popup);
    }

    pub(super) fn popup(&self) -> Option<&Popup> {
        self.popup.as_ref()
    }
}
