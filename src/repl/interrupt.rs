//! Ctrl-C while an input runs: the signal sets the session's cancel flag, and the evaluation stops alone. (While a
//! line is edited the terminal is raw and Ctrl-C is a key.)

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::terminal::signal;

/// Lets SIGINT set `flag` from now on.
pub fn install(flag: Arc<AtomicBool>) -> io::Result<()> {
    signal::on_interrupt(move || flag.store(true, Ordering::Relaxed))
}

/// Forgets a Ctrl-C that came before the input.
pub fn clear(flag: &AtomicBool) {
    flag.store(false, Ordering::Relaxed);
}
