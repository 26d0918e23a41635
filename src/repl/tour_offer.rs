//! The offer of `:tour` in the greeting: shown until the user starts a tour, and in the first five sessions only. A file
//! next to the history holds the state.

use std::fs;
use std::path::PathBuf;

use super::history_file::data_folder;

/// The number of sessions that offer the tour.
const MAX_OFFERS: u32 = 5;

/// The maximum size of the file in bytes.
const MAX_BYTES: u64 = 1024;

/// The content of the file after a tour was started.
const STARTED: &str = "started";

fn path() -> Option<PathBuf> {
    Some(data_folder()?.join("tour"))
}

/// Returns whether to offer the tour in this session, and counts the session.
pub fn take_offer() -> bool {
    let Some(path) = path() else { return false };
    let offers = match pprepl_files::read_named_text(&path, MAX_BYTES) {
        Ok(text) if text.trim() == STARTED => return false,
        Ok(text) => text.trim().parse().unwrap_or(0),
        Err(_) => 0,
    };
    if offers >= MAX_OFFERS {
        return false;
    }
    write(&path, &(offers + 1).to_string());
    true
}

/// Records that the user started the tour.
pub fn record_start() {
    if let Some(path) = path() {
        write(&path, STARTED);
    }
}

/// Writes the file. A state that cannot be written must not interrupt the user.
fn write(path: &PathBuf, text: &str) {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let _ = folder.and_then(|()| fs::write(path, format!("{text}\n")));
}
