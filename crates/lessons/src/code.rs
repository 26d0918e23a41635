//! Code in the options and bodies of a lesson.

use pprepl_text::Span;

/// Code in a lesson with its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// The code, with `\n` as line end and without comment signs.
    pub text: String,
    /// The place of its first line in the file.
    pub span: Span,
}
