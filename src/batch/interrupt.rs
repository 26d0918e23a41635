//! Ctrl-C without a prompt: stops the running evaluation, which reports its position. The process ends with status 130.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::terminal::main_thread::MainThread;
use crate::terminal::signal;

use super::Status;

/// Time limit for an evaluation to report where it stopped.
const PATIENCE: Duration = Duration::from_millis(80);

/// The stop flags of the existing sessions.
static FLAGS: Mutex<Vec<Arc<AtomicBool>>> = Mutex::new(Vec::new());

/// Whether Ctrl-C was pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes SIGINT stop the evaluation and end the process. The idle thread listens.
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

/// Registers this session's stop flag. Removes the flags of dropped sessions.
pub(super) fn follow(flag: Arc<AtomicBool>) {
    let mut flags = FLAGS.lock().unwrap_or_else(PoisonError::into_inner);
    flags.retain(|flag| Arc::strong_count(flag) > 1);
    flags.push(flag);
}

/// Returns whether Ctrl-C was pressed, so that nothing new starts.
pub(super) fn happened() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
