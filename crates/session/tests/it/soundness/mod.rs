//! Random programs for the checker.

pub mod callables;
pub mod generate;
pub mod higher;
pub mod random;
pub mod types;
