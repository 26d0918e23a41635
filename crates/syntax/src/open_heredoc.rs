//! A heredoc whose end line is missing: its text is the rest of the source.

use super::escapes::EscapeSet;

/// A heredoc whose end line is missing.
#[derive(Clone, Copy)]
pub(super) struct OpenHeredoc {
    /// The start of its text.
    pub(super) start: usize,
    pub(super) interpolates: bool,
    pub(super) escapes: EscapeSet,
}
