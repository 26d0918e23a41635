//! The output of a cell as plain text, for the export formats. Values are already formatted, so Sensitive values are
//! redacted. The manifest itself never contains outputs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::CellId;
use super::kernel::CellReport;
use pprepl_session::Level;
use pprepl_session::settings::TypeLine;
use pprepl_text::Severity;

/// The output of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CellOutput {
    /// The value as a front end displays it.
    pub value: Option<String>,
    pub type_line: Option<String>,
    /// The value as a table, if it is tabular.
    pub table: Option<OutputTable>,
    /// The log lines of the run.
    pub logs: Vec<LogLine>,
    /// The errors and warnings of the run.
    pub reports: Vec<Finding>,
    /// Whether the run failed.
    pub failed: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogLine {
    #[serde(with = "level_as_name")]
    pub level: Level,
    pub text: String,
}

/// An error or a warning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Whether it is an error.
    pub error: bool,
    pub code: String,
    pub message: String,
    /// The code frame without colors.
    pub frame: String,
}

/// A value as a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputTable {
    pub columns: Vec<String>,
    /// The rows, up to a limit.
    pub rows: Vec<Vec<String>>,
    /// The total number of rows.
    pub total: usize,
}

/// The outputs by cell id.
pub type Outputs = BTreeMap<CellId, CellOutput>;

impl CellOutput {
    /// Returns whether a front end shows nothing for it.
    pub fn is_empty(&self) -> bool {
        self.value.is_none() && self.logs.is_empty() && self.reports.is_empty()
    }
}

impl LogLine {
    /// Returns whether the user must notice the line.
    pub fn is_urgent(&self) -> bool {
        self.level.is_urgent()
    }

    /// Formats the line as Puppet does: `Notice: text`.
    pub fn line(&self) -> String {
        format!("{}: {}", self.level.label(), self.text)
    }
}

/// A level is stored by its name; an unknown name is read as `notice`.
mod level_as_name {
    use pprepl_session::Level;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(level.as_str())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        let name = String::deserialize(deserializer)?;
        Ok(Level::from_name(&name).unwrap_or_default())
    }
}

impl From<&CellReport> for CellOutput {
    fn from(report: &CellReport) -> CellOutput {
        let finding = |report: &pprepl_session::Report| Finding {
            error: report.severity == Severity::Error,
            code: report.code.to_string(),
            message: report.message.clone(),
            frame: report.frame().to_owned(),
        };
        if report.empty {
            return CellOutput::default();
        }
        CellOutput {
            value: report.display().map(str::to_owned).filter(|_| !report.failed()),
            type_line: report.evaluation.type_line(TypeLine::Reduced).map(str::to_owned),
            table: report.table.as_ref().map(|table| OutputTable {
                columns: table.columns.clone(),
                rows: table.rows.clone(),
                total: table.total,
            }),
            logs: report
                .evaluation
                .logs
                .iter()
                .map(|(level, text)| LogLine { level: *level, text: text.clone() })
                .collect(),
            reports: report.evaluation.reports.iter().map(finding).collect(),
            failed: report.failed(),
        }
    }
}
