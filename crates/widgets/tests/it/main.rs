//! The tests of this package, in one binary.

mod console_style;
mod dialogs;
mod editing;
mod editor_model;
mod edits;
mod vi;
