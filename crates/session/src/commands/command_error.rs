//! The error of a meta-command.

use crate::{CommandAnswer, Outcome, Report};
use pprepl_text::{IssueCode, Severity};

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
        let help = self.help.as_ref().map(|help| format!("\n  = help: {help}")).unwrap_or_default();
        let frame = format!("error[{}]: {}{help}", self.code, self.message);
        let end = line.chars().count() as u32 + 1;
        let report = Report {
            severity: Severity::Error,
            code: self.code.into(),
            message: self.message,
            help: self.help,
            source_name: "command".to_owned(),
            position: Some((1, 1)),
            end: Some((1, end)),
            labels: Vec::new(),
            notes: Vec::new(),
            misfits: Vec::new(),
            fixes: Vec::new(),
            frame_ansi: frame.replacen("error", "\u{1b}[1;91merror\u{1b}[0m", 1),
            frame,
        };
        Outcome::Command(Box::new(CommandAnswer { reports: vec![report], ..CommandAnswer::default() }))
    }
}

/// The result of a command: an outcome, or the reason why it was rejected.
pub type CommandResult = Result<Outcome, Box<CommandError>>;
