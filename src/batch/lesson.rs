//! `pprepl lesson`: what a teacher does with a lesson file.

use std::path::Path;

use pprepl_lessons::{Lesson, read, student};
use pprepl_notebook::Document;
use pprepl_text::{Severity, render};

use super::arguments::{LessonAction, Options};
use super::{Status, answers, input, printer, share};

/// Runs an action on a lesson.
pub fn run(action: &LessonAction, options: &Options) -> Status {
    match action {
        LessonAction::Student { master, out } => write_student(master, out, options),
        LessonAction::Grade(what) => answers::run(what, options),
    }
}

fn write_student(master: &Path, out: &Path, options: &Options) -> Status {
    let (name, text) = match input::read(master, options) {
        Ok(read) => read,
        Err(status) => return status,
    };
    let document = Document::parse(&text);
    let lesson = read(&name, &document);
    if report(&lesson, options) == Some(Severity::Error) {
        return Status::Invalid;
    }
    share::write(out, &student(&lesson, &document).text())
}

/// Prints the findings of a lesson; returns the worst severity.
pub(super) fn report(lesson: &Lesson, options: &Options) -> Option<Severity> {
    for found in &lesson.findings {
        printer::error(render(found, printer::colored(options.color, &std::io::stderr())).trim_end());
    }
    lesson.findings.iter().map(|found| found.severity).max()
}
