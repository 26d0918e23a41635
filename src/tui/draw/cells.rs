//! The cells: number and sign on the left, the text, and below it what the run gave. Only what is in sight is drawn.

use std::rc::Rc;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::notebook::CellId;
use crate::notebook::kernel::Finding;
use crate::text::columns::{shortened, width, wrap};
use crate::text::{Severity, Source, visible};
use crate::tui::act::new_kind;
use crate::tui::action::Action;
use crate::tui::app::{App, Mode};
use crate::tui::dialog::{Passage, styled};
use crate::tui::editor::{Editor, Marks, Still};
use crate::tui::engine::by_places;
use crate::tui::results::{self, Look};
use crate::tui::state::{Below, Status};

/// How many rows a cell takes: its text, what stands below, and an empty one.
#[derive(Clone, Copy)]
struct Height {
    id: CellId,
    text: usize,
    below: usize,
}

impl Height {
    fn all(self) -> usize {
        self.text + self.below + 1
    }
}

/// What the left margin takes.
fn margin(width: u16) -> u16 {
    if width >= 50 { 6 } else { 3 }
}

impl App {
    /// Draws the cells; tells where the cursor is, when it is in sight.
    pub(super) fn draw_cells(&mut self, frame: &mut Frame) -> Option<Position> {
        let area = self.areas.cells;
        self.places.clear();
        if area.is_empty() {
            return None;
        }
        let heights = self.heights(area);
        let total: usize = heights.iter().map(|height| height.all()).sum();
        if self.follow {
            self.follow_current(&heights, usize::from(area.height));
        }
        self.top = self.top.min(total.saturating_sub(1));
        let mut cursor = None;
        let mut start = 0;
        for height in &heights {
            let end = start + height.all();
            if end > self.top && start < self.top + usize::from(area.height) {
                let found = self.draw_cell(frame.buffer_mut(), area, *height, start);
                cursor = cursor.or(found);
            }
            start = end;
        }
        self.draw_scrollbar(frame.buffer_mut(), area, total);
        cursor
    }

    fn heights(&mut self, area: Rect) -> Vec<Height> {
        let width = area.width.saturating_sub(margin(area.width) + 1).max(1);
        let mut heights = Vec::with_capacity(self.book.cells().len());
        for cell in self.book.cells() {
            let state = self.cells.entry(cell.id).or_default();
            let text = match &mut state.editor {
                _ if cell.folded => 1,
                Some(editor) => editor.height(width),
                None => state.still.get_or_insert_with(|| Still::new(&*cell.text, new_kind(cell.kind))).height(width),
            };
            let edited = self.committed.get(&cell.id).is_some_and(|known| **known != *cell.text);
            heights.push((Height { id: cell.id, text, below: 0 }, cell.folded, edited));
        }
        let below = |(height, folded, edited): (Height, bool, bool)| match folded {
            true => height,
            false => {
                let unused = self.findings_of(height.id).any(|finding| finding.severity == Severity::Note);
                Height { below: self.below(height.id, width, edited, unused).len(), ..height }
            }
        };
        heights.into_iter().map(below).collect()
    }

    /// The lines below a cell, made anew when they are for another width.
    fn below(&mut self, id: CellId, width: u16, edited: bool, unused: bool) -> Rc<Vec<Passage>> {
        let width = usize::from(width);
        let stale = self.cells.get(&id).is_some_and(|cell| cell.status == Status::Stale);
        let wanted = Below { width, stale, edited, unused };
        if let Some((known, lines)) = self.cells.get(&id).and_then(|cell| cell.below.as_ref())
            && *known == wanted
        {
            return lines.clone();
        }
        let report = self.cells.get(&id).and_then(|cell| cell.report.clone());
        let mut lines = self.remarks(id, width);
        lines.extend(self.foreseen_lines(id, width));
        if let Some(report) = report.filter(|report| !report.empty) {
            let key = |action| self.keymap.key_of(action).map(ToString::to_string).unwrap_or_default();
            let (fix, explore) = (key(Action::Fix), key(Action::Explore));
            let explained = self.explained(id);
            let times = self.times;
            let look = Look { stale, edited, unused, times, explained: &explained, fix: &fix, explore: &explore };
            lines.extend(results::lines(&report, width, look, &mut self.colours));
        }
        let lines = Rc::new(lines);
        if let Some(cell) = self.cells.get_mut(&id) {
            cell.below = Some((wanted, lines.clone()));
        }
        lines
    }

    /// What is to be said of how a cell stands to others.
    fn findings_of(&self, id: CellId) -> impl Iterator<Item = &Finding> {
        self.findings.get(&id).into_iter().flatten()
    }

    /// What stands above the cell's results; a note has its place at their foot.
    fn faults_of(&self, id: CellId) -> impl Iterator<Item = &Finding> {
        self.findings_of(id).filter(|finding| finding.severity != Severity::Note)
    }

    /// The places in the text that ran where it is known why it failed: lines and columns.
    fn explained(&self, id: CellId) -> Vec<(u32, u32)> {
        let mut found = self.faults_of(id).peekable();
        let Some(text) = self.committed.get(&id).filter(|_| found.peek().is_some()) else { return Vec::new() };
        let source = Source::new("", text.clone());
        let place = |finding: &Finding| source.line_column(finding.span.start);
        found.map(place).map(|place| (place.line, place.column)).collect()
    }

    /// What is to be said of how the cell stands to others.
    fn remarks(&self, id: CellId, width: usize) -> Vec<Passage> {
        let mut lines = Vec::new();
        let mut told = self.faults_of(id).peekable();
        if told.peek().is_none() {
            return lines;
        }
        let ids: Vec<CellId> = self.book.code().map(|cell| cell.id).collect();
        for finding in told {
            let role = results::severity_role(finding.severity);
            let message = by_places(&finding.message, &ids);
            let message = visible(&message);
            lines.extend(wrap(&message, width).into_iter().map(|line| vec![(role, line)]));
            let help = format!("help: {}", by_places(&finding.help, &ids));
            let help = visible(&help);
            lines.extend(
                wrap(&help, width.saturating_sub(2)).into_iter().map(|line| vec![("help", format!("  {line}"))]),
            );
        }
        lines
    }

    /// Brings the cursor, or the current cell with what is below it, into sight.
    fn follow_current(&mut self, heights: &[Height], rows: usize) {
        let mut start = 0;
        for height in heights {
            if height.id != self.current {
                start += height.all();
                continue;
            }
            let folded = self.book.cell(height.id).is_some_and(|cell| cell.folded);
            let row = match self.mode {
                Mode::Edit if !folded => self.editor().cursor_place().0,
                _ => 0,
            };
            // What the run gave is wanted in sight too, where there is room for both.
            let last = start + height.text + height.below.min(rows.saturating_sub(row + 1));
            let line = start + row;
            let wanted = if last.saturating_sub(line) < rows { last } else { line };
            if wanted >= self.top + rows {
                self.top = wanted + 1 - rows;
            }
            if line < self.top {
                self.top = line;
            }
            return;
        }
    }

    fn draw_cell(&mut self, buffer: &mut Buffer, area: Rect, height: Height, start: usize) -> Option<Position> {
        let left = margin(area.width);
        let inside = Rect { x: area.x + left, width: area.width.saturating_sub(left + 1), ..area };
        let (top, rows) = (self.top, usize::from(area.height));
        // The rows of the cell that are in sight, counted from its first one.
        let first = top.saturating_sub(start);
        let last = (top + rows - start).min(height.text + height.below);
        if first >= last {
            return None;
        }
        let y = |row: usize| area.y + u16::try_from(start + row - top).unwrap_or(0);
        self.draw_margin(buffer, area, height, y(first), (first, last));
        let mut cursor = None;
        if first < height.text {
            let count = u16::try_from(last.min(height.text) - first).unwrap_or(0);
            let text = Rect { y: y(first), height: count, ..inside };
            self.places.push((height.id, text, first));
            cursor = self.draw_text(buffer, text, height.id, first);
        }
        if last > height.text {
            let lines = self.cells.get(&height.id).and_then(|cell| cell.below.as_ref());
            let lines = lines.map(|(_, lines)| lines.clone()).unwrap_or_default();
            let from = first.max(height.text);
            for row in from..last {
                if let Some(line) = lines.get(row - height.text) {
                    buffer.set_line(inside.x, y(row), &styled(line, &self.palette), inside.width);
                }
            }
        }
        cursor
    }

    fn draw_text(&mut self, buffer: &mut Buffer, area: Rect, id: CellId, first: usize) -> Option<Position> {
        let (current, edited) = (id == self.current, self.is_edited(id));
        let ahead = self.foreseen_marks(id);
        let (palette, folded) = (&self.palette, self.book.cell(id).is_some_and(|cell| cell.folded));
        let state = self.cells.get_mut(&id)?;
        let mut marks = Marks { ahead, ..state.marks.clone() };
        if !edited {
            marks.version = state.editor.as_ref().map_or(marks.version, Editor::version);
            marks.findings.extend(state.found.iter().copied());
        }
        if current {
            for place in self.docked.places() {
                marks.names.extend(place.marks());
            }
        }
        let cursor = match (&mut state.editor, &mut state.still) {
            (Some(editor), _) if current => editor.draw_at(area, first, buffer, palette, &marks),
            (Some(editor), _) => {
                editor.draw_at(area, first, buffer, palette, &marks);
                None
            }
            (None, Some(still)) => {
                still.draw(area, first, buffer, palette, &marks, &mut self.colours);
                None
            }
            (None, None) => None,
        };
        self.draw_title(buffer, area, id, first);
        self.draw_welcome(buffer, area, id);
        if folded {
            let lines = self.book.cell(id).map_or(0, |cell| cell.text.lines().count());
            let title = visible(self.book.cell(id).map_or("", |cell| cell.title())).into_owned();
            let more = format!(" … {} lines  {title}", lines.saturating_sub(1));
            let more = shortened(more.trim_end(), usize::from(area.width));
            let column = area.right().saturating_sub(u16::try_from(width(&more)).unwrap_or(0));
            buffer.set_stringn(column, area.y, more, usize::from(area.width), palette.look("hint"));
        }
        cursor.filter(|_| !folded)
    }

    /// What to do in a notebook that has nothing yet.
    fn draw_welcome(&self, buffer: &mut Buffer, area: Rect, id: CellId) {
        let empty = self.book.cells().len() == 1 && self.book.cell(id).is_some_and(|cell| cell.text.is_empty());
        let key = |action| self.keymap.key_of(action).map(ToString::to_string).unwrap_or_default();
        if empty {
            let text = format!("type Puppet here; {} runs it, {} helps", key(Action::Run), key(Action::Help));
            buffer.set_stringn(area.x, area.y, text, usize::from(area.width), self.palette.look("hint"));
        }
    }

    /// The title of a cell, at the right of its first row where that leaves room.
    fn draw_title(&self, buffer: &mut Buffer, area: Rect, id: CellId, first: usize) {
        let Some(cell) = self.book.cell(id).filter(|cell| first == 0 && !cell.folded && !cell.title().is_empty())
        else {
            return;
        };
        let title = visible(cell.title());
        let title = shortened(&title, usize::from(area.width) / 2);
        let used = width(&visible(cell.text.lines().next().unwrap_or_default()));
        let wide = width(&title);
        if used + wide + 3 > usize::from(area.width) {
            return;
        }
        let column = area.right().saturating_sub(u16::try_from(wide).unwrap_or(0));
        let look = buffer.cell(Position::new(column, area.y)).map(|cell| cell.bg);
        let look = look.map_or(self.palette.look("hint"), |ground| self.palette.look("hint").bg(ground));
        buffer.set_stringn(column, area.y, &title, wide, look);
    }

    fn draw_margin(&mut self, buffer: &mut Buffer, area: Rect, height: Height, y: u16, (first, last): (usize, usize)) {
        let left = margin(area.width);
        let current = height.id == self.current;
        let status = self.cells.get(&height.id).map(|cell| cell.status).unwrap_or_default();
        let (mut sign, mut role) = status.sign();
        if self.is_edited(height.id) {
            (sign, role) = ("*", "warning");
        }
        let number = self.book.number(height.id);
        if first == 0 {
            let number = number.map_or_else(|| "  ¶".to_owned(), |number| format!("{number:>3}"));
            let number = if left >= 6 { number } else { String::new() };
            let (x, _) = buffer.set_stringn(area.x, y, number, 4, self.palette.look("cell.number"));
            buffer.set_stringn(x, y, sign, 1, self.palette.look(role));
        }
        let (bar, role) = match (current, self.mode) {
            (true, Mode::Edit) => ("┃", "border.active"),
            (true, Mode::Select) => ("█", "border.active"),
            (false, _) => ("│", "border"),
        };
        for row in first..last {
            let at = y + u16::try_from(row - first).unwrap_or(0);
            buffer.set_stringn(area.x + left - 2, at, bar, 1, self.palette.look(role));
        }
    }

    fn draw_scrollbar(&self, buffer: &mut Buffer, area: Rect, total: usize) {
        let rows = usize::from(area.height);
        if total <= rows || rows < 3 {
            return;
        }
        let size = (rows * rows / total).max(1);
        let start = (self.top * rows / total).min(rows - size);
        for row in start..start + size {
            let y = area.y + u16::try_from(row).unwrap_or(0);
            buffer.set_stringn(area.right().saturating_sub(1), y, "▐", 1, self.palette.look("border"));
        }
    }
}
