//! `pprepl learn --list`: the chapters of the course with the learner's progress.

use serde_json::json;

use pprepl_lessons::Progress;

use super::arguments::Learn;
use super::{Status, printer};
use crate::course::{COURSE, progress_file, table};

/// Lists the chapters.
pub fn list(what: &Learn) -> Status {
    let (progress, problem) = match progress_file().map(|path| Progress::read(&path)) {
        None => (Progress::default(), None),
        Some(Ok(progress)) => (progress, None),
        Some(Err(error)) => (Progress::default(), Some(error)),
    };
    if let Some(error) = problem {
        printer::error(&format!("warning[progress-file]: cannot read your progress: {error}"));
    }
    let chapters = COURSE.chapters(&progress);
    if what.json {
        printer::record(&json!({ "chapters": chapters }));
    } else {
        printer::text(&table(&chapters, "pprepl learn"));
    }
    Status::Success
}
