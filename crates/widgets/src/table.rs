//! A row of an action table. Keys, key bar, which-key hints, palette, help and custom keys are generated from these
//! rows.

/// The context where an action is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Context {
    /// Everywhere except in dialogs.
    Notebook,
    /// While a cell's text is edited.
    Edit,
    /// While a cell is selected.
    Cell,
    /// In a pane.
    Pane,
    /// In a dialog.
    Dialog,
}

/// The user's key set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum KeySet {
    /// Keys of common editors.
    #[default]
    Plain,
    /// Emacs keys.
    Emacs,
    /// vi keys, with modes.
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
    /// A short title for palette and key bar: `run cell`.
    pub title: &'static str,
    /// A sentence for the help.
    pub summary: &'static str,
    /// The context where it is available.
    pub context: Context,
    /// Its keys in every set, the displayed one first; chords as `ctrl-x ctrl-s`.
    pub keys: &'static [&'static str],
    /// Keys in one set only.
    pub further: &'static [(KeySet, &'static [&'static str])],
    pub action: A,
}
