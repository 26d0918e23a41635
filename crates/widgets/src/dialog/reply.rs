//! Replies of dialogs to their callers.

/// The effect of a key or click on a dialog.
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
