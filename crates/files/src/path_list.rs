//! Lists of directories in one text, as `modulepath` has them.

use std::path::PathBuf;

/// The separator of this system: `;` on Windows, where a path may have a drive letter, `:` elsewhere.
pub const SEPARATOR: &str = if cfg!(windows) { ";" } else { ":" };

/// Splits a list at the separators of this system.
pub fn split(list: &str) -> Vec<PathBuf> {
    let parts = if cfg!(windows) { split_with_drives(list) } else { list.split(':').collect() };
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).map(PathBuf::from).collect()
}

/// Splits at `;`, and at each `:` that does not end a drive letter: the lists of a control repository are written for
/// servers that run Unix.
pub fn split_with_drives(list: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, separator) in list.match_indices([';', ':']) {
        let (before, after) = (&list[start..at], &list[at + 1..]);
        if separator == ":" && is_drive(before.trim_start()) && after.starts_with(['/', '\\']) {
            continue;
        }
        parts.push(before);
        start = at + 1;
    }
    parts.push(&list[start..]);
    parts
}

fn is_drive(text: &str) -> bool {
    text.len() == 1 && text.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

/// Joins directories with the separator of this system.
pub fn join<'a>(folders: impl IntoIterator<Item = &'a PathBuf>) -> String {
    let folders: Vec<String> = folders.into_iter().map(|folder| folder.display().to_string()).collect();
    folders.join(SEPARATOR)
}
