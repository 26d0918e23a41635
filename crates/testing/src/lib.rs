//! What the tests of all packages share: where the data is, and numbers at random.

pub mod random;

use std::path::{Path, PathBuf};

/// The root of the workspace, where `tests` has the data.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The full name of a file, from its name below the root.
pub fn path(name: &str) -> String {
    root().join(name).display().to_string()
}
