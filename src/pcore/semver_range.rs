//! Ranges of semantic versions as the reference reads and prints them.

/// A range of semantic versions.
#[derive(Debug, Clone, PartialEq)]
pub struct SemVerRange {
    /// As it is printed.
    pub text: String,
}
