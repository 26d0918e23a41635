//! The findings of a lesson's reader, printed.

use pprepl_lessons::Lesson;
use pprepl_text::{Severity, render};

use super::arguments::Options;
use super::printer;

/// Prints the findings of a lesson; returns the worst severity.
pub(super) fn report(lesson: &Lesson, options: &Options) -> Option<Severity> {
    for found in &lesson.findings {
        printer::error(render(found, printer::colored(options.color, &std::io::stderr())).trim_end());
    }
    lesson.findings.iter().map(|found| found.severity).max()
}
