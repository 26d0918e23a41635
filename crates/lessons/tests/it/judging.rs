//! What the tests of the judge share.

use std::fmt::Write;
use std::sync::Arc;

use pprepl_lessons::{Exercise, Judge, JudgeSetup, Lesson, StepKind, Verdict, read};
use pprepl_notebook::Document;
use pprepl_text::render;

pub const JUDGED: &str = include_str!("data/judged.pp");
pub const CORNERS: &str = include_str!("data/corners.pp");
pub const CATALOGS: &str = include_str!("data/catalogs.pp");

pub fn lesson(text: &str) -> Arc<Lesson> {
    let lesson = read("lesson.pp", &Document::parse(text));
    let findings: Vec<String> = lesson.findings.iter().map(|found| render(found, false)).collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    Arc::new(lesson)
}

pub fn judge(text: &str) -> Judge {
    judge_with(text, JudgeSetup::default())
}

fn judge_with(text: &str, setup: JudgeSetup) -> Judge {
    Judge::new(lesson(text), &setup)
}

/// Returns a judge that may use some bytes of the stack.
pub fn judge_with_stack(text: &str, bytes: usize) -> Judge {
    judge_with(text, JudgeSetup { stack: Some(bytes), ..JudgeSetup::default() })
}

/// Returns a judge of one exercise with these options, after a given cell.
pub fn judge_of(given: &str, options: &str) -> Judge {
    judge(&one_exercise(given, options))
}

pub fn one_exercise(given: &str, options: &str) -> String {
    format!("# %%\n#| given\n{given}\n\n# %%\n#| exercise x\n{options}\n")
}

pub fn exercises(lesson: &Lesson) -> impl Iterator<Item = &Exercise> {
    lesson.cells.iter().filter_map(|cell| match &cell.kind {
        StepKind::Exercise(exercise) => Some(&**exercise),
        _ => None,
    })
}

/// Writes a verdict as a learner sees it.
pub fn shown(answer: &str, verdict: &Verdict) -> String {
    let mut out = String::new();
    for line in answer.lines() {
        let _ = writeln!(out, "> {line}");
    }
    let check = verdict.check.map_or_else(String::new, |index| format!(", check {}", index + 1));
    let _ = writeln!(out, "{}{check}", verdict.state.as_str());
    for line in &verdict.lines {
        let _ = writeln!(out, "  {line}");
    }
    if let Some((_, say)) = &verdict.when {
        let _ = writeln!(out, "  ({say})");
    }
    out
}
