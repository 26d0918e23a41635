//! The tests of this package, in one binary.

mod columns;
mod difference;
mod digits;
mod fixes;
mod fuzzy;
mod json;
mod render;
mod small;
mod text_rules;
mod theme;
