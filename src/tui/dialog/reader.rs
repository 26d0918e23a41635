//! A text to read: help, the list of keys.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{Ask, Reply, frame};
use crate::text::visible;
use crate::tui::key::Key;
use crate::tui::paint::Palette;

/// A line of parts with their roles.
pub type Passage = Vec<(&'static str, String)>;

/// A text.
#[derive(Clone, Debug)]
pub struct ReaderDialog {
    /// What it asks: nothing.
    pub ask: Ask,
    /// What stands above.
    pub title: String,
    lines: Vec<Passage>,
    top: usize,
    height: usize,
}

impl ReaderDialog {
    /// With these lines.
    pub fn new(title: &str, lines: Vec<Passage>) -> ReaderDialog {
        ReaderDialog { ask: Ask::Read, title: title.to_owned(), lines, top: 0, height: 1 }
    }

    pub(super) fn key(&mut self, key: Key) -> Reply {
        let page = isize::try_from(self.height.max(2)).unwrap_or(2) - 1;
        match key.code {
            KeyCode::Esc | KeyCode::Enter | KeyCode::F(1) => Reply::Closed,
            KeyCode::Char('q' | 'c') => Reply::Closed,
            KeyCode::Up | KeyCode::Char('k') => self.scroll(-1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll(1),
            KeyCode::PageUp => self.scroll(-page),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(page),
            KeyCode::Home => self.scroll(isize::MIN),
            KeyCode::End => self.scroll(isize::MAX),
            _ => Reply::Stay,
        }
    }

    pub(super) fn scroll(&mut self, rows: isize) -> Reply {
        let last = self.lines.len().saturating_sub(self.height);
        self.top = self.top.saturating_add_signed(rows).min(last);
        Reply::Stay
    }

    pub(super) fn draw(&mut self, frame: &mut Frame, screen: Rect, palette: &Palette) {
        let rows = u16::try_from(self.lines.len()).unwrap_or(u16::MAX);
        let foot = "up, down: scroll, esc: leave";
        let inside = frame::open(frame, screen, palette, &self.title, foot, (76, rows));
        self.height = usize::from(inside.height).max(1);
        self.scroll(0);
        let lines: Vec<Line> =
            self.lines.iter().skip(self.top).take(self.height).map(|line| styled(line, palette)).collect();
        frame.render_widget(Paragraph::new(lines), inside);
    }
}

/// A line of parts in the theme's looks.
pub fn styled(parts: &Passage, palette: &Palette) -> Line<'static> {
    let span = |(role, text): &(&'static str, String)| Span::styled(visible(text).into_owned(), palette.look(role));
    Line::from(parts.iter().map(span).collect::<Vec<_>>())
}
