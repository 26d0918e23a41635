//! The state of the class view: the room, its order, and what of it is visible.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;

use pprepl_lessons::{Class, Course, Order, Room};

use super::draw::Sheet;
use crate::tui::paint::Palette;

/// Returns the current time in seconds since 1970.
pub type TimeSource = fn() -> u64;

/// A view of a class.
pub struct ClassView {
    class: Class,
    course: Course,
    /// The lesson that the teacher chose.
    lesson: Option<String>,
    order: Order,
    room: Room,
    palette: Palette,
    clock: TimeSource,
    /// The first visible learner.
    top: usize,
    /// The first visible step.
    left: usize,
    /// The number of visible learners of the last frame.
    page: usize,
    quits: bool,
}

impl ClassView {
    pub fn new(class: Class, course: Course, lesson: Option<String>, palette: Palette, clock: TimeSource) -> ClassView {
        let (order, room) = (Order::default(), Room::default());
        let mut view =
            ClassView { class, course, lesson, order, room, palette, clock, top: 0, left: 0, page: 1, quits: false };
        view.refresh();
        view
    }

    /// Reads what is new. Returns whether anything changed.
    pub fn poll(&mut self) -> bool {
        self.class.poll()
    }

    pub fn should_quit(&self) -> bool {
        self.quits
    }

    /// Handles a key; other events only draw again.
    pub fn event(&mut self, event: &Event) {
        let Event::Key(key) = event else { return };
        if key.kind == KeyEventKind::Release {
            return;
        }
        let page = self.page.max(1);
        match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
            (KeyCode::Char('c'), true) | (KeyCode::Char('q' | 'Q') | KeyCode::Esc, false) => self.quits = true,
            (KeyCode::Down | KeyCode::Char('j'), _) => self.top += 1,
            (KeyCode::Up | KeyCode::Char('k'), _) => self.top = self.top.saturating_sub(1),
            (KeyCode::PageDown | KeyCode::Char(' '), _) => self.top += page,
            (KeyCode::PageUp, _) => self.top = self.top.saturating_sub(page),
            (KeyCode::Home, _) => (self.top, self.left) = (0, 0),
            (KeyCode::End, _) => self.top = usize::MAX,
            (KeyCode::Right, _) => self.left += 1,
            (KeyCode::Left, _) => self.left = self.left.saturating_sub(1),
            (KeyCode::Tab | KeyCode::Char('l'), _) => self.choose(1),
            (KeyCode::BackTab, _) => self.choose(-1),
            (KeyCode::Char('s'), _) => self.order = self.order.next(),
            _ => {}
        }
    }

    /// Goes to another lesson of the reports.
    fn choose(&mut self, step: isize) {
        let mut names = self.room.lessons.clone();
        names.sort();
        let at = names.iter().position(|name| *name == self.room.lesson).unwrap_or(0);
        let count = isize::try_from(names.len()).unwrap_or(1).max(1);
        let next = (isize::try_from(at).unwrap_or(0) + step).rem_euclid(count);
        self.lesson = names.get(usize::try_from(next).unwrap_or(0)).cloned();
        (self.top, self.left) = (0, 0);
    }

    fn refresh(&mut self) {
        self.room = self.class.room(self.course, self.lesson.as_deref(), self.order, (self.clock)());
    }

    /// Draws the room as it is now.
    pub fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        self.refresh();
        let mut sheet = Sheet { room: &self.room, order: self.order, palette: &self.palette, area, buffer };
        let layout = sheet.layout();
        self.page = layout.rows;
        self.top = self.top.min(self.room.learners.len().saturating_sub(layout.rows));
        self.left = self.left.min(self.room.steps.len().saturating_sub(layout.steps));
        sheet.draw(&layout, self.top, self.left);
    }
}
