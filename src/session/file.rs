//! Reading a file of Puppet code that the user named, with a plain word for what stands in the way.

use std::io::Read;
use std::path::{Path, PathBuf};

/// Why a text cannot be used.
#[derive(Debug)]
pub struct Unreadable {
    /// The issue code: `UNREADABLE_FILE` or `INVALID_UTF8`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

/// The text of `path`; `-` is the standard input.
pub fn read(path: &Path) -> Result<String, Unreadable> {
    let name = name(path);
    let bytes = bytes(path).map_err(|error| Unreadable {
        code: "UNREADABLE_FILE",
        message: format!("cannot read {name}: {}", reason(&error)),
        help: None,
    })?;
    decode(bytes, &name)
}

/// The path that a user means: `~/x` is in the home folder.
pub fn meant(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => PathBuf::from(path),
    }
}

/// What diagnostics call it.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { path.display().to_string() }
}

fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// An I/O error in words, without its number.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// The bytes as text; tells the place where they are none.
pub fn decode(bytes: Vec<u8>, name: &str) -> Result<String, Unreadable> {
    let error = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) => error,
    };
    let at = error.utf8_error().valid_up_to();
    let before = error.as_bytes().get(..at).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(before.get(start..).unwrap_or_default()).chars().count() + 1;
    let byte = error.as_bytes().get(at).copied().unwrap_or_default();
    Err(Unreadable {
        code: "INVALID_UTF8",
        message: format!("{name} is not UTF-8 text: the byte 0x{byte:02x} at {name}:{line}:{column} does not fit"),
        help: Some("Puppet code is UTF-8; 'iconv -f latin1 -t utf-8' converts a file".to_owned()),
    })
}
