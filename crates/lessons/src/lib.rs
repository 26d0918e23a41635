//! Lessons without a screen: their format, the judge of exercises and quizzes, the learner's progress and the class.
//!
//! A lesson is a notebook whose cells have options. The front ends show it: the prompt as a dialogue (`repl`), the
//! notebook with marks (`tui`), the command line without a screen (`batch`). This crate knows no screen and no course:
//! the root package embeds the lessons of the course and passes them down as data.

mod check;
mod exercise;
mod judge;
mod lesson;
mod quiz;

pub use check::{Check, CheckKind, Condition, Edge, LogPattern, ResourcePattern, Sample, TextPattern, When};
pub use exercise::Exercise;
pub use judge::{Attempts, Feedback, Judge, JudgeSetup, Verdict};
pub use lesson::{Code, Expectation, Lesson, LessonCell, LessonFile, StepKind};
pub use quiz::{Question, Quiz};
