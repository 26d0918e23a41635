//! The style of a file, as reports.

use pprepl_text::Source;

use super::Report;
use super::report::reports;

/// Returns the findings of style in a file.
pub fn style_reports(name: &str, text: &str) -> Vec<Report> {
    let source = Source::new(name, text);
    reports(&source, &puppet_style::check(&source))
}
