//! The interface between the event loop and a full screen: the presenter's and the second terminal's.

use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::cursor::SetCursorStyle;
use ratatui::crossterm::event::Event;

/// An effect on the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Redraw,
    Suspend,
}

/// The content of a full screen, with its keys.
pub trait Screenful {
    /// Draws the screen. Returns the cursor style.
    fn draw(&mut self, frame: &mut Frame) -> Option<SetCursorStyle>;

    /// Handles a terminal event.
    fn terminal(&mut self, event: Event);

    /// Handles the events of the evaluator.
    fn listen(&mut self);

    /// Does the work of this time. Returns whether the screen changes.
    fn tick(&mut self, now: Instant) -> bool;

    /// Returns the time until `tick` has work.
    fn wait(&self) -> Duration;

    /// Takes the effects on the terminal.
    fn take_effects(&mut self) -> Vec<Effect>;

    /// Returns whether the user quits.
    fn should_quit(&self) -> bool;
}
