//! A dialog that shows long text: help, the list of keys.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::frame;
use super::reply::Reply;
use crate::key::Key;
use crate::paint::Palette;
use pprepl_text::columns::{width, wrap};
use pprepl_text::theme::Role;
use pprepl_text::visible;

/// A line of text parts with their roles.
pub type StyledLine = Vec<(Role, String)>;

#[derive(Clone, Debug)]
pub struct ReaderDialog {
    pub title: String,
    lines: Vec<StyledLine>,
    /// The lines, wrapped for a width.
    wrapped: (u16, Vec<StyledLine>),
    top: usize,
    height: usize,
}

impl ReaderDialog {
    /// Returns a reader of these lines.
    pub fn new(title: &str, lines: Vec<StyledLine>) -> ReaderDialog {
        ReaderDialog { title: title.to_owned(), lines, wrapped: (0, Vec::new()), top: 0, height: 1 }
    }

    /// Inserts lines at the top.
    pub fn put_above(&mut self, mut lines: Vec<StyledLine>) {
        lines.append(&mut self.lines);
        (self.lines, self.wrapped) = (lines, (0, Vec::new()));
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
        let last = self.wrapped.1.len().saturating_sub(self.height);
        self.top = self.top.saturating_add_signed(rows).min(last);
        Reply::Stay
    }

    pub(super) fn draw(&mut self, frame: &mut Frame, screen: Rect, palette: &Palette) {
        let wide = frame::room(screen, WIDE);
        if self.wrapped.0 != wide {
            let lines = self.lines.iter().flat_map(|line| wrapped(line, usize::from(wide)));
            self.wrapped = (wide, lines.collect());
        }
        let rows = u16::try_from(self.wrapped.1.len()).unwrap_or(u16::MAX);
        let foot = "up, down: scroll, esc: close";
        let inside = frame::open(frame, screen, palette, &self.title, foot, (WIDE, rows));
        self.height = usize::from(inside.height).max(1);
        self.scroll(0);
        let lines: Vec<Line> =
            self.wrapped.1.iter().skip(self.top).take(self.height).map(|line| styled(line, palette)).collect();
        frame.render_widget(Paragraph::new(lines), inside);
    }
}

/// Maximum width of the text, in columns.
const WIDE: u16 = 76;

/// Wraps a line. Continuation lines are indented to the start of its last part.
fn wrapped(line: &StyledLine, room: usize) -> Vec<StyledLine> {
    let Some(((role, text), before)) = line.split_last() else { return vec![StyledLine::new()] };
    let used: usize = before.iter().map(|(_, text)| width(text)).sum();
    let blanks = text.len() - text.trim_start_matches(' ').len();
    let indent = used + blanks;
    let Some(free) = room.checked_sub(indent).filter(|free| *free > 8) else { return vec![line.clone()] };
    let rows = wrap(text.get(blanks..).unwrap_or_default(), free);
    let row = |(at, row): (usize, String)| {
        let mut parts = if at == 0 { before.to_vec() } else { StyledLine::new() };
        let gap = if at == 0 { blanks } else { indent };
        parts.push((*role, " ".repeat(gap) + &row));
        parts
    };
    rows.into_iter().enumerate().map(row).collect()
}

/// Returns a line of parts in the theme's styles.
pub fn styled(parts: &StyledLine, palette: &Palette) -> Line<'static> {
    let span = |(role, text): &(Role, String)| Span::styled(visible(text).into_owned(), palette.style(*role));
    Line::from(parts.iter().map(span).collect::<Vec<_>>())
}
