//! The state of a file at one time.

/// The metadata that show whether a file has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The modification time in nanoseconds since 1970.
    pub modified: i128,
    pub size: u64,
    /// True for a directory.
    pub folder: bool,
}
