//! A step of undo and redo.

/// A step: an input that changed something.
#[derive(Clone)]
pub(crate) struct Step {
    /// Its number in all lines of the session.
    pub(crate) id: usize,
    /// The start of its changes in the journal.
    pub(crate) mark: usize,
    /// The number of its input.
    pub(crate) input: usize,
    /// The first line of its source.
    pub(crate) title: String,
    /// The names that it assigned or defined.
    pub(crate) names: Vec<String>,
}

impl Step {
    /// Describes the step in `:undo` and `:redo`.
    pub(crate) fn line(&self) -> String {
        if self.names.is_empty() { self.title.clone() } else { format!("{}  ({})", self.title, self.names.join(", ")) }
    }
}
