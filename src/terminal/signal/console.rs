//! Interrupts of a Windows console: Ctrl-C and Ctrl-Break while no program reads keys. Nothing else asks a process to
//! end, and no process is stopped and continued.

use std::io;
use std::sync::{Mutex, PoisonError};

type Listener = Box<dyn FnMut() + Send>;

/// The listeners of this process. The console has one handler for all.
static LISTENERS: Mutex<Vec<Listener>> = Mutex::new(Vec::new());

/// Calls `act` on Ctrl-C, instead of ending the process.
pub fn on_interrupt(act: impl FnMut() + Send + 'static) -> io::Result<()> {
    let mut listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
    if listeners.is_empty() {
        ctrlc::try_set_handler(announce).map_err(io::Error::other)?;
    }
    listeners.push(Box::new(act));
    Ok(())
}

/// Runs on the handler's own thread.
fn announce() {
    for listener in LISTENERS.lock().unwrap_or_else(PoisonError::into_inner).iter_mut() {
        listener();
    }
}

/// Calls `act` on Ctrl-C, as [`on_interrupt`] does. Returns a task that ends at once: the handler has a thread.
pub fn interrupts(act: impl FnMut() + Send + 'static) -> io::Result<impl FnOnce() + Send + 'static> {
    on_interrupt(act)?;
    Ok(|| ())
}

/// Never calls `act`: a console ends its processes without asking them.
pub fn on_end(act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    drop(act);
    Ok(())
}

/// Never calls `act`: processes are not stopped here.
pub fn on_continue(act: impl FnMut() + Send + 'static) -> io::Result<()> {
    drop(act);
    Ok(())
}

/// Ends the process. The caller flushes its output.
pub fn exit_now(status: i32) -> ! {
    std::process::exit(status)
}

/// Ends the process with the status of a signal.
pub fn die_of(signal: i32) -> ! {
    std::process::exit(128 + signal)
}
