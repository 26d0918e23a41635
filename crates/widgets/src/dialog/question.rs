//! A question with single-letter answers.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::frame;
use super::reader::StyledLine;
use super::reply::Reply;
use crate::key::Key;
use crate::paint::Palette;
use pprepl_text::columns::{shortened, wrap};
use pprepl_text::theme::Role;
use pprepl_text::visible;

#[derive(Clone, Debug)]
pub struct QuestionDialog {
    pub title: String,
    pub text: String,
    /// Lines below the text, at most as many as fit on the screen.
    lines: Vec<StyledLine>,
    /// The answers: a letter and its meaning. Enter selects the first.
    pub answers: Vec<(char, &'static str)>,
    /// The area of the answers at the last drawing.
    rows: Rect,
}

impl QuestionDialog {
    /// Returns a question with these answers: a letter and its meaning.
    pub fn new(title: &str, text: String, answers: Vec<(char, &'static str)>) -> QuestionDialog {
        QuestionDialog { title: title.to_owned(), text, lines: Vec::new(), answers, rows: Rect::ZERO }
    }

    /// Adds lines below the text.
    pub fn with_lines(mut self, lines: Vec<StyledLine>) -> QuestionDialog {
        self.lines = lines;
        self
    }

    pub(super) fn click(&mut self, column: u16, row: u16) -> Reply {
        if !self.rows.contains(Position::new(column, row)) {
            return Reply::Stay;
        }
        let row = usize::from(row - self.rows.y);
        // The row below the answers cancels.
        if row < self.answers.len() { Reply::Chosen(row) } else { Reply::Closed }
    }

    pub(super) fn key(&mut self, key: Key) -> Reply {
        match key.code {
            KeyCode::Esc => Reply::Closed,
            KeyCode::Enter if self.answers.is_empty() => Reply::Closed,
            KeyCode::Enter => Reply::Chosen(0),
            _ => {
                let typed = key.typed().map(|typed| typed.to_ascii_lowercase());
                let answer = self.answers.iter().position(|(letter, _)| Some(*letter) == typed);
                answer.map_or(Reply::Stay, Reply::Chosen)
            }
        }
    }

    pub(super) fn draw(&mut self, frame: &mut Frame, screen: Rect, palette: &Palette) {
        let room = usize::from(screen.width.saturating_sub(4)).clamp(1, 64);
        let text = visible(&self.text);
        let wrapped = if text.is_empty() { Vec::new() } else { wrap(&text, room) };
        let mut lines: Vec<Line> = wrapped.into_iter().map(Line::from).collect();
        // The frame, the answers and the empty line above them.
        let others = lines.len() + self.answers.len() + 4;
        let rows = usize::from(screen.height).saturating_sub(others).max(1);
        let styled =
            |line: &StyledLine| line.iter().map(|(role, part)| self::part(*role, part, room, palette)).collect();
        lines.extend(self.lines.iter().take(rows).map(styled));
        lines.push(Line::default());
        let above = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        for (letter, meaning) in &self.answers {
            lines.push(Line::from(vec![
                Span::styled(format!(" {letter} "), palette.style(Role::Key)),
                Span::raw(format!(" {meaning}")),
            ]));
        }
        lines.push(Line::from(vec![Span::styled("esc", palette.style(Role::Key)), Span::raw(" cancel")]));
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let width = u16::try_from(room).unwrap_or(64);
        let inside = frame::open(frame, screen, palette, &self.title, "", (width, height));
        self.rows = Rect { y: inside.y.saturating_add(above), height: inside.height.saturating_sub(above), ..inside };
        frame.render_widget(Paragraph::new(lines), inside);
    }
}

fn part(role: Role, text: &str, room: usize, palette: &Palette) -> Span<'static> {
    Span::styled(shortened(text, room).to_string(), palette.style(role))
}
