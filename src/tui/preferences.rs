//! Stored preferences. One small file in the user's state directory has the theme, the checker's rules and the defaults of
//! new notebooks; a side file of each notebook has its panes, keys and run mode. Without the directory nothing is stored.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use pprepl_files as files;
use pprepl_notebook::pane::Pane;
use pprepl_notebook::view_state::{ViewState, ViewStates};

use super::table::KeySet;

/// Nothing larger was written here.
const MAX_BYTES: u64 = 1 << 20;

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub struct Preferences {
    /// The names of the panes of a new notebook.
    pub panes: [String; 2],
    /// The panes' share of the screen, in percent.
    pub share: u16,
    /// The theme's name.
    pub theme: String,
    /// The key set of a new notebook.
    pub keys: String,
    /// Whether dependent cells of a new notebook run automatically.
    pub reactive: bool,
    /// Checker rules that differ from the default: on or off.
    pub rules: Vec<(String, bool)>,
}

impl Default for Preferences {
    fn default() -> Preferences {
        let panes = [Pane::Type.name().to_owned(), Pane::Scope.name().to_owned()];
        Preferences {
            panes,
            share: 40,
            theme: "auto".to_owned(),
            keys: "plain".to_owned(),
            reactive: true,
            rules: Vec::new(),
        }
    }
}

impl Preferences {
    /// Returns the state of a notebook that was never opened.
    fn view_state(&self) -> ViewState {
        ViewState {
            panes: self.panes.clone(),
            share: self.share,
            keys: self.keys.clone(),
            reactive: self.reactive,
            ..ViewState::default()
        }
    }

    /// Makes the state of a notebook the one of new notebooks.
    pub fn adopt(&mut self, state: &ViewState) {
        self.panes.clone_from(&state.panes);
        self.keys.clone_from(&state.keys);
        (self.share, self.reactive) = (state.share, state.reactive);
    }
}

#[derive(Clone, Debug, Default)]
pub struct Memory {
    path: Option<PathBuf>,
    notebooks: ViewStates,
    /// The key set of the configuration, for notebooks that remember none.
    keys: Option<KeySet>,
}

impl Memory {
    /// Returns the files in this directory; `None` stores nothing.
    pub fn at(folder: Option<PathBuf>) -> Memory {
        let notebooks = ViewStates::at(folder.as_deref());
        Memory { path: folder.map(|folder| folder.join("notebook.json")), notebooks, keys: None }
    }

    /// Sets the key set of the configuration.
    pub fn with_keys(mut self, keys: Option<KeySet>) -> Memory {
        self.keys = keys;
        self
    }

    /// Loads the preferences. Missing or invalid ones have their defaults.
    pub fn load(&self) -> Preferences {
        let text = self.path.as_ref().and_then(|path| files::read_named_text(path, MAX_BYTES).ok());
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Loads the state of a notebook; the one of new notebooks if it has none.
    pub fn load_notebook(&self, path: Option<&Path>) -> ViewState {
        path.and_then(|path| self.notebooks.load(path)).unwrap_or_else(|| self.new_notebook())
    }

    /// Returns the state of a new notebook.
    fn new_notebook(&self) -> ViewState {
        let usual = self.load().view_state();
        match self.keys {
            Some(keys) => ViewState { keys: keys.name().to_owned(), ..usual },
            None => usual,
        }
    }

    /// Stores the state of the notebook at a path. Errors are ignored.
    pub fn store_notebook(&self, path: &Path, state: &ViewState) {
        let _ = self.notebooks.store(path, state);
    }

    /// Stores the preferences. Errors are ignored.
    pub fn store(&self, what: &Preferences) {
        let Some(path) = &self.path else { return };
        let Ok(text) = serde_json::to_string_pretty(what) else { return };
        let fresh = path.with_extension("json.new");
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = folder.and_then(|()| std::fs::write(&fresh, text)).and_then(|()| std::fs::rename(&fresh, path));
        if written.is_err() {
            let _ = std::fs::remove_file(&fresh);
        }
    }
}
