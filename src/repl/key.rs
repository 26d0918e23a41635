//! Keys that a page or a question understands.

/// A key, or the reason why none was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Char(char),
    /// Ctrl with a letter in lowercase.
    Ctrl(char),
    Enter,
    Backspace,
    Escape,
    Up,
    Down,
    Left,
    Right,
    Delete,
    BackTab,
    PageUp,
    PageDown,
    Home,
    End,
    /// A key without a meaning here.
    Other,
    /// No key for a tenth of a second.
    None,
    /// The terminal is closed.
    Closed,
}
