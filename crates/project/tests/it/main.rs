//! The tests of this package, in one binary.

mod discovery;
mod edits;
mod gaps;
mod names;
mod openings;
mod problems;
mod sample;
mod scopes;
mod variables;
