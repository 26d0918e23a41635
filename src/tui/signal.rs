//! Signals as event: the end that others ask for, an interrupt, and continuing after a stop.

use std::io;
use std::sync::mpsc::Sender;
use std::time::Duration;

use crate::terminal::{hold, signal};

use super::events::AppEvent;

/// How long the notebook has to end alone.
const PATIENCE: Duration = Duration::from_secs(2);

/// Tells of signals from now on.
pub fn watch(sender: Sender<AppEvent>) -> io::Result<()> {
    let (continued, interrupted) = (sender.clone(), sender.clone());
    // Nobody listens any more when the notebook ends.
    signal::on_continue(move || drop(continued.send(AppEvent::Resumed)))?;
    signal::on_interrupt(move || drop(interrupted.send(AppEvent::Interrupted)))?;
    signal::on_end(move |number| {
        let _ = sender.send(AppEvent::Ended(number));
        std::thread::sleep(PATIENCE);
        // Whatever it is busy with: the journal has what was typed, and the terminal is to be usable.
        hold::end(number, super::terminal::give_back);
    })
}

/// Wakes the thread that reads the terminal: for it the screen may have another size.
#[cfg(unix)]
pub fn wake_reader() {
    let _ = signal::raise(signal::SIGWINCH);
}

/// It wakes alone.
#[cfg(not(unix))]
pub fn wake_reader() {}

/// Stops this process, as Ctrl-Z does in a shell; comes back when it continues.
#[cfg(unix)]
pub fn stop_here() -> io::Result<()> {
    signal::raise(signal::SIGTSTP)
}

/// There is no stopping.
#[cfg(not(unix))]
pub fn stop_here() -> io::Result<()> {
    Ok(())
}
