//! Byte ranges of a source, and a range together with its source.

use std::sync::Arc;

use super::Source;

/// A half-open range of byte offsets in one source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset of the first byte after the range.
    pub end: u32,
}

impl Span {
    /// Creates the range from `start` up to, not including, `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Span { start, end }
    }

    /// Creates an empty range at `offset`.
    pub const fn at(offset: u32) -> Self {
        Span { start: offset, end: offset }
    }

    /// Returns the smallest range that holds both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The length in bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Returns whether the range holds no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the range of `text`; empty when `text` does not contain it.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// A range of a known source.
#[derive(Clone, Debug)]
pub struct SourceRange {
    pub source: Arc<Source>,
    pub span: Span,
}
