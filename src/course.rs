//! The course that ships: the files in `lessons/`, embedded here and passed down as data; and the place of the
//! learner's progress.

use std::path::PathBuf;

use pprepl_lessons::{Chapter, Course};
use pprepl_text::columns::width;

/// Embeds lessons by their file names.
macro_rules! lessons {
    ($($file:literal),* $(,)?) => {
        Course::new(&[$(($file, include_str!(concat!("../lessons/", $file)))),*])
    };
}

/// The course that ships.
pub const COURSE: Course = lessons![
    "01-first-steps.pp",
    "02-values.pp",
    "03-variables.pp",
    "04-strings.pp",
    "05-matching.pp",
    "06-functions.pp",
    "07-types.pp",
    "08-static.pp",
    "09-resources.pp",
    "10-classes.pp",
    "11-hiera.pp",
    "12-templates.pp",
    "13-lexical.pp",
    "tour.pp",
];

/// Returns the file of the learner's progress in the state directory; `None` without a home.
pub fn progress_file() -> Option<PathBuf> {
    Some(lessons_folder()?.join("progress.jsonl"))
}

/// Returns the directory with one directory for each lesson; `None` without a home.
pub fn lessons_folder() -> Option<PathBuf> {
    Some(crate::repl::data_folder()?.join("learn"))
}

/// Returns the name of the chapter after a lesson; after the tour, the first one.
pub fn after(lesson: &str) -> Option<&'static str> {
    let chapters: Vec<&str> = COURSE.names().filter(|name| *name != "tour").collect();
    let next = chapters.iter().position(|name| *name == lesson).map_or(0, |at| at + 1);
    chapters.get(next).copied()
}

/// Returns the name of the user, for a report of the progress.
pub fn user_name() -> String {
    let named = ["USER", "LOGNAME", "USERNAME"].into_iter().find_map(|name| std::env::var(name).ok());
    named.unwrap_or_else(|| "unknown".to_owned())
}

/// Formats the chapters as a table. `command` starts a chapter.
pub fn table(chapters: &[Chapter], command: &str) -> String {
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
