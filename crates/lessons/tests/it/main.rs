//! Tests of lessons.

mod copies;
mod progress;
mod read;
mod round_trips;
