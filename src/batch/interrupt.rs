//! Ctrl-C without a prompt: the evaluation that runs is stopped, which reports where, and the process ends with status 130.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::terminal::main_thread::MainThread;
use crate::terminal::signal;

use super::Status;

/// How long an evaluation has to report where it was stopped.
const PATIENCE: Duration = Duration::from_millis(80);

/// The stop flags of the sessions that there are.
static FLAGS: Mutex<Vec<Arc<AtomicBool>>> = Mutex::new(Vec::new());

/// Returns whether there was a Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Lets SIGINT stop the evaluation from now on, and end the process. The idle thread listens.
pub(super) fn watch(idle: &MainThread) -> io::Result<()> {
    let listen = signal::interrupts(|| {
        INTERRUPTED.store(true, Ordering::Relaxed);
        FLAGS
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .for_each(|flag| flag.store(true, Ordering::Relaxed));
        std::thread::sleep(PATIENCE);
        std::process::exit(i32::from(Status::INTERRUPTED.code()));
    })?;
    idle.run(listen);
    Ok(())
}

/// Stops this session's evaluation, too. Those of sessions that are gone are forgotten.
pub(super) fn follow(flag: Arc<AtomicBool>) {
    let mut flags = FLAGS.lock().unwrap_or_else(PoisonError::into_inner);
    flags.retain(|flag| Arc::strong_count(flag) > 1);
    flags.push(flag);
}

/// Was there a Ctrl-C? Then nothing new is begun.
pub(super) fn happened() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
