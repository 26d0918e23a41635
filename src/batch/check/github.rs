//! Findings as annotations of GitHub Actions: `::error file=..,line=..::message`.

use pprepl_session::Report;
use pprepl_text::{Severity, visible};

/// Returns the annotation of a finding.
pub(super) fn annotation(file: &str, report: &Report) -> String {
    let command = match report.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let (line, column) = report.place().unwrap_or((1, 1));
    let (end_line, end_column) = report.end_place().unwrap_or((line, column));
    // GitHub ignores the columns of several lines.
    let columns = if end_line == line { format!(",col={column},endColumn={end_column}") } else { String::new() };
    let help = report.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    format!(
        "::{command} file={},line={line},endLine={end_line}{columns},title={}::{}",
        property(file.trim_start_matches("./")),
        property(report.topic),
        data(&format!("{}{help}", report.message)),
    )
}

/// Returns the annotation of a file that was not checked.
pub(super) fn unchecked(file: &str, reason: &str) -> String {
    format!("::error file={},title=unreadable file::{}", property(file.trim_start_matches("./")), data(reason))
}

/// Escapes a message. Control characters are shown: the log of a run is a terminal, too.
fn data(text: &str) -> String {
    visible(&text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")).into_owned()
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
