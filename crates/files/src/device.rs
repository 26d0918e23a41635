//! Names that Windows reserves for devices, in every directory and with every extension.

use std::io;
use std::path::Path;

use super::Rejection;

/// Reserved names without a number.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Reserved names that a digit from 1 to 9 follows.
const NUMBERED: [&str; 2] = ["com", "lpt"];

/// Returns whether Windows takes a path for a device: `con.pp` is the console.
pub fn is_reserved(path: &Path) -> bool {
    let Some(name) = path.file_name() else { return false };
    let name = name.to_string_lossy().to_ascii_lowercase();
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let number = NUMBERED.iter().find_map(|device| stem.strip_prefix(device));
    DEVICES.contains(&stem) || number.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
}

/// Fails where this system takes a path for a device by its name.
pub fn reject(path: &Path) -> io::Result<()> {
    if cfg!(windows) && is_reserved(path) { Err(Rejection::Device.into()) } else { Ok(()) }
}
