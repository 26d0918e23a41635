//! Tests of lessons.
