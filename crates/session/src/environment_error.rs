//! The reasons why an environment cannot be used.

use std::fmt;
use std::io;
use std::path::PathBuf;

use pprepl_files::{self as files, Rejection};
use pprepl_text::IssueCode;
use puppet_functions::loader::environment::OpenError;

/// The reason why an environment cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EnvironmentError {
    /// The directory is not an environment.
    Invalid(String),
    /// Its `environment.conf` names a module directory that the setting `files` does not allow.
    ForeignModules { root: PathBuf, folder: PathBuf, files: String },
    /// Its `environment.conf` or a site manifest cannot be read.
    Unreadable { file: PathBuf, reason: String, rejection: Option<Rejection> },
}

impl EnvironmentError {
    pub(super) fn unreadable(file: PathBuf, error: &io::Error) -> EnvironmentError {
        EnvironmentError::Unreadable { file, reason: files::reason(error), rejection: files::rejection(error).cloned() }
    }

    /// Returns the issue code; `None` if the directory is not an environment.
    pub fn code(&self) -> Option<IssueCode> {
        match self {
            EnvironmentError::Invalid(_) => None,
            EnvironmentError::ForeignModules { .. } => Some(IssueCode::FileNotAllowed),
            EnvironmentError::Unreadable { rejection, .. } => {
                let is_of_reach = rejection.as_ref().is_some_and(Rejection::is_of_reach);
                Some(if is_of_reach { IssueCode::FileNotAllowed } else { IssueCode::UnreadableFile })
            }
        }
    }

    /// Returns the lines that report the error.
    pub fn lines(&self) -> String {
        let topic = self.code().map_or_else(String::new, |code| format!("[{}]", code.topic()));
        let help = match self {
            EnvironmentError::Unreadable { rejection: Some(rejection), .. } => rejection.help(),
            _ => None,
        };
        let help = help.map_or_else(String::new, |help| format!("\n  = help: {help}"));
        format!("error{topic}: {self}{help}")
    }
}

impl From<OpenError> for EnvironmentError {
    fn from(error: OpenError) -> EnvironmentError {
        match error {
            OpenError::NotFolder(root) => {
                EnvironmentError::Invalid(format!("{}: an environment is a directory", root.display()))
            }
            OpenError::Unreadable(file, error) => EnvironmentError::unreadable(file, &error),
        }
    }
}

impl fmt::Display for EnvironmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnvironmentError::Invalid(message) => f.write_str(message),
            EnvironmentError::ForeignModules { root, folder, files } => write!(
                f,
                "{}: environment.conf takes modules from {}, which 'files = {files}' does not allow; name it with --modulepath",
                pprepl_files::slashed(root),
                pprepl_files::slashed(folder),
            ),
            EnvironmentError::Unreadable { file, reason, .. } => {
                write!(f, "{}: {reason}", pprepl_files::slashed(file))
            }
        }
    }
}
