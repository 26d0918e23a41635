//! Lessons without a screen: their format, the judge of exercises and quizzes, the learner's progress and the class.
//!
//! A lesson is a notebook whose cells have options. The front ends show it: the prompt as a dialogue (`repl`), the
//! notebook with marks (`tui`), the command line without a screen (`batch`). This crate knows no screen and no course:
//! the root package embeds the lessons of the course and passes them down as data.

mod answers;
mod cell_judge;
mod cell_test;
mod check;
mod class;
mod code;
mod course;
mod dialogue;
mod exercise;
mod grade;
mod judge;
mod learner;
mod lesson;
mod lesson_cells;
mod option;
mod preparation;
mod progress;
mod quiz;
mod quizzes;
mod random;
mod read;
mod say;
mod scan;
mod share;
mod slides;
mod student;
mod working_copy;

pub use answers::{JudgedAnswer, answers_in, judge_answers};
pub use cell_judge::CellJudge;
pub use cell_test::{CellPlace, CellTest, OptionEdit, test_cells};
pub use check::{Check, CheckKind, Condition, Edge, LogPattern, ResourcePattern, Sample, TextPattern, When};
pub use class::{Class, Finding, Learning, MAX_LEARNER_FILE, Mark, Order, Room};
pub use code::Code;
pub use course::{Chapter, Course};
pub use dialogue::{Dialogue, Waiting};
pub use exercise::Exercise;
pub use grade::{Grade, GradeCase, GradeCounts, grade};
pub use judge::{Attempts, Feedback, Judge, JudgeSetup, QuizState, QuizVerdict, Verdict, command_line, has_hole};
pub use learner::{Checked, Learner, ProgressFiles};
pub use lesson::{Expectation, Lesson, LessonCell, LessonFile, StepKind};
pub use lesson_cells::LessonCells;
pub use option::CellOption;
pub use preparation::{configure, prepare, write_files};
pub use progress::{Progress, Record, StepProgress, StepState, append, append_report, append_to, digest};
pub use quiz::{Question, Quiz};
pub use quizzes::{Boxes, Card, QuizRound, QuizStart, Topic, generated, generated_names};
pub use read::read;
pub use say::Say;
pub use share::{PREFIX as SHARE_PREFIX, ShareError, share, unshare};
pub use slides::{Deck, PartContent, Slide, SlideCode, SlidePart, SlidePosition, SlideTask};
pub use student::{student, student_answers, tried_answers, with_answers, without_answers};
pub use working_copy::{Part, answers, panes_of, question, start, working_copy};
