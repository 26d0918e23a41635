//! Signals as events: termination, interrupt, and continuing after a stop.

use std::io;
use std::sync::mpsc::Sender;
use std::time::Duration;

use crate::terminal::{hold, signal};

use super::event::AppEvent;
use super::terminal_modes::give_back;

/// Time limit for the front end to end normally.
const PATIENCE: Duration = Duration::from_secs(2);

/// Starts sending signals as events.
pub fn watch(sender: Sender<AppEvent>) -> io::Result<()> {
    let (continued, interrupted) = (sender.clone(), sender.clone());
    // Sending fails harmlessly when the notebook has ended.
    signal::on_continue(move || drop(continued.send(AppEvent::Resumed)))?;
    signal::on_interrupt(move || drop(interrupted.send(AppEvent::Interrupted)))?;
    signal::on_end(move |number| {
        let _ = sender.send(AppEvent::Ended(number));
        std::thread::sleep(PATIENCE);
        // Even if the notebook is busy: the journal has the typed text, and the terminal must be usable.
        hold::end(number, give_back);
    })
}

/// Wakes the thread that reads the terminal, so that it notices a new screen size.
#[cfg(unix)]
pub fn wake_reader() {
    let _ = signal::raise(signal::SIGWINCH);
}

/// Does nothing: the thread polls.
#[cfg(not(unix))]
pub fn wake_reader() {}

/// Suspends this process, as Ctrl-Z does in a shell. Returns when it continues.
#[cfg(unix)]
pub fn stop_here() -> io::Result<()> {
    signal::raise(signal::SIGTSTP)
}

/// Does nothing: this system cannot suspend a process.
#[cfg(not(unix))]
pub fn stop_here() -> io::Result<()> {
    Ok(())
}
