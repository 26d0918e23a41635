//! The class: the reports of all learners in a directory, read as they grow, and the room that a teacher sees.

mod folder;
mod history;
mod report_file;
mod room;

pub use folder::{Class, MAX_LEARNER_FILE};
pub use room::{Finding, Learning, Mark, Order, Room};
