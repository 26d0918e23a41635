//! Tests that measure or change the state of their process: memory, time, the working directory.

mod limits_functions;
mod limits_growth;
mod limits_types;
