//! The frame of the class view: a header, the grid of learners by steps, the most frequent findings, the keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use pprepl_lessons::{Learning, Mark, Order, Room};
use pprepl_text::columns::{shortened, width};
use pprepl_text::theme::Role;
use pprepl_text::visible;

use crate::tui::paint::Palette;

/// The maximum width of the names.
const MAX_NAME: usize = 24;

/// The minimum width of the names.
const MIN_NAME: usize = 8;

/// The width of the count of steps.
const COUNT: usize = 6;

/// The width of the time, in words and on a narrow screen.
const TIME: usize = 10;
const SHORT_TIME: usize = 5;

/// The width of a narrow screen.
const NARROW: usize = 60;

/// The minimum width for the step and the finding.
const MIN_STATE: usize = 12;

/// The maximum number of lines of findings.
const MAX_FINDINGS: usize = 4;

/// A frame to draw.
pub struct Sheet<'s> {
    pub room: &'s Room,
    pub order: Order,
    pub palette: &'s Palette,
    pub area: Rect,
    pub buffer: &'s mut Buffer,
}

/// The sizes of the parts.
pub struct Layout {
    /// The number of visible learners.
    pub rows: usize,
    /// The number of visible steps.
    pub steps: usize,
    /// The width of the names.
    name: usize,
    /// The width of the time.
    time: usize,
    /// The width of a step.
    cell: usize,
    /// The number of lines of findings.
    findings: usize,
}

impl Sheet<'_> {
    /// Divides the screen.
    pub fn layout(&self) -> Layout {
        let (across, height) = (usize::from(self.area.width), usize::from(self.area.height));
        let longest = self.room.learners.iter().map(|learner| width(&visible(&learner.name))).max().unwrap_or(0);
        let time = if across < NARROW { SHORT_TIME } else { TIME };
        let name = longest.clamp(MIN_NAME, MAX_NAME.min((across * 3 / 10).max(MIN_NAME)));
        let count = self.room.steps.len();
        let free = across.saturating_sub(name + 1 + COUNT + time);
        let cell = [3, 2, 1].into_iter().find(|cell| cell * count <= free).unwrap_or(1);
        let findings = match self.room.findings.len() {
            0 => 0,
            known => known.min(if height >= 20 { MAX_FINDINGS } else { 1 }),
        };
        let rows = height.saturating_sub(3 + usize::from(findings > 1) + findings).max(1);
        Layout { rows, steps: (free / cell).min(count), name, time, cell, findings }
    }

    /// Draws the frame with these first learner and step.
    pub fn draw(&mut self, layout: &Layout, top: usize, left: usize) {
        self.buffer.set_style(self.area, self.palette.style(Role::Plain));
        self.header();
        self.steps(layout, left);
        let room = self.room;
        if room.learners.is_empty() {
            self.put(0, 3, "No report yet: learners start with 'pprepl learn --report FILE'.", Role::Hint);
        }
        for (at, learner) in room.learners.iter().skip(top).take(layout.rows).enumerate() {
            self.learner(layout, left, at + 2, learner);
        }
        self.findings(layout);
        self.keys(layout, top);
    }

    /// Writes text at a column and a row, as far as it fits.
    fn put(&mut self, column: usize, row: usize, text: &str, role: Role) {
        self.styled(column, row, text, self.palette.style(role));
    }

    fn styled(&mut self, column: usize, row: usize, text: &str, style: Style) {
        let (across, height) = (usize::from(self.area.width), usize::from(self.area.height));
        if column >= across || row >= height {
            return;
        }
        let text = shortened(text, across - column);
        let (column, row) = (u16::try_from(column).unwrap_or(u16::MAX), u16::try_from(row).unwrap_or(u16::MAX));
        self.buffer.set_string(self.area.x + column, self.area.y + row, text, style);
    }

    fn header(&mut self) {
        let room = self.room;
        let stuck = room.learners.iter().filter(|learner| learner.stuck.is_some()).count();
        let people = counted(room.learners.len(), "learner", "learners");
        let title = if room.title.is_empty() { room.lesson.as_str() } else { room.title.as_str() };
        let title = format!(" {} ", visible(title));
        let mut parts = vec![people];
        if stuck > 0 {
            parts.push(format!("{stuck} stuck"));
        }
        if room.damaged > 0 {
            parts.push(counted(room.damaged, "damaged line", "damaged lines"));
        }
        if room.unreadable > 0 {
            parts.push(counted(room.unreadable, "unreadable file", "unreadable files"));
        }
        let style = self.palette.style(Role::Title).add_modifier(Modifier::BOLD);
        self.styled(0, 0, &title, style);
        let has_problem = stuck + room.damaged + room.unreadable > 0;
        let role = if has_problem { Role::Warning } else { Role::Hint };
        self.put(width(&title) + 1, 0, &parts.join(", "), role);
    }

    /// Writes the numbers of the steps.
    fn steps(&mut self, layout: &Layout, left: usize) {
        for (at, number) in (left + 1..).take(layout.steps).enumerate() {
            let text = match layout.cell {
                1 => (number % 10).to_string(),
                wide => format!("{number:>wide$}"),
            };
            self.put(layout.name + 1 + at * layout.cell, 1, &text, Role::Hint);
        }
        let right = layout.name + 1 + layout.steps * layout.cell;
        let more = if left + layout.steps < self.room.steps.len() { ">" } else { "" };
        self.put(right, 1, more, Role::Hint);
        self.put(right + 2, 1, "done", Role::Hint);
        if left > 0 {
            self.put(layout.name, 1, "<", Role::Hint);
        }
    }

    fn learner(&mut self, layout: &Layout, left: usize, row: usize, learner: &Learning) {
        let is_stuck = learner.stuck.is_some();
        let role = match (is_stuck, learner.is_away) {
            (true, _) => Role::Warning,
            (false, true) => Role::Hint,
            (false, false) => Role::Plain,
        };
        self.put(0, row, &shortened(&visible(&learner.name), layout.name), role);
        for (at, mark) in learner.marks.iter().skip(left).take(layout.steps).enumerate() {
            let column = layout.name + 1 + at * layout.cell + layout.cell - 1;
            let (sign, role) = sign(*mark);
            self.put(column, row, sign, role);
        }
        let right = layout.name + 1 + layout.steps * layout.cell + 1;
        let done = format!("{}/{}", learner.done, learner.marks.len());
        self.put(right, row, &format!("{done:>5}"), Role::Plain);
        self.put(right + COUNT, row, &time(learner, layout.time == SHORT_TIME), role);
        let state = match &learner.finding {
            Some(finding) => format!("{}: {finding}", learner.step),
            None => learner.step.clone(),
        };
        let column = right + COUNT + layout.time;
        if column + MIN_STATE <= usize::from(self.area.width) {
            self.put(column, row, &visible(&state), Role::Hint);
        }
    }

    fn findings(&mut self, layout: &Layout) {
        let room = self.room;
        let top = 2 + layout.rows;
        if layout.findings == 0 {
            return;
        }
        self.put(0, top, "Findings", Role::Title);
        let is_short = layout.findings == 1;
        for (at, finding) in room.findings.iter().take(layout.findings).enumerate() {
            let answers = counted(usize::try_from(finding.count).unwrap_or(usize::MAX), "answer", "answers");
            let people = counted(finding.learners, "learner", "learners");
            let text = format!("{}: {people}, {answers}", visible(&finding.name));
            let (column, row) = if is_short { (10, top) } else { (2, top + 1 + at) };
            self.put(column, row, &text, Role::Plain);
        }
    }

    fn keys(&mut self, layout: &Layout, top: usize) {
        let row = usize::from(self.area.height).saturating_sub(1);
        let count = self.room.learners.len();
        let mut text = format!(" q quit  s sort: {}", self.order.as_str());
        if self.room.lessons.len() > 1 {
            text.push_str("  Tab lesson");
        }
        if count > layout.rows {
            text.push_str(&format!("  {}-{} of {count}", top + 1, (top + layout.rows).min(count)));
        }
        if layout.steps < self.room.steps.len() {
            text.push_str("  Left, Right steps");
        }
        self.put(0, row, &text, Role::Hint);
    }
}

/// Returns the sign and the role of a state.
fn sign(mark: Mark) -> (&'static str, Role) {
    match mark {
        Mark::Open => ("\u{b7}", Role::Hint),
        Mark::Tried => ("\u{2717}", Role::Error),
        Mark::Skipped => ("-", Role::Hint),
        Mark::Shown => ("?", Role::Warning),
        Mark::Done => ("\u{2713}", Role::Success),
        Mark::Missed => ("~", Role::Warning),
    }
}

/// Returns the time of a learner in words; on a narrow screen `!` marks who is stuck.
fn time(learner: &Learning, is_short: bool) -> String {
    match learner.stuck {
        Some(seconds) if is_short => format!("!{}", span(seconds)),
        Some(seconds) => format!("stuck {}", span(seconds)),
        None if learner.is_away => "away".to_owned(),
        None => span(learner.idle),
    }
}

fn span(seconds: u64) -> String {
    match seconds / 60 {
        0 => format!("{seconds}s"),
        minutes @ 1..100 => format!("{minutes}m"),
        minutes => format!("{}h", minutes / 60),
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
