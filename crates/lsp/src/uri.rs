//! The names of files, as the protocol and the index write them.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

/// Returns the path of a file; `None` for a document that is not in the file system.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    if !uri.scheme().as_str().eq_ignore_ascii_case("file") {
        return None;
    }
    if cfg!(windows) {
        let host = uri.authority().map(|authority| authority.host()).unwrap_or_default();
        return Some(windows_path(host, &uri.path().decode().to_string_lossy()).into());
    }
    uri.to_file_path().map(|path| path.into_owned())
}

/// Returns a path of Windows: `C:/x` of `/c:/x`, and `//host/share/x`. Editors write drives in either case, and one file
/// has one name.
fn windows_path(host: &str, path: &str) -> String {
    if !host.is_empty() {
        return format!("//{host}{path}");
    }
    let path = path.strip_prefix('/').unwrap_or(path);
    match path.split_once(':') {
        Some((drive, rest)) if drive.len() == 1 => format!("{}:{rest}", drive.to_ascii_uppercase()),
        _ => path.to_owned(),
    }
}

/// Returns the name of a document in the index: its path, or its address if it has none.
pub fn name_of(uri: &Uri) -> String {
    path_of(uri).map_or_else(|| uri.as_str().to_owned(), |path| pprepl_files::slashed(&path))
}

/// Returns the address of a document with this name.
pub fn uri_of(name: &str) -> Option<Uri> {
    if !Path::new(name).is_absolute() {
        return Uri::from_str(name).ok();
    }
    let uri = Uri::from_file_path(name)?;
    // The host of a share is the host of its address.
    match uri.as_str().strip_prefix("file://///") {
        Some(share) if cfg!(windows) => Uri::from_str(&format!("file://{share}")).ok(),
        _ => Some(uri),
    }
}
