//! The position of the lexer in a template.

/// The kind of template tag that contains the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EppMode {
    /// Not a template.
    Off,
    /// In `<% %>`, or in text outside of tags.
    Code,
    /// In `<%= %>`.
    Expression,
}
