//! Startup options of the interactive session.

use std::path::PathBuf;

use pprepl_session::Settings;

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
    /// Inputs to evaluate first, as (name, source).
    pub first: Vec<(String, String)>,
    /// Whether to reload changed files before each input.
    pub watch: bool,
}
