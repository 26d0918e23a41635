//! Errors of a cell as Jupyter shows them.

use pprepl_session::Report;
use pprepl_text::{Severity, visible};
use serde_json::{Value, json};

/// An error of a cell.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The issue code, or the rule of the checker.
    name: String,
    message: String,
    /// The code frames, with colors.
    traceback: Vec<String>,
}

impl Failure {
    /// Returns the errors among reports as one failure; `None` without an error.
    pub(crate) fn of(reports: &[Report]) -> Option<Failure> {
        let errors: Vec<&Report> = reports.iter().filter(|report| report.severity == Severity::Error).collect();
        let first = errors.first()?;
        let traceback = errors.iter().flat_map(|report| report.frame_ansi().trim_end().lines()).map(str::to_owned);
        let message = visible(&first.message).into_owned();
        Some(Failure { name: first.code.to_string(), message, traceback: traceback.collect() })
    }

    /// Returns a failure without a place in the source.
    pub(crate) fn plain(name: &str, message: &str) -> Failure {
        let traceback = vec![format!("{name}: {message}")];
        Failure { name: name.to_owned(), message: message.to_owned(), traceback }
    }

    /// Returns the content of an `error` message.
    pub(crate) fn content(&self) -> Value {
        json!({ "ename": self.name, "evalue": self.message, "traceback": self.traceback })
    }

    /// Returns the content of a reply.
    pub(crate) fn reply(&self) -> Value {
        json!({ "status": "error", "ename": self.name, "evalue": self.message, "traceback": self.traceback })
    }
}
