//! An input of the history, with its outcome.

use serde::{Deserialize, Serialize};

use pprepl_session::{Outcome, commands};
use pprepl_text::Severity;
use pprepl_text::columns::shortened;

/// Maximum width in columns of a stored value, type or error.
const MAX_WIDTH: usize = 200;

/// One line of the history file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Seconds since 1970 (Unix time).
    pub at: u64,
    pub text: String,
    /// The session that ran it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub session: String,
    /// The directory of the project that it ran in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub folder: String,
    #[serde(flatten)]
    pub result: EntryResult,
}

/// The outcome of an input, each part on one line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryResult {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Entry {
    /// Returns whether the input ran without an error. A discarded input has not run.
    pub fn has_succeeded(&self) -> bool {
        self.result.error.is_none() && (self.result.value.is_some() || commands::is_command(&self.text))
    }
}

impl EntryResult {
    /// Returns what the history keeps of an outcome.
    pub fn of(outcome: Option<&Outcome>) -> EntryResult {
        let short = |text: &String| shortened(&text.replace('\n', " "), MAX_WIDTH);
        match outcome {
            Some(Outcome::Evaluated(evaluation)) => EntryResult {
                value: evaluation.value.as_ref().or(evaluation.shown.as_ref()).map(short),
                type_name: evaluation.reduced.as_ref().map(short),
                error: first_error(&evaluation.reports).as_ref().map(short),
            },
            Some(Outcome::Command(answer)) => {
                EntryResult { error: first_error(&answer.reports).as_ref().map(short), ..EntryResult::default() }
            }
            Some(Outcome::Nothing | Outcome::Edit(_) | Outcome::Lesson(_) | Outcome::Quit) | None => {
                EntryResult::default()
            }
        }
    }
}

fn first_error(reports: &[pprepl_session::Report]) -> Option<String> {
    reports.iter().find(|report| report.severity == Severity::Error).map(|report| report.message.clone())
}

/// Returns whether an input may show a secret: writing it, or a value after it, could store the secret in the file.
pub fn may_show_secrets(text: &str) -> bool {
    text.contains("Sensitive") || text.contains("unwrap")
}
