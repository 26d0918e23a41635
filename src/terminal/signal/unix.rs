//! Signals of Unix: each has its own thread, so that a handler may lock, write and wait.

use std::io;

pub use signal_hook::consts::signal::{SIGTSTP, SIGWINCH};

/// The signals that ask a process to end. Each ends it with status 128 + signal number.
const ENDINGS: &[i32] = {
    use signal_hook::consts::signal::*;
    &[SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGVTALRM, SIGPROF, SIGXCPU, SIGABRT]
};

/// Calls `act` on SIGINT, instead of ending the process.
pub fn on_interrupt(mut act: impl FnMut() + Send + 'static) -> io::Result<()> {
    hear("interrupts", &[signal_hook::consts::SIGINT], move |_| act())
}

/// Starts listening for SIGINT. Returns the loop that calls `act` for each one, to run on an idle thread.
pub fn interrupts(mut act: impl FnMut() + Send + 'static) -> io::Result<impl FnOnce() + Send + 'static> {
    let mut signals = signal_hook::iterator::Signals::new([signal_hook::consts::SIGINT])?;
    Ok(move || signals.forever().for_each(|_| act()))
}

/// Calls `act` with the signal number when a signal asks the process to end.
pub fn on_end(act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    hear("endings", ENDINGS, act)
}

/// Calls `act` when the process continues after a stop.
pub fn on_continue(mut act: impl FnMut() + Send + 'static) -> io::Result<()> {
    hear("continue", &[signal_hook::consts::SIGCONT], move |_| act())
}

/// Stack size of a listener thread, in bytes. A listener needs little.
const STACK: usize = 256 << 10;

fn hear(name: &str, signals: &[i32], mut act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new(signals)?;
    let listen = move || signals.forever().for_each(&mut act);
    std::thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(listen).map(drop)
}

/// Raises a signal in this process.
pub fn raise(signal: i32) -> io::Result<()> {
    signal_hook::low_level::raise(signal)
}

/// Ends the process at once, without destructors or C library handlers: nothing releases memory that the system
/// reclaims anyway. The caller flushes its output.
pub fn exit_now(status: i32) -> ! {
    signal_hook::low_level::exit(status)
}

/// Ends the process like the default action of a signal: with its status, or a core file for SIGABRT.
pub fn die_of(signal: i32) -> ! {
    if signal == signal_hook::consts::SIGABRT {
        let _ = signal_hook::low_level::emulate_default_handler(signal);
    }
    std::process::exit(128 + signal)
}
