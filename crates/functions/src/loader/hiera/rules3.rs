//! The rules of the levels of a `hiera.yaml` of version 3.

use super::merge::Strategy;

/// The rules that the file sets for its levels.
#[derive(Debug, Default)]
pub(super) struct Rules3 {
    /// The strategy of `hiera_hash`, if the file names another one.
    pub(super) of_hash: Option<Strategy>,
}
