//! The names of files, as the protocol and the index write them.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

/// Returns the path of a file; `None` for a document that is not in the file system.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let is_file = uri.scheme().as_str().eq_ignore_ascii_case("file");
    if is_file { uri.to_file_path().map(|path| path.into_owned()) } else { None }
}

/// Returns the name of a document in the index: its path, or its address if it has none.
pub fn name_of(uri: &Uri) -> String {
    path_of(uri).map_or_else(|| uri.as_str().to_owned(), |path| path.display().to_string())
}

/// Returns the address of a document with this name.
pub fn uri_of(name: &str) -> Option<Uri> {
    if Path::new(name).is_absolute() { Uri::from_file_path(name) } else { Uri::from_str(name).ok() }
}
