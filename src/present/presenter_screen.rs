//! The presenter as a full screen of the event loop.

use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::cursor::SetCursorStyle;
use ratatui::crossterm::event::Event;

use super::presenter::Presenter;
use super::screenful::{Effect, Screenful};

impl Screenful for Presenter {
    fn draw(&mut self, frame: &mut Frame) -> Option<SetCursorStyle> {
        Presenter::draw(self, frame)
    }

    fn terminal(&mut self, event: Event) {
        // A key at the end of a wait comes at this time.
        Presenter::tick(self, Instant::now());
        Presenter::terminal(self, event);
    }

    fn listen(&mut self) {
        Presenter::listen(self);
    }

    fn tick(&mut self, now: Instant) -> bool {
        Presenter::tick(self, now)
    }

    fn wait(&self) -> Duration {
        Presenter::wait(self)
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    fn should_quit(&self) -> bool {
        self.should_quit
    }
}
