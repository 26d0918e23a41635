//! The tests of this package, in one binary.

mod render;
mod theme;
