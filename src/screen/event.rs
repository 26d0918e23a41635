//! An event of a full screen.

use ratatui::crossterm::event::Event;

#[derive(Debug)]
pub enum AppEvent {
    /// A terminal event: a key, the mouse, a paste, a resize.
    Terminal(Event),
    /// The evaluator has an event.
    Worker,
    /// This signal asks the process to end.
    Ended(i32),
    /// The user interrupts the run.
    Interrupted,
    /// The process continues after a stop.
    Resumed,
    /// The terminal is closed.
    Lost,
}
