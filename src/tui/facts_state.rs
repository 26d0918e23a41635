//! The state of the Facts pane.

/// The filter of the facts, and their state for the status line.
#[derive(Clone, Debug, Default)]
pub struct FactsState {
    /// Only the facts whose path or value contains it are shown.
    pub filter: String,
    /// The set and the number of edited facts after the first change; empty before it.
    pub label: String,
}
