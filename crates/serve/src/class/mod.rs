//! The class of a server: tokens, the names of learners, and their progress within limits.

mod desk;
mod error;
mod keys;
mod name;
mod report;

pub use desk::ClassDesk;
pub use error::ClassError;
