//! Random programs for the checker.

pub mod generate;
pub mod random;
pub mod types;
