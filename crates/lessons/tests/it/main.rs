//! Tests of lessons.

mod cells;
mod class;
mod copies;
mod dialogue;
mod grade;
mod judge;
mod judge_properties;
mod judging;
mod lesson_rules;
mod options;
mod progress;
mod quiz;
mod quizzes;
mod read;
mod round_trips;
mod slides;
