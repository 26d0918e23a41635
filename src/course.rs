//! The course that ships: the files in `lessons/`, embedded here and passed down as data; and the place of the
//! learner's progress.

use std::path::PathBuf;

use pprepl_lessons::Course;

/// Embeds lessons by their file names.
macro_rules! lessons {
    ($($file:literal),* $(,)?) => {
        Course::new(&[$(($file, include_str!(concat!("../lessons/", $file)))),*])
    };
}

/// The course that ships.
pub const COURSE: Course = lessons!["01-first-steps.pp", "02-values.pp", "03-variables.pp",];

/// Returns the file of the learner's progress in the state directory; `None` without a home.
pub fn progress_file() -> Option<PathBuf> {
    Some(crate::repl::data_folder()?.join("learn").join("progress.jsonl"))
}
