//! Options of Hiera keys that change the values of a lookup.

/// An entry of `lookup_options` that converts or merges values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookupOption {
    /// A key, or a regular expression that begins with `^`.
    pub pattern: String,
}
