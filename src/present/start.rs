//! Startup options of the presenter.

use std::path::PathBuf;

use pprepl_notebook::trust::Trust;
use pprepl_session::Settings;

/// Startup options.
pub struct Start {
    pub settings: Settings,
    /// Stack size for evaluations, in bytes.
    pub stack: usize,
    /// The directory of an environment.
    pub environment: Option<PathBuf>,
    /// Whether to use colors; `None` detects it from the terminal.
    pub color: Option<bool>,
    /// The time limit in minutes; `None` shows the elapsed time.
    pub minutes: Option<u64>,
    /// The typing speed in keys per second.
    pub speed: u32,
    /// The files that the user trusts.
    pub trust: Trust,
    /// Whether every file is asked about, trusted or not.
    pub safe: bool,
    /// The state directory; `None` keeps no state and shows no notes elsewhere.
    pub state_folder: Option<PathBuf>,
}
