//! The judge: answers on exercises and quizzes are judged by what they mean, in a session of its own.

mod answer;
mod attempts;
mod bench;
mod catalog;
mod checks;
mod constructs;
mod difference;
mod judge;
mod logs;
mod outcome;
mod repeated;
mod samples;
mod setup;
mod shrink;
mod variation;
mod verdict;

pub use attempts::Attempts;
pub use judge::Judge;
pub use setup::JudgeSetup;
pub use verdict::{Feedback, Verdict};
