//! Lessons, steps and verdicts as the protocol has them.

use pprepl_assets::after_in;
use pprepl_lessons::{Checked, Course, LessonCell, Part, StepKind, StepState};
use serde_json::{Value, json};

use crate::open_lesson::OpenLesson;

/// Converts the part of a lesson that a cell belongs to.
pub fn part_data(part: &Part) -> Value {
    let kind = match part {
        Part::Given => "given",
        Part::Run(_) => "run",
        Part::Exercise(_) => "exercise",
        Part::Quiz(_) => "quiz",
    };
    json!({ "kind": kind, "step": part.step() })
}

/// Converts the open lesson, without its notebook.
pub fn lesson_data(open: &OpenLesson, course: Course) -> Value {
    let lesson = &open.lesson;
    let is_chapter = course.names().any(|name| name == lesson.name);
    let (done, of) = open.learner.score();
    json!({
        "name": lesson.name,
        "title": lesson.title,
        "minutes": lesson.minutes,
        "needs": lesson.needs,
        "steps": steps_data(open),
        "done": done,
        "of": of,
        "next": open.next_open(),
        "after": is_chapter.then(|| after_in(course, &lesson.name)).flatten(),
    })
}

/// Converts the steps of a lesson.
pub fn steps_data(open: &OpenLesson) -> Vec<Value> {
    let graded = open.lesson.graded_steps().count();
    let steps = open.lesson.steps().enumerate();
    steps.map(|(at, (step, cell))| step_data(open, step, cell, at < graded)).collect()
}

fn step_data(open: &OpenLesson, step: &str, cell: &LessonCell, is_graded: bool) -> Value {
    let title = if cell.title.is_empty() { step.replace('-', " ") } else { cell.title.clone() };
    let mut data = json!({
        "name": step,
        "title": title,
        "cell": open.cells.cell_of(step).map(|id| id.0),
        "graded": is_graded,
        "state": state_name(open.learner.state(step)),
    });
    match &cell.kind {
        StepKind::Exercise(exercise) => {
            data["kind"] = json!("exercise");
            data["task"] = json!(exercise.task);
            data["hints"] = json!(exercise.hints.len());
            data["has_solution"] = json!(exercise.solution.is_some());
        }
        StepKind::Quiz(quiz) => {
            data["kind"] = json!("quiz");
            data["question"] = json!(quiz.question.sentence());
            data["code"] = json!(quiz.code.text);
            data["options"] = json!(quiz.options);
        }
        StepKind::Run { .. } => data["kind"] = json!("run"),
        StepKind::Prose | StepKind::Notes | StepKind::Example | StepKind::Given => {}
    }
    data
}

fn state_name(state: StepState) -> &'static str {
    match state {
        StepState::Open => "open",
        StepState::Tried => "tried",
        StepState::Skipped => "skipped",
        StepState::Shown => "shown",
        StepState::Done => "done",
    }
}

/// Converts the answer to a check.
pub fn checked_data(checked: &Checked) -> Value {
    let verdict = &checked.verdict;
    json!({
        "state": verdict.state.as_str(),
        "done": verdict.state.is_done(),
        "lines": verdict.short_lines(),
        "when": verdict.when.as_ref().map(|(_, say)| say),
        "hint": checked.hint,
        "others": checked.others,
        "may_show_solution": checked.may_show_solution,
        "output": checked.output,
        "diagnostics": pprepl_session::json::reports(&verdict.reports),
    })
}
