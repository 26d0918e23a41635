//! Paths as Puppet writes them.

use std::path::Path;

use pprepl_files::slashed;

#[test]
fn a_path_has_slashes_on_every_system() {
    assert_eq!(slashed(&Path::new("modules").join("a b").join("ü.pp")), "modules/a b/ü.pp");
    assert_eq!(slashed(Path::new("")), "");
}

/// A backslash is part of a name, except on Windows.
#[cfg(unix)]
#[test]
fn a_backslash_stays() {
    assert_eq!(slashed(Path::new(r"a\b/\\?\c")), r"a\b/\\?\c");
}
