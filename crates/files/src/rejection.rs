//! Reasons why a file was not read, in addition to the errors of the system.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::string::FromUtf8Error;

use super::reach::Reach;

/// The reason why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    Folder,
    /// A named pipe (FIFO).
    Pipe,
    Socket,
    Device,
    /// A link, or a file with another name, in a directory that others can write.
    Link,
    /// Below `/proc`, `/dev` or `/sys`.
    System,
    /// More bytes than this limit.
    TooLarge(u64),
    NotText(NotText),
    /// Outside the directories from which code may read. Holds the real path.
    NotAllowed(Reach, PathBuf),
    /// Outside the directories that the user named. Holds the real path.
    NotNamed(PathBuf),
    /// Named by code that runs without a request of the user; such code does not read files.
    Unasked,
}

/// The position where bytes stop being UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotText {
    /// The first invalid byte.
    pub byte: u8,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
}

impl NotText {
    /// Finds the first invalid byte.
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
    /// Returns whether the setting `files` forbids the file.
    pub fn is_of_reach(&self) -> bool {
        matches!(self, Rejection::NotAllowed(..) | Rejection::NotNamed(_))
    }

    /// The help; `None` where the reason says it.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Rejection::Folder => "name a file in it".to_owned(),
            Rejection::Pipe | Rejection::Socket | Rejection::Device | Rejection::System => {
                "only regular files are read: copy what it holds into one".to_owned()
            }
            Rejection::Link => "in a directory that others can write, only a file of its own is used".to_owned(),
            Rejection::TooLarge(_) => "the setting 'file_size' is the limit in MiB".to_owned(),
            Rejection::NotText(_) => "text files are UTF-8; 'iconv -f latin1 -t utf-8' converts one".to_owned(),
            Rejection::NotAllowed(Reach::Notebook, _) => {
                "'--files modules' allows the module path and the environment, '--files all' every file".to_owned()
            }
            Rejection::NotAllowed(..) | Rejection::NotNamed(_) => {
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
            Rejection::Link | Rejection::NotAllowed(..) | Rejection::NotNamed(_) | Rejection::Unasked => {
                ErrorKind::PermissionDenied
            }
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
            Rejection::Link => f.write_str("is a link, or has another name"),
            Rejection::System => f.write_str("is below /proc, /dev or /sys"),
            Rejection::TooLarge(limit) => write!(f, "larger than {}", size(*limit)),
            Rejection::NotText(NotText { byte, line, column }) => {
                write!(f, "not UTF-8 text (byte 0x{byte:02x} in line {line}, column {column})")
            }
            Rejection::NotAllowed(Reach::Notebook, real) => {
                write!(f, "{} is outside the notebook's directory", super::slashed(real))
            }
            Rejection::NotAllowed(_, real) => {
                write!(
                    f,
                    "{} is outside the notebook's directory, the module path and the environment",
                    super::slashed(real)
                )
            }
            Rejection::NotNamed(real) => {
                write!(f, "{} is outside the directories that you named", super::slashed(real))
            }
            Rejection::Unasked => f.write_str("a cell that runs automatically does not read files"),
        }
    }
}

/// Formats a number of bytes in a suitable unit.
fn size(bytes: u64) -> String {
    if bytes >= 1 << 20 { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
}

impl std::error::Error for Rejection {}

impl From<Rejection> for io::Error {
    fn from(refusal: Rejection) -> io::Error {
        io::Error::new(refusal.kind(), refusal)
    }
}

/// Returns the rejection inside an error, unless the system itself failed.
pub fn rejection(error: &io::Error) -> Option<&Rejection> {
    error.get_ref()?.downcast_ref()
}

/// Formats an error without its number.
pub fn reason(error: &io::Error) -> String {
    if let Some(refusal) = rejection(error) {
        return refusal.to_string();
    }
    // The words of Unix are kept, except where C libraries differ, and those of an error that is made here.
    let is_same = cfg!(unix) && error.raw_os_error().is_some() && error.kind() != io::ErrorKind::InvalidFilename;
    let keeps_words = error.get_ref().is_some() || is_same;
    if let Some(words) = words(error.kind()).filter(|_| !keeps_words) {
        return words.to_owned();
    }
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// Returns the words of glibc for an error. musl and Windows have others, on Windows in the language of the user, and an error
/// without a number has those of Rust.
fn words(kind: io::ErrorKind) -> Option<&'static str> {
    Some(match kind {
        io::ErrorKind::NotFound => "no such file or directory",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::AlreadyExists => "file exists",
        io::ErrorKind::IsADirectory => "is a directory",
        io::ErrorKind::NotADirectory => "not a directory",
        io::ErrorKind::DirectoryNotEmpty => "directory not empty",
        io::ErrorKind::InvalidFilename => "file name too long",
        _ => return None,
    })
}
