//! Reads a Puppet file that the user named, and explains failures.

use std::path::{Path, PathBuf};

use pprepl_files::{self as files, NotText, Rejection, Rules};
use pprepl_text::IssueCode;

/// The reason why a file cannot be used.
#[derive(Debug)]
pub struct Unreadable {
    /// The issue code: `UNREADABLE_FILE`, `FILE_NOT_ALLOWED` or `INVALID_UTF8`.
    pub code: IssueCode,
    pub message: String,
    pub help: Option<String>,
}

/// Reads a file argument of the command line, which may be a pipe; `-` is the standard input.
pub fn read_argument(path: &Path, limit: u64) -> Result<String, Unreadable> {
    let is_input = path == Path::new("-");
    text(path, if is_input { files::read_standard_input(limit) } else { files::read_argument(path, limit) })
}

/// Reads a file argument as [`read_argument`] does, or a file that a search in a directory of the command line has found.
pub fn read_operand(path: &Path, rules: &Rules) -> Result<String, Unreadable> {
    let is_input = path == Path::new("-");
    text(path, if is_input { files::read_standard_input(rules.limit) } else { files::read_operand(path, rules) })
}

/// Reads a regular file.
pub fn read(path: &Path, limit: u64) -> Result<String, Unreadable> {
    text(path, files::read_named(path, limit))
}

fn text(path: &Path, bytes: std::io::Result<Vec<u8>>) -> Result<String, Unreadable> {
    let name = name(path);
    decode(bytes.map_err(|error| Unreadable::new(&name, &error))?, &name)
}

impl Unreadable {
    /// Explains why a file was not read.
    pub fn new(name: &str, error: &std::io::Error) -> Unreadable {
        let (rejection, reason) = (files::rejection(error), reason(error));
        let (code, message) = match rejection {
            Some(rejection) if rejection.is_of_reach() => {
                (IssueCode::FileNotAllowed, format!("{name} may not be read: {reason}"))
            }
            _ => (IssueCode::UnreadableFile, format!("cannot read {name}: {reason}")),
        };
        Unreadable { code, message, help: rejection.and_then(Rejection::help) }
    }
}

/// Expands `~/x` to the home directory.
pub fn meant(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => PathBuf::from(path),
    }
}

/// Returns the file's name in diagnostics.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { pprepl_files::slashed(path) }
}

pub use pprepl_files::reason;

/// Decodes UTF-8; the error names the invalid position.
pub fn decode(bytes: Vec<u8>, name: &str) -> Result<String, Unreadable> {
    let error = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) => error,
    };
    let NotText { byte, line, column } = NotText::of(&error);
    Err(Unreadable {
        code: IssueCode::InvalidUtf8,
        message: format!("{name} is not UTF-8 text: the byte 0x{byte:02x} at {name}:{line}:{column} does not fit"),
        help: Some("Puppet code is UTF-8; 'iconv -f latin1 -t utf-8' converts a file".to_owned()),
    })
}
