//! Tests of lessons.

mod read;
