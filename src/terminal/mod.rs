//! What the front ends share of the terminal and its signals.

pub mod hold;
pub mod main_thread;
pub mod signal;
pub mod size;
