//! Terminal and signal handling shared by the front ends.

pub mod clipboard;
pub mod hold;
pub mod main_thread;
pub mod output;
pub mod sequences;
pub mod signal;
pub mod sixteen;
pub mod size;
