//! A course: lessons in order, embedded by the front end.

use std::sync::Arc;

use pprepl_notebook::Document;

use crate::lesson::Lesson;
use crate::progress::{Progress, StepState};
use crate::read;

/// The lessons of a course: the name of each file with its text.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    files: &'static [(&'static str, &'static str)],
}

/// A chapter of the course with the learner's progress.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Chapter {
    /// The number in the course, from 1.
    pub number: usize,
    pub name: String,
    pub title: String,
    pub minutes: Option<u32>,
    pub needs: Vec<String>,
    /// The number of graded steps.
    pub steps: usize,
    /// The number of steps that are done.
    pub done: usize,
    /// The number of steps with an event.
    pub tried: usize,
}

impl Course {
    /// Creates the course of these files.
    pub const fn new(files: &'static [(&'static str, &'static str)]) -> Course {
        Course { files }
    }

    /// Creates a course of files that are read while the program runs. It stays in memory until the program ends, so a
    /// program reads one at most once.
    pub fn of_files(files: Vec<(String, String)>) -> Course {
        let keep = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
        let files: Vec<(&str, &str)> = files.into_iter().map(|(name, text)| (keep(name), keep(text))).collect();
        Course { files: Box::leak(files.into_boxed_slice()) }
    }

    /// Returns whether the course has no lesson.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the file names with the source of each, in order.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.files.iter().copied()
    }

    /// Returns the names of the lessons: the file names without number and extension.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.files.iter().map(|(file, _)| name_of(file))
    }

    /// Returns the text of the lesson with this name, or with this number.
    pub fn text(&self, name: &str) -> Option<(&'static str, &'static str)> {
        let numbered = |file: &str| file.split('-').next().is_some_and(|number| same_number(number, name));
        self.files().find(|(file, _)| name_of(file) == name || numbered(file))
    }

    /// Reads the lesson with this name, or with this number.
    pub fn lesson(&self, name: &str) -> Option<Arc<Lesson>> {
        let (file, text) = self.text(name)?;
        Some(Arc::new(read(file, &Document::parse(text))))
    }

    /// Lists the chapters with the learner's progress. Lessons without a number (the tour) are not chapters.
    pub fn chapters(&self, progress: &Progress) -> Vec<Chapter> {
        let numbered = self.files().filter_map(|(file, _)| Some((number_of(file)?, self.lesson(name_of(file))?)));
        numbered.map(|(number, lesson)| chapter(number, &lesson, progress)).collect()
    }
}

fn chapter(number: usize, lesson: &Lesson, progress: &Progress) -> Chapter {
    let states: Vec<StepState> =
        lesson.graded_steps().map(|(step, _)| progress.step(&lesson.name, step).state).collect();
    Chapter {
        number,
        name: lesson.name.clone(),
        title: lesson.title.clone(),
        minutes: lesson.minutes,
        needs: lesson.needs.clone(),
        steps: states.len(),
        done: states.iter().filter(|state| **state == StepState::Done).count(),
        tried: states.iter().filter(|state| **state != StepState::Open).count(),
    }
}

/// Returns the name of a lesson from its file name: `02-values.pp` is `values`.
fn name_of(file: &str) -> &str {
    let stem = file.strip_suffix(".pp").unwrap_or(file);
    match stem.split_once('-') {
        Some((number, name)) if number.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => stem,
    }
}

fn number_of(file: &str) -> Option<usize> {
    file.split_once('-')?.0.parse().ok()
}

fn same_number(number: &str, wanted: &str) -> bool {
    matches!((number.parse::<usize>(), wanted.parse::<usize>()), (Ok(a), Ok(b)) if a == b)
}
