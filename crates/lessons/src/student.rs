//! The student's version of a lesson: a lesson file without solutions, answers, hidden checks and presenter's notes.
//! The body of an exercise is its start, so that the file can be edited anywhere, and graded against the master.

use std::collections::BTreeMap;

use pprepl_notebook::{Cell, Document, Operation};

use crate::exercise::Exercise;
use crate::lesson::{Lesson, LessonCell, StepKind};
use crate::read::read;
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

/// Returns the answers in a lesson file that differ from the start of their exercise.
pub fn tried_answers(lesson: &Lesson) -> BTreeMap<String, String> {
    let answer = |cell: &LessonCell| match &cell.kind {
        StepKind::Exercise(exercise) if is_tried(exercise, &cell.body.text) => {
            Some((exercise.name.clone(), cell.body.text.clone()))
        }
        _ => None,
    };
    lesson.cells.iter().filter_map(answer).collect()
}

/// Returns the text of a lesson file with these answers as the bodies of its exercises. An exercise without an answer
/// keeps its body, and one whose file has no body gets none before it is tried.
pub fn with_answers(text: &str, answers: &BTreeMap<String, String>) -> String {
    let mut document = Document::parse(text);
    let lesson = read("", &document);
    for step in &lesson.cells {
        let StepKind::Exercise(exercise) = &step.kind else { continue };
        let (Some(answer), Some(at), Some(cell)) =
            (answers.get(&exercise.name), document.place(step.id), document.cell(step.id))
        else {
            continue;
        };
        let (options, body) = cell.parts();
        if body == answer || body.trim().is_empty() && !is_tried(exercise, answer) {
            continue;
        }
        let gap = if options.is_empty() || options.ends_with('\n') { "" } else { "\n" };
        let (kind, heading, text) = (cell.kind, cell.heading.clone(), format!("{options}{gap}{answer}"));
        let mut cell = document.new_cell(kind, &text);
        cell.heading = heading;
        // The place is that of a cell of the document.
        let _ = document.apply(Operation::Replace { at, count: 1, cells: vec![cell] });
    }
    document.text()
}

/// Returns the text of a lesson without the bodies of its exercises: answers do not make it another lesson.
pub fn without_answers(lesson: &Lesson, document: &Document) -> String {
    let exercises = lesson.cells.iter().filter(|step| matches!(step.kind, StepKind::Exercise(_)));
    let exercises: std::collections::BTreeSet<_> = exercises.map(|step| step.id).collect();
    let text = |cell: &Cell| if exercises.contains(&cell.id) { cell.parts().0.to_owned() } else { cell.text.clone() };
    document.cells().iter().map(|cell| format!("{}\n{}\n", cell.heading, text(cell).trim_end())).collect()
}

/// Returns whether an answer differs from the start.
pub(crate) fn is_tried(exercise: &Exercise, answer: &str) -> bool {
    let answer = answer.trim();
    !answer.is_empty() && answer != start(exercise).trim() && answer != exercise.start.text.trim()
}
