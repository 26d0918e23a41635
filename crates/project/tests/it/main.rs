//! The tests of this package, in one binary.

mod discovery;
mod edits;
mod names;
mod problems;
mod sample;
mod variables;
