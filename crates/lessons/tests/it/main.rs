//! Tests of lessons.

mod class;
mod copies;
mod grade;
mod judge;
mod judge_properties;
mod judging;
mod progress;
mod quiz;
mod quizzes;
mod read;
mod round_trips;
mod slides;
