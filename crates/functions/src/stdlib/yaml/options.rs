//! The options of a YAML document.

/// The options of a document.
pub(crate) struct Options {
    /// The columns of a level, 2 to 9; any other number means 2.
    pub indentation: i64,
    /// The column after which lines are folded: 80 without one or for 0, and none for a negative number.
    pub line_width: Option<i64>,
    /// Whether each value is written in full, with brackets and quotes.
    pub canonical: bool,
    /// The version in a directive before the document.
    pub version: Option<&'static str>,
}

impl Default for Options {
    fn default() -> Options {
        Options { indentation: 2, line_width: None, canonical: false, version: None }
    }
}

impl Options {
    /// Returns the length from which strings become folded blocks.
    pub(super) fn longest(&self) -> Option<i64> {
        self.line_width.filter(|width| *width >= 0)
    }
}
