//! What a cell gave, as plain text for the forms that a notebook is written in. Values arrive as they are shown: what is
//! Sensitive is redacted already. The manifest itself never holds outputs.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::CellId;
use super::kernel::CellReport;
use pprepl_text::Severity;

/// What a cell gave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CellOutput {
    /// Its value as it is shown.
    pub value: Option<String>,
    /// The value's type.
    pub type_line: Option<String>,
    /// The value as a table, where it is one.
    pub table: Option<OutputTable>,
    /// What it logged.
    pub logs: Vec<LogLine>,
    /// What was found wrong.
    pub reports: Vec<Finding>,
    /// How long it took.
    pub elapsed: Option<Duration>,
    /// Did it fail?
    pub failed: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogLine {
    /// `notice`, `warning`, ...
    pub level: String,
    /// What was logged.
    pub text: String,
}

/// An error or a warning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Returns whether it is an error.
    pub error: bool,
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// The code with the place marked, without colors.
    pub frame: String,
}

/// A value as a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputTable {
    pub columns: Vec<String>,
    /// The rows, as many as are shown.
    pub rows: Vec<Vec<String>>,
    /// How many rows there are.
    pub total: usize,
}

/// What the cells gave, by their names.
pub type Outputs = BTreeMap<CellId, CellOutput>;

impl CellOutput {
    /// Returns whether there is anything to be shown.
    pub fn is_empty(&self) -> bool {
        self.value.is_none() && self.logs.is_empty() && self.reports.is_empty()
    }
}

impl LogLine {
    /// Returns whether it must be noticed.
    pub fn is_urgent(&self) -> bool {
        !matches!(self.level.as_str(), "debug" | "info" | "notice")
    }

    /// As Puppet writes it: `Notice: text`.
    pub fn line(&self) -> String {
        format!("{}: {}", level_name(&self.level), self.text)
    }
}

/// What is before a log line of this level.
pub fn level_name(level: &str) -> String {
    match level {
        "err" => "Error".to_owned(),
        "emerg" => "Emergency".to_owned(),
        "crit" => "Critical".to_owned(),
        other => {
            let mut letters = other.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        }
    }
}

impl From<&CellReport> for CellOutput {
    fn from(report: &CellReport) -> CellOutput {
        let finding = |report: &pprepl_session::Report| Finding {
            error: report.severity == Severity::Error,
            code: report.code.clone(),
            message: report.message.clone(),
            frame: report.frame.clone(),
        };
        CellOutput {
            value: report.display().map(str::to_owned).filter(|_| !report.failed()),
            type_line: report.evaluation.reduced.clone(),
            table: report.table.as_ref().map(|table| OutputTable {
                columns: table.columns.clone(),
                rows: table.rows.clone(),
                total: table.total,
            }),
            logs: report
                .evaluation
                .logs
                .iter()
                .map(|(level, text)| LogLine { level: level.clone(), text: text.clone() })
                .collect(),
            reports: report.evaluation.reports.iter().map(finding).collect(),
            elapsed: Some(report.evaluation.elapsed),
            failed: report.failed(),
        }
    }
}
