//! The course that ships: the files in `lessons/`, embedded here and passed down as data.

use pprepl_lessons::Course;

/// Embeds lessons by their file names.
#[cfg(feature = "course")]
macro_rules! lessons {
    ($($file:literal),* $(,)?) => {
        Course::new(&[$(($file, include_str!(concat!("../../../lessons/", $file)))),*])
    };
}

/// The course that ships, in a build without it.
#[cfg(not(feature = "course"))]
pub const COURSE: Course = Course::new(&[]);

/// The course that ships.
#[cfg(feature = "course")]
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

/// Returns the name of the chapter after a lesson; after the tour, the first one.
pub fn after(lesson: &str) -> Option<&'static str> {
    after_in(COURSE, lesson)
}

/// Returns the name of the chapter of a course after a lesson; after the tour, the first one.
pub fn after_in(course: Course, lesson: &str) -> Option<&'static str> {
    let chapters: Vec<&str> = course.names().filter(|name| *name != "tour").collect();
    let next = chapters.iter().position(|name| *name == lesson).map_or(0, |at| at + 1);
    chapters.get(next).copied()
}
