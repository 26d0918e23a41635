//! Tests of lessons.

mod copies;
mod progress;
mod read;
