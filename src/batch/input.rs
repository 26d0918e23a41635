//! Texts from files and the standard input; what is in the way is told at once.

use std::path::Path;

use pprepl_session::file::{self, Unreadable};

use super::Status;
use super::arguments::Options;
use super::printer::error;

/// The name that diagnostics give `path` (`-` is the standard input), and its text.
pub fn read(path: &Path, options: &Options) -> Result<(String, String), Status> {
    file::read_argument(path, options.file_limit())
        .map(|text| (file::name(path), text))
        .map_err(|unreadable| report_unreadable(&unreadable))
}

/// A piece of the standard input as text.
pub fn decode(bytes: Vec<u8>) -> Result<String, Status> {
    file::decode(bytes, "stdin").map_err(|unreadable| report_unreadable(&unreadable))
}

/// Tells why a text cannot be used.
pub fn report_unreadable(unreadable: &Unreadable) -> Status {
    error(&format!("error[{}]: {}", unreadable.code, unreadable.message));
    if let Some(help) = &unreadable.help {
        error(&format!("  = help: {help}"));
    }
    if unreadable.code == "INVALID_UTF8" { Status::Invalid } else { Status::Usage }
}
