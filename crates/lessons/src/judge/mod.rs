//! The judge: answers on exercises and quizzes are judged by what they mean, in a session of its own.

mod answer;
mod attempts;
mod bench;
mod catalog;
mod checks;
mod command_output;
mod constructs;
mod difference;
mod expectation;
mod failure;
mod inputs;
mod lesson_judge;
mod logs;
mod outcome;
mod quiz;
mod repeated;
mod repeated_checks;
mod samples;
mod setup;
mod shrink;
mod task;
mod variation;
mod verdict;

pub use answer::{command_line, has_hole};
pub use attempts::Attempts;
pub use lesson_judge::Judge;
pub use quiz::{QuizState, QuizVerdict};
pub use setup::JudgeSetup;
pub use verdict::{Feedback, Verdict};

pub(crate) use bench::{Bench, names_of};
pub(crate) use expectation::{CellResult, mistake, static_findings};
pub(crate) use logs::has as has_log;
pub(crate) use quiz::is_same_option;
