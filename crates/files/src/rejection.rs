//! Why a file was not read, beyond what the system says.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::string::FromUtf8Error;

use super::Reach;

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It is a directory.
    Folder,
    /// It is a named pipe.
    Pipe,
    /// It is a socket.
    Socket,
    /// It is a device.
    Device,
    /// It is below `/proc`, `/dev` or `/sys`.
    System,
    /// It has more bytes than this.
    TooLarge(u64),
    /// It is no text.
    NotText(NotText),
    /// It is outside of the directories from which code may read; where it really is.
    NotAllowed(Reach, PathBuf),
    /// Code that runs without being asked for does not read files.
    Unasked,
}

/// Where bytes stop being UTF-8 text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotText {
    /// The first byte that does not fit.
    pub byte: u8,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
}

impl NotText {
    /// The first byte that does not fit.
    pub fn of(error: &FromUtf8Error) -> NotText {
        let at = error.utf8_error().valid_up_to();
        let before = error.as_bytes().get(..at).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let column = String::from_utf8_lossy(before.get(start..).unwrap_or_default()).chars().count() + 1;
        NotText { byte: error.as_bytes().get(at).copied().unwrap_or_default(), line, column }
    }
}

impl Rejection {
    /// What to do; `None` where the reason says it.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Rejection::Folder => "name a file in it".to_owned(),
            Rejection::Pipe | Rejection::Socket | Rejection::Device | Rejection::System => {
                "only regular files are read: copy what it holds into one".to_owned()
            }
            Rejection::TooLarge(_) => "the setting 'file_size' is the limit in MiB".to_owned(),
            Rejection::NotText(_) => "text files are UTF-8; 'iconv -f latin1 -t utf-8' converts one".to_owned(),
            Rejection::NotAllowed(Reach::Notebook, _) => {
                "'--files modules' allows the module path and the environment, '--files all' every file".to_owned()
            }
            Rejection::NotAllowed(..) => {
                "'--files all' or, at the prompt, ':set files all' allows every file".to_owned()
            }
            Rejection::Unasked => "run this cell, or all cells, to let it read".to_owned(),
        })
    }

    fn kind(&self) -> ErrorKind {
        match self {
            Rejection::Folder => ErrorKind::IsADirectory,
            Rejection::Pipe | Rejection::Socket | Rejection::Device | Rejection::System => ErrorKind::InvalidInput,
            Rejection::TooLarge(_) => ErrorKind::FileTooLarge,
            Rejection::NotText(_) => ErrorKind::InvalidData,
            Rejection::NotAllowed(..) | Rejection::Unasked => ErrorKind::PermissionDenied,
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Folder => f.write_str("is a directory"),
            Rejection::Pipe => f.write_str("is a named pipe"),
            Rejection::Socket => f.write_str("is a socket"),
            Rejection::Device => f.write_str("is a device"),
            Rejection::System => f.write_str("is below /proc, /dev or /sys"),
            Rejection::TooLarge(limit) => write!(f, "larger than {}", size(*limit)),
            Rejection::NotText(NotText { byte, line, column }) => {
                write!(f, "not UTF-8 text (byte 0x{byte:02x} in line {line}, column {column})")
            }
            Rejection::NotAllowed(Reach::Notebook, real) => {
                write!(f, "{} is outside of the notebook's folder", real.display())
            }
            Rejection::NotAllowed(_, real) => {
                write!(f, "{} is outside of the notebook's folder, the module path and the environment", real.display())
            }
            Rejection::Unasked => f.write_str("a cell that runs automatically does not read files"),
        }
    }
}

/// A number of bytes in the unit that suits it.
fn size(bytes: u64) -> String {
    if bytes >= 1 << 20 { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
}

impl std::error::Error for Rejection {}

impl From<Rejection> for io::Error {
    fn from(refusal: Rejection) -> io::Error {
        io::Error::new(refusal.kind(), refusal)
    }
}

/// The refusal in an error, when it is not the system that failed.
pub fn rejection(error: &io::Error) -> Option<&Rejection> {
    error.get_ref()?.downcast_ref()
}

/// An error in words, without its number.
pub fn reason(error: &io::Error) -> String {
    if let Some(refusal) = rejection(error) {
        return refusal.to_string();
    }
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}
