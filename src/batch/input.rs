//! Reads source from files and standard input, and reports read errors at once.

use std::path::{Path, PathBuf};

use pprepl_files::Rules;
use pprepl_session::Settings;
use pprepl_session::file::{self, Unreadable};
use pprepl_text::IssueCode;

use super::Status;
use super::arguments::Options;
use super::printer::error;

/// Returns the name of `path` in diagnostics (`-` is the standard input), and its source.
pub fn read(path: &Path, options: &Options) -> Result<(String, String), Status> {
    file::read_argument(path, options.file_limit())
        .map(|text| (file::name(path), text))
        .map_err(|unreadable| report_unreadable(&unreadable))
}

/// Returns the rules for the files of the command line, and for those that searches in its directories find.
pub fn rules(operands: &[PathBuf], settings: &Settings) -> Rules {
    let folders = operands.iter().filter(|path| path.is_dir()).cloned();
    Rules {
        reach: settings.execution.files,
        named: operands.to_vec(),
        code: folders.chain(settings.module_folders()).collect(),
        limit: settings.file_limit(),
        ..Rules::default()
    }
}

/// Does the same as [`read`] for a file of the command line, or one that a search in its directories has found.
pub fn read_operand(path: &Path, rules: &Rules) -> Result<(String, String), Status> {
    file::read_operand(path, rules)
        .map(|text| (file::name(path), text))
        .map_err(|unreadable| report_unreadable(&unreadable))
}

/// Decodes bytes of standard input.
pub fn decode(bytes: Vec<u8>) -> Result<String, Status> {
    file::decode(bytes, "stdin").map_err(|unreadable| report_unreadable(&unreadable))
}

/// Reports why a file or input is unreadable.
pub fn report_unreadable(unreadable: &Unreadable) -> Status {
    error(&message_of(unreadable));
    status_of(unreadable)
}

/// Returns the lines that say why a file or input is unreadable.
pub fn message_of(unreadable: &Unreadable) -> String {
    let help = unreadable.help.as_ref().map(|help| format!("\n  = help: {help}"));
    format!("error[{}]: {}{}", unreadable.code.topic(), unreadable.message, help.unwrap_or_default())
}

/// Returns the status for an unreadable file or input.
pub fn status_of(unreadable: &Unreadable) -> Status {
    if unreadable.code == IssueCode::InvalidUtf8 { Status::Invalid } else { Status::Usage }
}
