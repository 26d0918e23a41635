//! Lessons in the notebook: the learner's copy, its steps with their marks, the feedback, and the learner's thread.

mod copy;
mod feedback;
mod learning;
mod start;
mod steps;
mod tutor;

pub use copy::open_copy;
pub use learning::Learning;
pub use start::LessonStart;
pub use tutor::Tutor;
