//! The tests of this package, in one binary.

mod fuzzy;
mod render;
mod theme;
