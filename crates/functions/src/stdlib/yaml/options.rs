//! The options of a YAML document.

/// The options of a document.
pub(crate) struct Options {
    /// The columns of a level, 2 to 9; any other number means 2.
    pub indentation: i64,
    /// The column after which lines are folded; 0 means 80, and a negative number none.
    pub line_width: i64,
    /// The length from which strings become folded blocks, if `line_width` is given.
    pub longest: Option<i64>,
    /// Whether each value is written in full, with brackets and quotes.
    pub canonical: bool,
    /// The version in a directive before the document.
    pub version: Option<&'static str>,
}

impl Default for Options {
    fn default() -> Options {
        Options { indentation: 2, line_width: 0, longest: None, canonical: false, version: None }
    }
}
