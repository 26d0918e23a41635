//! Files as URIs: relative below the current directory, else absolute; every character that a URI cannot have is
//! percent-encoded.

use std::path::{Component, Path, PathBuf};

use pprepl_files::slashed;

/// Returns the URI of a file, and whether it is relative to the current directory.
pub(super) fn of(file: &str) -> (String, bool) {
    let path = normal(&std::path::absolute(file).unwrap_or_else(|_| PathBuf::from(file)));
    let folder = std::env::current_dir().map(|folder| normal(&folder)).ok();
    match folder.and_then(|folder| path.strip_prefix(folder).ok().map(Path::to_owned)) {
        Some(relative) => (encoded(&slashed(&relative)), true),
        None => (absolute(&path), false),
    }
}

/// Returns the URI of the current directory, with a slash at its end.
pub(super) fn current_folder() -> Option<String> {
    let folder = std::env::current_dir().ok()?;
    Some(format!("{}/", absolute(&normal(&folder)).trim_end_matches('/')))
}

/// Removes `.` and `..` by their names: a link is not followed.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            // A resolved path of Windows begins with `\\?\`.
            Component::Prefix(drive) => out.push(slashed(Path::new(drive.as_os_str()))),
            Component::RootDir | Component::Normal(_) => out.push(component),
        }
    }
    out
}

/// Returns `file:///etc/x.pp`, `file:///C:/x.pp`.
fn absolute(path: &Path) -> String {
    let text = slashed(path);
    let root = if text.starts_with('/') { "" } else { "/" };
    format!("file://{root}{}", encoded(&text).replacen("%3A", ":", usize::from(cfg!(windows))))
}

fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
