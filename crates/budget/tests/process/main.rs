//! Tests that measure their process: memory and time.

mod budget;
