//! What the front ends share of the terminal and its signals.

pub mod hold;
pub mod idle;
pub mod signal;
pub mod size;
