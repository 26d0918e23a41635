//! The effect of a key on a dialog.

/// What the user did in a dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It stays open.
    Stay,
    /// Another row is selected, for previews.
    Moved,
    /// It closes without an answer.
    Closed,
    /// This row of a list or answer of a question was selected, counted from 0.
    Chosen(usize),
    /// This text was entered.
    Entered(String),
}
