//! The test of a lesson itself: solutions pass, starts and wrong answers do not, each feedback is reached, quizzes have
//! an answer, expectations hold.

mod exercises;
mod findings;
mod quizzes;
mod result;
mod walk;

use std::sync::Arc;
use std::time::Instant;

use pprepl_text::Source;

use crate::judge::{Judge, JudgeSetup};
use crate::lesson::{Lesson, StepKind};
use findings::Findings;

pub use result::{Grade, GradeCase, GradeCounts};
pub(crate) use walk::{Turn, turn};

/// Tests a lesson. `source` is its file; `known` are the names of the lessons that it may need, where they are known.
pub fn grade(lesson: &Arc<Lesson>, source: &Arc<Source>, setup: &JudgeSetup, known: Option<&[String]>) -> Grade {
    let mut grade = Grade { findings: lesson.findings.clone(), ..Grade::default() };
    let mut judge = Judge::new(lesson.clone(), setup);
    let mut head = Findings::new(source);
    head.head(lesson, judge.problems(), known);
    grade.findings.extend(head.take());
    let mut walked = walk::run(lesson, source, setup);
    grade.counts.expectations = walked.expectations;
    for (index, cell) in lesson.cells.iter().enumerate() {
        let start = Instant::now();
        let mut findings = Findings::new(source);
        findings.add(walked.findings.remove(&index).unwrap_or_default());
        match &cell.kind {
            StepKind::Prose | StepKind::Notes => continue,
            StepKind::Example | StepKind::Given | StepKind::Run { .. } => {}
            StepKind::Exercise(exercise) => {
                exercises::grade(&mut judge, cell, exercise, &mut findings, &mut grade.counts);
            }
            StepKind::Quiz(quiz) => quizzes::grade(&mut judge, cell, quiz, &mut findings, &mut grade.counts),
        }
        grade.counts.steps += usize::from(cell.step().is_some());
        grade.cases.push(GradeCase {
            name: cell.step().map_or_else(|| cell.title.clone(), str::to_owned),
            line: source.line_column(cell.body.span.start).line as usize,
            seconds: start.elapsed().as_secs_f64(),
            findings: findings.take(),
        });
    }
    grade
}
