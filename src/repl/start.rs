//! Startup options of the interactive session.

use std::path::PathBuf;

use pprepl_session::{Classification, Settings};

/// Startup options.
pub struct Start {
    pub settings: Settings,
    /// Stack size of this thread for evaluations, in bytes.
    pub stack: usize,
    /// Whether to use colors; `None` detects it from the terminal.
    pub color: Option<bool>,
    pub quiet: bool,
    /// The directory of an environment to open first.
    pub environment: Option<PathBuf>,
    /// The name and content of the classifier's file, used before the environment.
    pub classification: Option<(String, Classification)>,
    /// Inputs to evaluate first, as (name, source).
    pub first: Vec<(String, String)>,
    /// The file of code that the user runs at every start.
    pub init: Option<PathBuf>,
    /// The user's own keys: actions with their keys.
    pub keys: Vec<(String, Vec<String>)>,
    /// Whether to reload changed files before each input.
    pub watch: bool,
}
