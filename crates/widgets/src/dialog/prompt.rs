//! A dialog with a line to fill in.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::frame;
use super::line::LineInput;
use super::reply::Reply;
use crate::key::Key;
use crate::paint::Palette;
use pprepl_text::theme::Role;
use pprepl_text::visible;

/// A line to fill in.
#[derive(Clone, Debug)]
pub struct PromptDialog {
    pub title: String,
    pub line: LineInput,
    /// The message below, as role and text: the number of matches, or an error.
    pub remark: (Role, String),
    /// Whether it is at the bottom of the screen, so that it covers no match.
    at_bottom: bool,
}

impl PromptDialog {
    /// Returns a prompt with this initial text.
    pub fn new(title: &str, text: &str) -> PromptDialog {
        let (title, line) = (title.to_owned(), LineInput::new(text));
        PromptDialog { title, line, remark: (Role::Hint, String::new()), at_bottom: false }
    }

    /// Selects the initial text: what is typed replaces it.
    pub fn selected(mut self) -> PromptDialog {
        self.line.select();
        self
    }

    /// Moves it to the bottom of the screen.
    pub fn at_bottom(self) -> PromptDialog {
        PromptDialog { at_bottom: true, ..self }
    }

    pub(super) fn key(&mut self, key: Key) -> Reply {
        match key.code {
            KeyCode::Esc => Reply::Closed,
            KeyCode::Enter => Reply::Entered(self.line.text().to_owned()),
            KeyCode::Char('c' | 'g') if !self.is_typed(key) => Reply::Closed,
            _ if self.line.key(key) => Reply::Moved,
            _ => Reply::Stay,
        }
    }

    fn is_typed(&self, key: Key) -> bool {
        key.typed().is_some()
    }

    pub(super) fn draw(&mut self, frame: &mut Frame, screen: Rect, palette: &Palette) {
        let screen = if self.at_bottom { frame::bottom(screen, 4) } else { screen };
        let inside = frame::open(frame, screen, palette, &self.title, "enter: accept, esc: cancel", (60, 2));
        if inside.height == 0 {
            return;
        }
        let line = Rect { height: 1, ..inside };
        let column = self.line.draw(line, frame.buffer_mut(), palette);
        if inside.height > 1 {
            let remark = Line::from(Span::styled(visible(&self.remark.1).into_owned(), palette.style(self.remark.0)));
            frame.render_widget(remark, Rect { y: inside.y + 1, height: 1, ..inside });
        }
        frame.set_cursor_position(Position::new(column.min(inside.right().saturating_sub(1)), inside.y));
    }
}
