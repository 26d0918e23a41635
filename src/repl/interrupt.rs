//! Ctrl-C while an input runs: the signal sets the session's cancel flag, and the evaluation then stops. (While a
//! line is edited, the terminal is raw and Ctrl-C is a key.)

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::terminal::signal;

/// Makes SIGINT set `flag`.
pub fn install(flag: Arc<AtomicBool>) -> io::Result<()> {
    signal::on_interrupt(move || flag.store(true, Ordering::Relaxed))
}

/// Clears a Ctrl-C that arrived before the input.
pub fn clear(flag: &AtomicBool) {
    flag.store(false, Ordering::Relaxed);
}
