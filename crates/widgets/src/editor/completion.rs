//! Completion while editing: the items from the worker, filtered by what is typed, the selected item, and its
//! insertion. Also the signature of the call around the cursor, if one was set.
//!
//! A list that opened automatically has no selected item, so that Enter starts a new line. A requested list starts with
//! its first item.

use super::action::{EditAction, Motion};
use super::history::How;
use super::text::EditedText;
use pprepl_session::complete::{Completion, Item, Signature};

/// Maximum number of visible items.
pub const ROWS: usize = 10;

/// The list of completion items.
pub struct CompletionList {
    /// The start of the typed word, in bytes of the text.
    pub from: usize,
    items: Vec<Item>,
    /// The indices of matching items, best first.
    fitting: Vec<usize>,
    /// The row of the selected item.
    pub chosen: Option<usize>,
    /// The first visible row.
    pub top: usize,
}

impl CompletionList {
    /// Returns the items that match the typed text. If the user asked for them, the first one is selected.
    pub fn new(completion: Completion, typed: &str, asked: bool) -> CompletionList {
        let chosen = asked.then_some(0);
        let mut popup =
            CompletionList { from: completion.from, items: completion.items, fitting: Vec::new(), chosen, top: 0 };
        popup.narrow(typed);
        popup
    }

    /// Keeps the items that match the typed text.
    pub fn narrow(&mut self, typed: &str) {
        let lower = typed.to_lowercase();
        let ranked = self.items.iter().enumerate().filter_map(|(at, item)| Some((rank(item, typed, &lower)?, at)));
        let mut ranked: Vec<(u8, usize)> = ranked.collect();
        ranked.sort_by_key(|&(rank, _)| rank);
        self.fitting = ranked.into_iter().map(|(_, at)| at).collect();
        self.chosen = self.chosen.map(|_| 0);
        self.top = 0;
    }

    /// Returns whether no item adds anything to the typed text.
    pub fn is_spent(&self, typed: &str) -> bool {
        match self.fitting.as_slice() {
            [] => true,
            [only] => self.items.get(*only).is_some_and(|item| item.label == typed),
            _ => false,
        }
    }

    /// Returns the number of matching items.
    pub fn count(&self) -> usize {
        self.fitting.len()
    }

    /// Returns the matching item in this row.
    pub fn item(&self, row: usize) -> Option<&Item> {
        self.items.get(*self.fitting.get(row)?)
    }

    /// Selects another item. Steps of one wrap at both ends.
    pub fn step(&mut self, by: isize) {
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

/// The effect of an action on the completion list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListReply {
    /// Another item is selected.
    Moved,
    /// The selected item must be inserted.
    Accept,
    /// The list closed, and the key did nothing else.
    Closed,
    /// The action has its usual meaning.
    Passed,
}

/// The text of an accepted item.
pub struct Accepted {
    /// The number of bytes before the cursor that it replaced.
    pub back: usize,
    pub label: String,
}

/// The popups at the cursor, if they are open.
#[derive(Default)]
pub struct Popups {
    pub list: Option<CompletionList>,
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
        // The session ordered these by how well they match.
        () if lower.chars().count() > 1 && label.contains(lower) => Some(2),
        () if label.chars().next() == lower.chars().next() && lower.chars().all(|c| rest.any(|l| l == c)) => Some(2),
        () => None,
    }
}

/// The operations on the edited text.
impl Popups {
    /// Shows completion items for `version` of the text. Drops them if the text before them has changed, or the cursor
    /// has left. `asked` is true if the user requested them.
    pub fn show_list(&mut self, text: &EditedText, completion: Completion, version: u64, asked: bool) {
        let from = completion.from;
        let line = text.buffer().start(text.line());
        if !(line..=text.cursor).contains(&from) || !text.is_same_before(from, version) {
            return;
        }
        let typed = text.buffer().slice(from..text.cursor);
        let popup = CompletionList::new(completion, typed, asked);
        self.list = (!popup.is_spent(typed)).then_some(popup);
    }

    /// Shows the signature of the call around the cursor, for `version` of the text and this offset, or hides it.
    pub fn show_signature(&mut self, text: &EditedText, signature: Option<Signature>, version: u64, offset: usize) {
        let is_current = text.buffer().version() == version && text.cursor == offset;
        self.signature = signature.filter(|_| is_current);
    }

    /// Returns the selected item.
    pub fn chosen(&self) -> Option<&Item> {
        let popup = self.list.as_ref()?;
        popup.item(popup.chosen?)
    }

    /// Handles an action while completion items are visible.
    pub fn action(&mut self, action: EditAction) -> ListReply {
        let Some(popup) = self.list.as_mut() else { return ListReply::Passed };
        let rows = ROWS as isize;
        match action {
            EditAction::Move(Motion::Down) => popup.step(1),
            EditAction::Move(Motion::Up) if popup.chosen.is_some() => popup.step(-1),
            EditAction::Move(Motion::PageDown) => popup.step(rows),
            EditAction::Move(Motion::PageUp) => popup.step(-rows),
            EditAction::Outdent => popup.step(-1),
            EditAction::Newline if popup.chosen.is_some() => return ListReply::Accept,
            EditAction::Tab => return ListReply::Accept,
            EditAction::DeleteBack | EditAction::Complete => return ListReply::Passed,
            EditAction::Escape => {
                self.list = None;
                return ListReply::Closed;
            }
            _ => {
                self.list = None;
                return ListReply::Passed;
            }
        }
        ListReply::Moved
    }

    /// Inserts the selected item, or the first one.
    pub fn accept(&mut self, text: &mut EditedText) -> Option<Accepted> {
        let popup = self.list.take().filter(|popup| popup.from <= text.cursor)?;
        let item = popup.item(popup.chosen.unwrap_or(0))?;
        let behind = text.text().get(text.cursor..).unwrap_or("");
        // Does not insert a quote that is already after the cursor.
        let quote = item.label.chars().next_back().filter(|c| matches!(c, '\'' | '"'));
        let doubled = quote.is_some_and(|quote| item.label.len() > 1 && behind.starts_with(quote));
        let label = item.label.get(..item.label.len() - usize::from(doubled)).unwrap_or_default().to_owned();
        let back = text.cursor - popup.from;
        text.change(popup.from..text.cursor, &label, popup.from + label.len(), How::Step);
        text.history.close();
        Some(Accepted { back, label })
    }

    /// Updates the completion list after a typed character.
    pub fn typed(&mut self, text: &EditedText, typed: char) {
        if typed.is_whitespace() {
            self.list = None;
        }
        self.erased(text);
    }

    /// Updates the completion list after a deletion.
    pub fn erased(&mut self, text: &EditedText) {
        let Some(mut popup) = self.list.take().filter(|popup| popup.from <= text.cursor) else { return };
        let typed = text.buffer().slice(popup.from..text.cursor);
        popup.narrow(typed);
        self.list = (!popup.is_spent(typed)).then_some(popup);
    }
}
