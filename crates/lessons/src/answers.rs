//! The answers in a student's file, judged with all checks of the lesson.

use std::collections::BTreeMap;
use std::sync::Arc;

use pprepl_notebook::Document;

use crate::judge::{Feedback, Judge, JudgeSetup};
use crate::lesson::{Lesson, StepKind};
use crate::read::read;
use crate::student::{is_tried, student_answers};
use crate::working_copy::answers;

/// The verdict on one exercise of a student.
#[derive(Clone, Debug)]
pub struct JudgedAnswer {
    pub exercise: String,
    /// An answer that is missing, empty or the start of the exercise is not tried.
    pub state: Feedback,
    /// The feedback as plain text without control characters.
    pub lines: Vec<String>,
}

/// Returns the answers in a learner's copy or in a version for students, by the names of their exercises.
pub fn answers_in(document: &Document) -> BTreeMap<String, String> {
    let mut found = student_answers(&read("", document));
    found.extend(answers(document));
    found
}

/// Judges the answers on each exercise of a lesson, in the order of the lesson.
pub fn judge_answers(
    lesson: &Arc<Lesson>,
    answers: &BTreeMap<String, String>,
    setup: &JudgeSetup,
) -> Vec<JudgedAnswer> {
    let mut judge = Judge::new(Arc::clone(lesson), setup);
    let exercises = lesson.cells.iter().filter_map(|cell| match &cell.kind {
        StepKind::Exercise(exercise) => Some(&**exercise),
        _ => None,
    });
    let judged =
        exercises.map(|exercise| match answers.get(&exercise.name).filter(|answer| is_tried(exercise, answer)) {
            None => JudgedAnswer { exercise: exercise.name.clone(), state: Feedback::NotTried, lines: Vec::new() },
            Some(answer) => {
                let verdict = judge.judge(&exercise.name, answer);
                JudgedAnswer { exercise: exercise.name.clone(), state: verdict.state, lines: verdict.lines }
            }
        });
    judged.collect()
}
