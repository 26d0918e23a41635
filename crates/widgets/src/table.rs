//! What a row of the table of actions is. Keys, key bar, which-key hints, palette, help and the user's own keys are all
//! read from these rows.

/// Where an action is to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Context {
    /// Everywhere but in dialogs.
    Notebook,
    /// While a cell's text is edited.
    Edit,
    /// While a cell as a whole is selected.
    Cell,
    /// In a pane.
    Pane,
    /// In a dialog.
    Dialog,
}

/// The set of keys that the user likes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum KeySet {
    /// Keys as in most editors of today.
    #[default]
    Plain,
    /// Those of Emacs.
    Emacs,
    /// Those of vi, with its modes.
    Vi,
}

impl KeySet {
    pub const fn name(self) -> &'static str {
        match self {
            KeySet::Plain => "plain",
            KeySet::Emacs => "emacs",
            KeySet::Vi => "vi",
        }
    }

    /// The set of that name.
    pub fn named(name: &str) -> Option<KeySet> {
        [KeySet::Plain, KeySet::Emacs, KeySet::Vi].into_iter().find(|set| set.name() == name)
    }
}

/// An action that keys, the palette and menus reach.
#[derive(Clone, Copy, Debug)]
pub struct Row<A: 'static> {
    /// Its name in the key file: `cell.run`.
    pub name: &'static str,
    /// A few words for palette and key bar: `run cell`.
    pub title: &'static str,
    /// One sentence for the help.
    pub summary: &'static str,
    /// Where it is to be had.
    pub context: Context,
    /// Its keys in every set, the first shown; chords as `ctrl-x ctrl-s`.
    pub keys: &'static [&'static str],
    /// Keys in one set only.
    pub further: &'static [(KeySet, &'static [&'static str])],
    /// What it does.
    pub action: A,
}
