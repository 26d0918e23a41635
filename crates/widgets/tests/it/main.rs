//! The tests of this package, in one binary.

mod dialogs;
mod vi;
