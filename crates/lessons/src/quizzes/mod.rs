//! Generated questions: templates by topic, spaced repetition, and a round of questions at the prompt.

mod bank;
mod boxes;
mod draft;
mod functions;
mod heredocs;
mod matching;
mod misconceptions;
mod names;
mod order;
mod round;
mod strings;
mod topic;
mod truth;
mod types;

pub use bank::{generated, generated_names};
pub use boxes::{Boxes, Card};
pub use round::{QuizRound, QuizStart};
pub use topic::Topic;
