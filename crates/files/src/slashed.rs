//! Paths as Puppet writes them.

use std::path::Path;

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
