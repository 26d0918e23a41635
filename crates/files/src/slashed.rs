//! Paths as Puppet writes them.

use std::path::Path;

/// Returns the absolute path as Puppet writes it: for values, and for other processes, whose directory differs. Links
/// are not followed.
pub fn absolute(path: &Path) -> String {
    // A page has no working directory: its paths are absolute.
    slashed(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
}

/// Returns a path as Puppet writes it: with `/` on every system, and without the `\\?\` of a resolved path of Windows.
pub fn slashed(path: &Path) -> String {
    let text = path.display().to_string();
    if !cfg!(windows) {
        return text;
    }
    match text.strip_prefix(r"\\?\UNC\") {
        Some(share) => format!("//{share}").replace('\\', "/"),
        None => text.strip_prefix(r"\\?\").unwrap_or(&text).replace('\\', "/"),
    }
}
