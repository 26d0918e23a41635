//! A diagnostic in sentences, for screen readers and logs: no drawing, no color, the place in words.

use std::fmt::Write;

use pprepl_text::{Code, Severity};

use super::{Report, ReportLabel};

impl Report {
    /// Returns the diagnostic in sentences, one a line, without drawings.
    pub fn sentences(&self) -> String {
        sentences(self)
    }
}

fn sentences(report: &Report) -> String {
    let severity = match report.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Note => "Note",
    };
    let place =
        report.place().map(|(line, column)| format!(" in {}, line {line}, column {column}", report.source_name));
    let mut text = format!("{severity}{}: {}", place.unwrap_or_default(), sentence(&report.message));
    for label in report.labels.iter().filter(|label| !label.message.is_empty()) {
        let _ = write!(text, "\n{}", labeled(label, report));
    }
    for misfit in &report.misfits {
        let (Some(expected), Some(actual)) = (&misfit.expected, &misfit.actual) else { continue };
        let place = if misfit.place.is_empty() { String::new() } else { format!("At {}: ", misfit.place) };
        let _ = write!(text, "\n{place}expected {expected}, found {actual}.");
    }
    report.notes.iter().for_each(|note| {
        let _ = write!(text, "\nNote: {}", sentence(note));
    });
    if let Some(help) = &report.help {
        let _ = write!(text, "\nHelp: {}", sentence(help));
    }
    if !matches!(report.code, Code::Style(_)) {
        let _ = write!(text, "\nMore: ':explain {}'.", report.topic);
    }
    text
}

/// Returns a label, with its place unless the first line has named it.
fn labeled(label: &ReportLabel, report: &Report) -> String {
    let (line, column) = label.position;
    if label.source_name == report.source_name && report.place() == Some(label.position) {
        return format!("There: {}", sentence(&label.message));
    }
    let source =
        if label.source_name == report.source_name { String::new() } else { format!("{}, ", label.source_name) };
    format!("At {source}line {line}, column {column}: {}", sentence(&label.message))
}

fn sentence(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', '?', '!']) { text.to_owned() } else { format!("{text}.") }
}
