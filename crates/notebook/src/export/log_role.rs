//! The colors of log lines in exports.

use pprepl_session::Level;
use pprepl_text::theme::Role;

/// Returns the color role of a log line. A page has fewer colors than a terminal.
pub(super) fn log_role(level: Level) -> Role {
    match level {
        Level::Debug | Level::Info => Role::Hint,
        Level::Notice => Role::Note,
        Level::Warning => Role::Warning,
        Level::Err | Level::Alert | Level::Emerg | Level::Crit => Role::Error,
    }
}
