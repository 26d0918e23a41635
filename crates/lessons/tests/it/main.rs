//! Tests of lessons.

mod copies;
mod progress;
mod quizzes;
mod read;
