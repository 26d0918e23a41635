//! The tests of this package, in one binary.

mod difference;
mod fuzzy;
mod json;
mod render;
mod theme;
