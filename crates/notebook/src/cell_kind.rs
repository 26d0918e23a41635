//! The kind of a cell.

use serde::{Deserialize, Serialize};

/// The kind of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CellKind {
    Code,
    /// Markdown; the file has it in comments.
    Prose,
}
