//! An input as the forms of a saved session have it.

/// An active input of the session.
pub(crate) struct SavedInput {
    pub(crate) code: String,
    pub(crate) value: Option<String>,
    pub(crate) type_name: Option<String>,
}
