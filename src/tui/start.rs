//! Startup options of the notebook.

use std::path::PathBuf;

use pprepl_notebook::trust::Trust;
use pprepl_session::Settings;

use super::lesson::LessonStart;
use super::table::KeySet;

/// Startup options.
pub struct Start {
    pub settings: Settings,
    /// The notebook; `None` for a new one.
    pub file: Option<PathBuf>,
    /// The directory of an environment.
    pub environment: Option<PathBuf>,
    /// Whether to use colors; `None` detects it from the terminal.
    pub color: Option<bool>,
    /// The lesson; its copy is the notebook then.
    pub lesson: Option<LessonStart>,
    /// The key set; `None` for the last used one.
    pub keys: Option<KeySet>,
    /// The key set of the configuration, for notebooks that remember none.
    pub default_keys: Option<KeySet>,
    /// Whether to enable mouse reports.
    pub mouse: bool,
    /// Whether to show the duration of each cell.
    pub times: bool,
    /// The file of the user's own keys.
    pub key_file: Option<PathBuf>,
    /// The keys of the user's configuration: actions with their keys, also those of the prompt.
    pub own_keys: Vec<(String, Vec<String>)>,
    /// The directory of stored preferences; `None` stores nothing.
    pub state_folder: Option<PathBuf>,
    /// The notebooks that the user trusts.
    pub trust: Trust,
    /// Whether no notebook runs automatically, trusted or not.
    pub safe: bool,
}
