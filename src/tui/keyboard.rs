//! The keyboard: the active keymap with the user's own keys, and the keys of an incomplete chord.

use super::action::Action;
use super::key::{Chord, Key};
use super::keymap::{Bound, Entry, Found, Keymap, Own};
use super::mode::Mode;
use super::table::{Context, KeySet};

/// The active keymap and the keys of an incomplete chord.
pub struct Keyboard {
    pub map: Keymap,
    /// The user's custom keys.
    own: Own,
    /// The keys of an incomplete chord.
    pending: Vec<Key>,
}

/// The result of a key.
pub enum Pressed {
    Action(Bound),
    /// The chord is incomplete.
    Begun,
    /// These keys have no action.
    Nothing(Vec<Key>),
}

impl Keyboard {
    pub fn new(map: Keymap, own: Own) -> Keyboard {
        Keyboard { map, own, pending: Vec::new() }
    }

    /// Returns whether a chord is incomplete.
    pub fn is_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Adds a key to the chord, and looks it up in these contexts.
    pub fn press(&mut self, key: Key, contexts: &[Context]) -> Pressed {
        self.pending.push(key);
        match self.map.find(contexts, &self.pending) {
            Found::Action(bound) => {
                self.pending.clear();
                Pressed::Action(bound)
            }
            Found::Begun => Pressed::Begun,
            Found::Nothing => Pressed::Nothing(std::mem::take(&mut self.pending)),
        }
    }

    /// Returns the display text of the incomplete chord, and its continuations: keys and titles.
    pub fn continuations(&self, contexts: &[Context]) -> (String, Vec<(String, String)>) {
        let coming = self.map.going_on(contexts, &self.pending);
        let keys = coming.map(|(chord, entry)| (chord.to_string(), entry.title.to_owned())).collect();
        (Chord(self.pending.clone()).to_string(), keys)
    }

    /// Changes the key set.
    pub fn choose(&mut self, set: KeySet) {
        (self.map, _) = Keymap::new(set, &self.own);
    }

    /// Returns the display text of an action's key; empty without one.
    pub fn text_of(&self, action: Action) -> String {
        self.map.key_of(action).map(ToString::to_string).unwrap_or_default()
    }

    /// Returns the keys and titles of the main actions, for the help pane.
    pub fn main_keys(&self) -> Vec<(String, String)> {
        let rows = self.map.entries().iter().take(16);
        rows.filter_map(|entry| Some((entry.chords.first()?.to_string(), entry.title.to_owned()))).collect()
    }

    /// Returns the table row of an action.
    pub fn entry_of(&self, bound: &Bound) -> Option<&Entry> {
        self.map.entries().iter().find(|entry| entry.bound == *bound)
    }
}

/// Returns the active key contexts, for the pane slot with the focus and the mode.
pub fn contexts(focus: Option<usize>, mode: Mode) -> [Context; 2] {
    let first = match (focus, mode) {
        (Some(_), _) => Context::Pane,
        (None, Mode::Edit) => Context::Edit,
        (None, Mode::Select) => Context::Cell,
    };
    [first, Context::Notebook]
}
