//! `pprepl learn --list`: the chapters of the course with the learner's progress.

use serde_json::json;

use pprepl_lessons::{Chapter, Progress};
use pprepl_text::columns::width;

use super::arguments::Learn;
use super::{Status, printer};
use crate::course::{COURSE, progress_file};

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
        printer::json(&json!({ "chapters": chapters }));
    } else {
        printer::text(&table(&chapters));
    }
    Status::Success
}

/// Formats the chapters as a table.
fn table(chapters: &[Chapter]) -> String {
    let longest = chapters.iter().map(|chapter| width(&chapter.title)).max().unwrap_or(0);
    let row = |chapter: &Chapter| {
        let gap = " ".repeat(longest.saturating_sub(width(&chapter.title)));
        let minutes = chapter.minutes.map_or(String::new(), |minutes| format!("{minutes:>3} min"));
        format!(
            "{} {:>2}  {}{gap}  {:>2} of {:>2} steps  {minutes}  pprepl learn {}\n",
            mark(chapter),
            chapter.number,
            chapter.title,
            chapter.done,
            chapter.steps,
            chapter.name,
        )
    };
    let rows: String = chapters.iter().map(row).collect();
    let next = chapters.iter().find(|chapter| chapter.done < chapter.steps);
    let advice = match next {
        Some(next) if next.tried > 0 => format!("\nContinue with 'pprepl learn {}'.\n", next.name),
        Some(next) => format!("\nStart with 'pprepl learn {}'.\n", next.name),
        None => "\nYou finished the course.\n".to_owned(),
    };
    rows + &advice
}

/// Returns the mark of a chapter: done, begun, or not begun.
fn mark(chapter: &Chapter) -> char {
    match chapter.done {
        done if done == chapter.steps => '\u{2713}',
        0 if chapter.tried == 0 => ' ',
        _ => '\u{2022}',
    }
}
