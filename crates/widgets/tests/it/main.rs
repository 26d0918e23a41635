//! The tests of this package, in one binary.

mod console_style;
mod dialogs;
mod vi;
