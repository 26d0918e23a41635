//! Tests that measure or change the state of their process: memory, time, the working directory.

mod limits_values;
mod notebook_random_keys;
#[path = "../it/screen.rs"]
mod screen;
