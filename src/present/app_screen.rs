//! The presenter as a full screen of the event loop.

use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::cursor::SetCursorStyle;
use ratatui::crossterm::event::Event;

use super::app::App;
use super::screenful::{Effect, Screenful};

impl Screenful for App {
    fn draw(&mut self, frame: &mut Frame) -> Option<SetCursorStyle> {
        App::draw(self, frame)
    }

    fn terminal(&mut self, event: Event) {
        App::terminal(self, event);
    }

    fn listen(&mut self) {
        App::listen(self);
    }

    fn tick(&mut self, now: Instant) -> bool {
        App::tick(self, now)
    }

    fn wait(&self) -> Duration {
        App::wait(self)
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    fn should_quit(&self) -> bool {
        self.should_quit
    }
}
