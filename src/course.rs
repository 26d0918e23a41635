//! The course on this machine: the place of the learner's progress, and the table of the chapters.

use std::path::PathBuf;

use pprepl_lessons::Chapter;
use pprepl_text::columns::width;

pub use pprepl_assets::{COURSE, after};

/// Returns the file of the learner's progress in the state directory; `None` without a home.
pub fn progress_file() -> Option<PathBuf> {
    Some(lessons_folder()?.join("progress.jsonl"))
}

/// Returns the directory with one directory for each lesson; `None` without a home.
pub fn lessons_folder() -> Option<PathBuf> {
    Some(crate::repl::data_folder()?.join("learn"))
}

/// Returns the name of the user, for a report of the progress.
pub fn user_name() -> String {
    let named = ["USER", "LOGNAME", "USERNAME"].into_iter().find_map(|name| std::env::var(name).ok());
    named.unwrap_or_else(|| "unknown".to_owned())
}

/// Formats the chapters as a table. `command` starts a chapter.
pub fn table(chapters: &[Chapter], command: &str) -> String {
    if chapters.is_empty() {
        return "No chapters: this program was built without the feature 'course'.\n".to_owned();
    }
    let longest = chapters.iter().map(|chapter| width(&chapter.title)).max().unwrap_or(0);
    let row = |chapter: &Chapter| {
        let gap = " ".repeat(longest.saturating_sub(width(&chapter.title)));
        let minutes = chapter.minutes.map_or(String::new(), |minutes| format!("{minutes:>3} min"));
        format!(
            "{} {:>2}  {}{gap}  {:>2} of {:>2} steps  {minutes}  {command} {}\n",
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
        Some(next) if next.tried > 0 => format!("\nContinue with '{command} {}'.\n", next.name),
        Some(next) => format!("\nStart with '{command} {}'.\n", next.name),
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
