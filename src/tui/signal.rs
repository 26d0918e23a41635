//! Signals: the end that others ask for, and going on after a stop.

use std::io;
use std::sync::mpsc::Sender;

use super::pump::Happening;

/// Tells of signals from now on.
#[cfg(unix)]
pub fn watch(sender: Sender<Happening>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGCONT])?;
    let listen = move || {
        for signal in signals.forever() {
            let happening = if signal == SIGCONT { Happening::Resumed } else { Happening::Ended };
            if sender.send(happening).is_err() {
                return;
            }
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen).map(drop)
}

/// There are none to watch.
#[cfg(not(unix))]
pub fn watch(_: Sender<Happening>) -> io::Result<()> {
    Ok(())
}

/// Wakes the thread that reads the terminal: for it the screen may have another size.
#[cfg(unix)]
pub fn wake_reader() {
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGWINCH);
}

/// It wakes by itself.
#[cfg(not(unix))]
pub fn wake_reader() {}

/// Stops this process, as Ctrl-Z does in a shell; comes back when it goes on.
#[cfg(unix)]
pub fn stop_here() -> io::Result<()> {
    signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)
}

/// There is no stopping.
#[cfg(not(unix))]
pub fn stop_here() -> io::Result<()> {
    Ok(())
}
