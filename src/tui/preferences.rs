//! Stored preferences: panes, layout, theme, keys. One small file in the user's state directory; without the directory
//! nothing is stored.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use pprepl_files as files;
use pprepl_notebook::pane::Pane;

/// Nothing larger was written here.
const MAX_BYTES: u64 = 1 << 20;

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub struct Preferences {
    /// The panes' names.
    pub panes: [String; 2],
    /// The panes' share of the screen, in percent.
    pub share: u16,
    /// The theme's name.
    pub theme: String,
    pub keys: String,
    /// Whether dependent cells run automatically.
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

#[derive(Clone, Debug, Default)]
pub struct Memory {
    path: Option<PathBuf>,
}

impl Memory {
    /// Returns the file in this directory; `None` stores nothing.
    pub fn at(folder: Option<PathBuf>) -> Memory {
        Memory { path: folder.map(|folder| folder.join("notebook.json")) }
    }

    /// Loads the preferences. Missing or invalid ones have their defaults.
    pub fn load(&self) -> Preferences {
        let text = self.path.as_ref().and_then(|path| files::read_named_text(path, MAX_BYTES).ok());
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
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
