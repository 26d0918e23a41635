//! The error of a meta-command.

use crate::{CommandAnswer, Outcome, Report, report_without_source};
use pprepl_text::{Diagnostic, IssueCode, Severity};

/// The reason why a command was rejected.
#[derive(Debug)]
pub struct CommandError {
    pub code: IssueCode,
    pub message: String,
    pub help: Option<String>,
}

impl CommandError {
    /// Creates an error without help.
    pub fn new(code: IssueCode, message: impl Into<String>) -> Box<CommandError> {
        Box::new(CommandError { code, message: message.into(), help: None })
    }

    /// Adds a help text.
    pub fn with_help(mut self: Box<Self>, help: impl Into<String>) -> Box<CommandError> {
        self.help = Some(help.into());
        self
    }

    /// Converts the error to a command's answer.
    pub fn into_outcome(self, line: &str) -> Outcome {
        let mut error = Diagnostic::new(Severity::Error, self.code, None, self.message);
        error.help = self.help;
        let end = line.chars().count() as u32 + 1;
        let report = Report { position: Some((1, 1)), end: Some((1, end)), ..report_without_source("command", error) };
        Outcome::Command(Box::new(CommandAnswer { reports: vec![report], ..CommandAnswer::default() }))
    }
}

/// The result of a command: an outcome, or the reason why it was rejected.
pub type CommandResult = Result<Outcome, Box<CommandError>>;
