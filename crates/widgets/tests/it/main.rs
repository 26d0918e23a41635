//! The tests of this package, in one binary.

mod dialogs;
mod editing;
mod editor_model;
mod vi;
