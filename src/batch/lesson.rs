//! `pprepl lesson`: what a teacher does with a lesson file.

use std::path::Path;

use pprepl_lessons::{read, student};
use pprepl_notebook::Document;
use pprepl_session::Settings;
use pprepl_text::Severity;

use super::arguments::{LessonAction, Options};
use super::lesson_findings::report;
use super::{Status, answers, input, share};

/// Runs an action on a lesson.
pub fn run(action: &LessonAction, options: &Options, settings: &Settings) -> Status {
    match action {
        LessonAction::Student { master, out } => write_student(master, out, options),
        LessonAction::Grade(what) => answers::run(what, options, settings),
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
