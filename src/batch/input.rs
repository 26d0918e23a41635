//! Texts from files and the standard input, with a plain word for what stands in the way.

use std::io::{self, Read};
use std::path::Path;

use super::Status;
use super::printer::error_line;

/// The text of `path` (`-` is the standard input) and the name that diagnostics give it.
pub fn read(path: &Path) -> Result<(String, String), Status> {
    let name = if is_stdin(path) { "stdin".to_owned() } else { path.display().to_string() };
    let bytes = bytes(path).map_err(|error| {
        let text = error.to_string();
        let reason = text.split(" (os error").next().unwrap_or(&text);
        refuse(&format!("cannot read {name}: {}", reason.to_lowercase()), None);
        Status::Usage
    })?;
    decode(bytes, &name).map(|text| (name, text)).ok_or(Status::Invalid)
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    if !is_stdin(path) {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The bytes as text; says where they are none.
pub fn decode(bytes: Vec<u8>, name: &str) -> Option<String> {
    let error = match String::from_utf8(bytes) {
        Ok(text) => return Some(text),
        Err(error) => error,
    };
    let at = error.utf8_error().valid_up_to();
    let before = error.as_bytes().get(..at).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(before.get(start..).unwrap_or_default()).chars().count() + 1;
    let byte = error.as_bytes().get(at).copied().unwrap_or_default();
    refuse(
        &format!("{name} is not UTF-8 text: the byte 0x{byte:02x} at {name}:{line}:{column} does not fit"),
        Some("Puppet code is UTF-8; 'iconv -f latin1 -t utf-8' converts a file"),
    );
    None
}

/// Tells why a text cannot be used.
pub fn refuse(message: &str, help: Option<&str>) {
    error_line(&format!("error: {message}"));
    if let Some(help) = help {
        error_line(&format!("  = help: {help}"));
    }
}
