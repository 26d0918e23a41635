//! The mode of the keys.

/// The edited object: a cell's text, or the list of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Keys edit the text.
    Edit,
    /// Keys move, delete and insert cells.
    Select,
}
