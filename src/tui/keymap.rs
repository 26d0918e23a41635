//! The keymap: the tables' keys in the selected key set, overridden by the user's own from `keys.toml`.

use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use pprepl_text::suggest;

use super::action::{self, Action};
use super::editor::{self, EditAction};
use super::key::{Chord, Key};
use super::table::{Context, KeySet, Row};

/// An action of either table.
#[derive(Clone, Debug, PartialEq)]
pub enum Bound {
    Notebook(Action),
    Text(EditAction),
}

/// A row of either table, for lists.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name in the key file.
    pub name: &'static str,
    pub title: &'static str,
    /// A summary of one sentence.
    pub summary: &'static str,
    /// The context where it is available.
    pub context: Context,
    pub bound: Bound,
    pub chords: Vec<Chord>,
}

/// The result of a chord lookup.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    Action(Bound),
    /// The prefix of longer chords.
    Begun,
    Nothing,
}

#[derive(Clone, Debug)]
pub struct Keymap {
    set: KeySet,
    entries: Vec<Entry>,
    chords: FxHashMap<(Context, Chord), usize>,
}

/// An error in the user's key file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyFileError {
    /// The file is not TOML.
    Syntax {
        /// The line, counted from 1.
        line: usize,
        message: String,
    },
    /// `keys` is not a table.
    NotATable,
    /// The keys of this action are neither a string nor an array of strings.
    NotAString(String),
    /// Not the name of a key.
    UnknownKey(String),
    /// No such action, and the nearest known one.
    UnknownAction(String, Option<&'static str>),
}

impl fmt::Display for KeyFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyFileError::Syntax { line, message } => write!(f, "invalid key file: line {line}: {message}"),
            KeyFileError::NotATable => f.write_str("'keys' in the key file is not a table"),
            KeyFileError::NotAString(name) => {
                write!(f, "the keys of '{name}' in the key file must be a string or an array of strings")
            }
            KeyFileError::UnknownKey(keys) => {
                write!(f, "invalid key '{keys}': write it as ctrl-s, alt-enter, f5, g g")
            }
            KeyFileError::UnknownAction(name, Some(nearest)) => {
                write!(f, "unknown action '{name}', did you mean '{nearest}'?")
            }
            KeyFileError::UnknownAction(name, None) => write!(f, "unknown action '{name}'"),
        }
    }
}

impl std::error::Error for KeyFileError {}

/// The user's own keys: action names with their keys.
pub type Own = Vec<(String, Vec<String>)>;

impl Keymap {
    /// Returns the keys of this set with the user's own overrides, and the errors in those.
    pub fn new(set: KeySet, own: &Own) -> (Keymap, Vec<KeyFileError>) {
        let notebook = action::ROWS.iter().map(|row| entry(row, set, Bound::Notebook));
        let text = editor::ROWS.iter().map(|row| entry(row, set, Bound::Text));
        let mut entries: Vec<Entry> = notebook.chain(text).collect();
        let mut faults = Vec::new();
        for (name, keys) in own {
            if let Err(fault) = rebind(&mut entries, name, keys) {
                faults.push(fault);
            }
        }
        let mut chords = FxHashMap::default();
        // The first row that claims a chord gets it.
        for (at, entry) in entries.iter().enumerate() {
            for chord in &entry.chords {
                chords.entry((entry.context, chord.clone())).or_insert(at);
            }
        }
        (Keymap { set, entries, chords }, faults)
    }

    /// Returns the active key set.
    pub fn set(&self) -> KeySet {
        self.set
    }

    /// Returns the action of these keys in these contexts, in order of priority.
    pub fn find(&self, contexts: &[Context], keys: &[Key]) -> Found {
        let chord = Chord(keys.to_vec());
        for context in contexts {
            if let Some(entry) = self.chords.get(&(*context, chord.clone())).and_then(|at| self.entries.get(*at)) {
                return Found::Action(entry.bound.clone());
            }
        }
        match self.going_on(contexts, keys).next() {
            Some(_) => Found::Begun,
            None => Found::Nothing,
        }
    }

    /// Returns the chords that continue these keys: the remaining keys, and the action.
    pub fn going_on<'m>(
        &'m self,
        contexts: &'m [Context],
        keys: &'m [Key],
    ) -> impl Iterator<Item = (Chord, &'m Entry)> {
        self.entries.iter().filter(|entry| contexts.contains(&entry.context)).flat_map(move |entry| {
            let rest = |chord: &Chord| {
                let rest = chord.0.strip_prefix(keys).filter(|rest| !rest.is_empty())?;
                Some((Chord(rest.to_vec()), entry))
            };
            entry.chords.iter().filter_map(rest).collect::<Vec<_>>()
        })
    }

    /// Returns whether this key alone triggers the action.
    pub fn is_key_of(&self, key: Key, action: Action) -> bool {
        let wanted = Bound::Notebook(action);
        self.entries.iter().any(|entry| entry.bound == wanted && entry.chords.iter().any(|chord| chord.0 == [key]))
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the key to display for an action.
    pub fn key_of(&self, action: Action) -> Option<&Chord> {
        let wanted = Bound::Notebook(action);
        self.entries.iter().filter(|entry| entry.bound == wanted).find_map(|entry| entry.chords.first())
    }
}

fn entry<A: Copy>(row: &Row<A>, set: KeySet, bound: impl Fn(A) -> Bound) -> Entry {
    let further = row.further.iter().filter(|(of, _)| *of == set).flat_map(|(_, keys)| keys.iter());
    let chords = row.keys.iter().chain(further).filter_map(|keys| Chord::parse(keys)).collect();
    let Row { name, title, summary, context, action, .. } = *row;
    Entry { name, title, summary, context, bound: bound(action), chords }
}

fn rebind(entries: &mut [Entry], name: &str, keys: &[String]) -> Result<(), KeyFileError> {
    let chords: Vec<Chord> = keys
        .iter()
        .map(|keys| Chord::parse(keys).ok_or_else(|| KeyFileError::UnknownKey(keys.clone())))
        .collect::<Result<_, _>>()?;
    let Some(at) = entries.iter().position(|entry| entry.name == name) else {
        let nearest = suggest::nearest(name, entries.iter().map(|entry| entry.name));
        return Err(KeyFileError::UnknownAction(name.to_owned(), nearest));
    };
    let context = entries.get(at).map(|entry| entry.context);
    // The user's key is removed from other actions.
    for entry in entries.iter_mut().filter(|entry| Some(entry.context) == context) {
        entry.chords.retain(|chord| !chords.contains(chord));
    }
    if let Some(entry) = entries.get_mut(at) {
        entry.chords = chords;
    }
    Ok(())
}

/// Parses a key file: a section `[keys]` with a row for each action: `"cell.run" = ["f5", "ctrl-r"]`.
pub fn read(text: &str) -> Result<Own, KeyFileError> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start);
        let line = text.get(..at).unwrap_or(text).matches('\n').count() + 1;
        KeyFileError::Syntax { line, message: error.message().to_owned() }
    })?;
    let keys = match table.get("keys") {
        Some(toml::Value::Table(keys)) => keys,
        Some(_) => return Err(KeyFileError::NotATable),
        None => return Ok(Own::new()),
    };
    keys.iter().map(|(name, value)| Ok((name.clone(), own_keys(name, value)?))).collect()
}

fn own_keys(name: &str, value: &toml::Value) -> Result<Vec<String>, KeyFileError> {
    let word = |value: &toml::Value| value.as_str().map(str::to_owned);
    let keys = match value {
        toml::Value::Array(keys) => keys.iter().map(word).collect::<Option<Vec<_>>>(),
        value => word(value).map(|key| vec![key]),
    };
    keys.ok_or_else(|| KeyFileError::NotAString(name.to_owned()))
}

/// Returns the key file of the active keymap, as a template for a custom one.
pub fn source(map: &Keymap) -> String {
    let mut text = "# Keys of the pprepl notebook: actions and their keys.\n[keys]\n".to_owned();
    for entry in map.entries() {
        let keys: Vec<String> = entry
            .chords
            .iter()
            .map(|chord| format!("\"{}\"", chord.to_string().replace('\\', "\\\\").replace('"', "\\\"")))
            .collect();
        let _ = writeln!(text, "# {}\n\"{}\" = [{}]", entry.summary, entry.name, keys.join(", "));
    }
    text
}
