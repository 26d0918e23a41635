//! The student's version of a lesson: a lesson file without solutions, answers, hidden checks and presenter's notes.
//! The body of an exercise is its start, so that the file can be edited anywhere, and graded against the master.

use std::collections::BTreeMap;

use pprepl_notebook::{Cell, Document};

use crate::lesson::{Lesson, StepKind};
use crate::working_copy::start;

/// The options that students do not see.
const SECRET: [&str; 4] = ["solution", "right", "wrong", "answer"];

/// Creates the student's version. `lesson` is what `read` made of `master`.
pub fn student(lesson: &Lesson, master: &Document) -> Document {
    let starts: BTreeMap<_, _> = lesson
        .cells
        .iter()
        .filter_map(|cell| match &cell.kind {
            StepKind::Exercise(exercise) => Some((cell.id, start(exercise))),
            _ => None,
        })
        .collect();
    let cells = master.cells().iter().filter(|cell: &&Cell| !cell.is_note());
    Document::of(cells.map(|cell| {
        let (options, body) = cell.parts();
        let body = starts.get(&cell.id).map_or(body, String::as_str);
        (cell.kind, cell.heading.clone(), public(options) + body)
    }))
}

/// Returns the option lines that students see.
fn public(options: &str) -> String {
    let mut out = String::new();
    let mut is_secret = false;
    for line in options.split_inclusive('\n') {
        let rest = line.strip_prefix("#|").unwrap_or("");
        if !rest.starts_with("   ") {
            let mut words = rest.split_whitespace();
            let name = words.next().unwrap_or("");
            is_secret = SECRET.contains(&name) || (name == "check" && words.next() == Some("hidden"));
        }
        if !is_secret {
            out.push_str(line);
        }
    }
    out
}

/// Returns the answers in a student's version: the body of each exercise by its name.
pub fn student_answers(lesson: &Lesson) -> BTreeMap<String, String> {
    let answer = |cell: &crate::LessonCell| match &cell.kind {
        StepKind::Exercise(exercise) => Some((exercise.name.clone(), cell.body.text.clone())),
        _ => None,
    };
    lesson.cells.iter().filter_map(answer).collect()
}
