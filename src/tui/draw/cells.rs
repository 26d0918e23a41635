//! Drawing of the cells: number and status symbol on the left, the text, and below it the output. Only visible cells
//! are drawn.

use std::rc::Rc;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::scroll_bar::{self, Mark, Range};
use crate::tui::action::Action;
use crate::tui::appearance::Appearance;
use crate::tui::cells::{CellTable, new_kind};
use crate::tui::dialog::{StyledLine, styled};
use crate::tui::editor::{Editor, Marks, ReadOnlyView};
use crate::tui::keyboard::Keyboard;
use crate::tui::lesson::Learning;
use crate::tui::mode::Mode;
use crate::tui::pane_layout::PaneLayout;
use crate::tui::results::{self, ResultStyle};
use crate::tui::state::{Below, Status};
use crate::tui::viewport::{Top, Viewport};
use crate::tui::workspace::Workspace;
use pprepl_lessons::{LessonCells, Part, command_line};
use pprepl_notebook::kernel::PausedCell;
use pprepl_notebook::{Cell, CellId};
use pprepl_text::columns::{shortened, width, wrap};
use pprepl_text::theme::Role;
use pprepl_text::{Severity, Span, visible};

/// The rows of a cell: its text, its output, and an empty row.
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

/// Returns the width of the left margin: a cell's number of up to `margin - 3` digits, its status, and a bar.
fn margin(width: u16) -> u16 {
    match width {
        50.. => 6,
        30..50 => 5,
        _ => 3,
    }
}

/// The components that drawing the cells uses.
pub struct CellPainter<'a> {
    pub book: &'a Workspace,
    pub cells: &'a mut CellTable,
    pub view: &'a mut Viewport,
    pub keys: &'a Keyboard,
    pub appearance: &'a Appearance,
    pub learning: &'a Learning,
    pub lesson_cells: &'a LessonCells,
    pub panes: &'a PaneLayout,
    /// The matches of the visible search: each with its cell and line.
    pub hits: &'a [(CellId, usize)],
    pub current: CellId,
    pub mode: Mode,
}

impl CellPainter<'_> {
    /// Returns the editor of the current cell.
    fn editor(&mut self) -> &mut Editor {
        self.cells.editor(self.current, self.book.cell(self.current), self.keys.map.set())
    }

    /// Draws the cells. Returns the cursor position if it is visible.
    pub fn draw(&mut self, frame: &mut Frame) -> Option<Position> {
        let area = self.view.areas.cells;
        self.view.places.clear();
        if area.is_empty() {
            return None;
        }
        let rows = usize::from(area.height);
        let top = self.view.top_place(self.book, self.current);
        self.take_top(top);
        if self.view.follow {
            self.follow_current(rows);
        }
        if self.view.take_growth(rows) {
            self.fill(rows);
        }
        let (first, row) = self.view.top_place(self.book, self.current);
        let mut number = self.book.cells().iter().take(first).filter(|cell| cell.is_code()).count();
        let mut cursor = None;
        let (mut place, mut next) = (first, -isize::try_from(row).unwrap_or(0));
        while usize::try_from(next).unwrap_or(0) < rows {
            let Some(height) = self.height(place) else { break };
            let is_code = self.book.cells().get(place).is_some_and(Cell::is_code);
            number += usize::from(is_code);
            let found = self.draw_cell(frame.buffer_mut(), area, height, next, is_code.then_some(number));
            cursor = cursor.or(found);
            next = next.saturating_add_unsigned(height.all());
            place += 1;
        }
        self.draw_scroll_bar(frame.buffer_mut(), area, (first, row), place);
        cursor
    }

    /// Returns the width of a cell's text and output.
    fn text_width(&self) -> u16 {
        let width = self.view.areas.cells.width;
        width.saturating_sub(margin(width) + 1).max(1)
    }

    /// Returns the height of the cell at this index; `None` below the last one.
    fn height(&mut self, place: usize) -> Option<Height> {
        let width = self.text_width();
        let cell = self.book.cells().get(place)?;
        let (id, folded) = (cell.id, cell.folded);
        let state = self.cells.state(id);
        let text = match &mut state.editor {
            _ if folded => 1,
            Some(editor) => editor.height(width),
            None => {
                state.still.get_or_insert_with(|| ReadOnlyView::new(&*cell.text, new_kind(cell.kind))).height(width)
            }
        };
        if folded {
            return Some(Height { id, text, below: 0 });
        }
        let edited = self.cells.is_edited(self.book, id);
        let unused =
            !self.learning.is_open() && self.cells.findings_of(id).any(|finding| finding.severity == Severity::Note);
        Some(Height { id, text, below: self.below(id, width, edited, unused).len() })
    }

    /// Makes a row of the cell at an index the first visible one. Skips to the next cell if the cell has fewer rows.
    fn take_top(&mut self, (mut place, mut row): (usize, usize)) {
        let last = self.book.cells().len().saturating_sub(1);
        place = place.min(last);
        while let Some(height) = self.height(place) {
            if row < height.all() || place == last {
                self.view.top = Top { cell: height.id, row: row.min(height.all() - 1) };
                return;
            }
            row -= height.all();
            place += 1;
        }
    }

    /// Scrolls down by a number of rows.
    pub fn scroll(&mut self, by: isize) {
        let (mut place, row) = self.view.top_place(self.book, self.current);
        let mut above = isize::try_from(row).unwrap_or(isize::MAX).saturating_add(by);
        while above < 0 && place > 0 {
            place -= 1;
            above = above.saturating_add_unsigned(self.height(place).map_or(0, Height::all));
        }
        self.take_top((place, usize::try_from(above).unwrap_or(0)));
        self.view.follow = false;
    }

    /// Scrolls up where rows below the last cell would be empty.
    fn fill(&mut self, rows: usize) {
        let (first, row) = self.view.top_place(self.book, self.current);
        let mut below = 0;
        let mut place = first;
        while let Some(height) = self.height(place).filter(|_| below < rows + row) {
            below += height.all();
            place += 1;
        }
        let empty = (rows + row).saturating_sub(below);
        if empty > 0 && (first, row) != (0, 0) {
            let follow = self.view.follow;
            self.scroll(-isize::try_from(empty).unwrap_or(0));
            self.view.follow = follow;
        }
    }

    /// Returns the first cell that starts in the visible part, or else the one that covers it.
    pub fn first_in_sight(&mut self) -> usize {
        let (place, row) = self.view.top_place(self.book, self.current);
        let rows = usize::from(self.view.areas.cells.height);
        let begins = self.height(place).is_some_and(|height| height.all() < row + rows);
        let is_last = place + 1 >= self.book.cells().len();
        if row > 0 && begins && !is_last { place + 1 } else { place }
    }

    /// Returns the lines below a cell, rebuilt if their cache key has changed.
    fn below(&mut self, id: CellId, width: u16, edited: bool, unused: bool) -> Rc<Vec<StyledLine>> {
        let width = usize::from(width);
        let stale = self.cells.status(id) == Status::Stale;
        let wanted = Below { width, stale, edited, unused };
        if let Some((known, lines)) = self.cells.get(id).and_then(|cell| cell.below.as_ref())
            && *known == wanted
        {
            return lines.clone();
        }
        let report = self.cells.report(id).cloned();
        let mut lines = self.remarks(id, width);
        if !self.is_prompt_command(id) {
            lines.extend(self.cells.diagnostic_lines(self.book, id, width, &self.keys.text_of(Action::Fix)));
        }
        lines.extend(self.saved_line(id, width));
        if let Some(report) = report.filter(|report| !report.empty) {
            let key = |action| self.keys.text_of(action);
            let (fix, explore, show) = (key(Action::Fix), key(Action::Explore), key(Action::HideResult));
            let explained = &self.cells.explained(id);
            let (times, hidden) = (self.appearance.times, self.cells.hides_result(id));
            let (fix, explore, show) = (&*fix, &*explore, &*show);
            let look = ResultStyle { stale, edited, unused, times, hidden, explained, fix, explore, show };
            lines.extend(results::lines(&report, width, look, &mut self.view.colours));
        }
        lines.extend(self.learning.below(self.lesson_cells.part(id), width, &mut self.view.colours));
        let lines = Rc::new(lines);
        if let Some(cell) = self.cells.get_mut(id) {
            cell.below = Some((wanted, lines.clone()));
        }
        lines
    }

    /// Returns whether the learner answers with a command of the prompt: it is not Puppet, and not wrong.
    fn is_prompt_command(&self, id: CellId) -> bool {
        matches!(self.lesson_cells.part(id), Some(Part::Exercise(_)))
            && self.book.cell(id).is_some_and(|cell| command_line(&cell.text).is_some())
    }

    /// Returns the line that explains why a cell does not run automatically.
    fn saved_line(&self, id: CellId, width: usize) -> Option<StyledLine> {
        let key = |action| self.keys.text_of(action);
        let text = match self.cells.paused(id)? {
            PausedCell::Reads => format!("not run automatically: it reads files ({} runs it)", key(Action::Run)),
            PausedCell::Needs => "not run automatically: it needs a cell that reads files".to_owned(),
        };
        Some(vec![(Role::Warning, shortened(&text, width))])
    }

    /// Returns the lines about a cell's relations to others.
    fn remarks(&self, id: CellId, width: usize) -> Vec<StyledLine> {
        let mut lines = Vec::new();
        let mut told = self.cells.errors_of(id).peekable();
        if told.peek().is_none() {
            return lines;
        }
        let ids: Vec<CellId> = self.book.code().map(|cell| cell.id).collect();
        for finding in told {
            let role = results::severity_role(finding.severity);
            let message = finding.message.by_places(&ids);
            let message = visible(&message);
            lines.extend(wrap(&message, width).into_iter().map(|line| vec![(role, line)]));
            let help = format!("help: {}", finding.help.by_places(&ids));
            let help = visible(&help);
            lines.extend(
                wrap(&help, width.saturating_sub(2)).into_iter().map(|line| vec![(Role::Help, format!("  {line}"))]),
            );
        }
        lines
    }

    /// Scrolls to the cursor, or to the current cell with its output.
    fn follow_current(&mut self, rows: usize) {
        let Some(here) = self.book.place(self.current) else { return };
        let Some(height) = self.height(here) else { return };
        let folded = self.book.cell(height.id).is_some_and(|cell| cell.folded);
        let line = match self.mode {
            Mode::Edit if !folded => self.editor().cursor_place().0,
            _ => 0,
        };
        let (top, row) = self.view.top_place(self.book, self.current);
        if (here, line) < (top, row) {
            return self.take_top((here, line));
        }
        // The output is scrolled into view too, if both fit.
        let last = height.text + height.below.min(rows.saturating_sub(line + 1));
        let wanted = if last.saturating_sub(line) < rows { last } else { line };
        // Cells far above need no measuring.
        let between = (top..here).try_fold(0, |sum, place| {
            let sum = sum + self.height(place).map_or(0, Height::all);
            if sum > row + rows { Err(sum) } else { Ok(sum) }
        });
        let at = between.unwrap_or_else(|sum| sum) + wanted;
        if at >= row + rows {
            (self.view.top, self.view.follow) = (Top { cell: height.id, row: 0 }, true);
            let by = isize::try_from(wanted + 1).unwrap_or(0) - isize::try_from(rows).unwrap_or(0);
            self.scroll(by);
            self.view.follow = true;
        }
    }

    /// Draws a cell whose first row is `start` rows below the first visible one, with its `number`.
    fn draw_cell(
        &mut self,
        buffer: &mut Buffer,
        area: Rect,
        height: Height,
        start: isize,
        number: Option<usize>,
    ) -> Option<Position> {
        let left = margin(area.width);
        let inside = Rect { x: area.x + left, width: area.width.saturating_sub(left + 1), ..area };
        // The cell's visible rows, counted from its first one.
        let above = usize::try_from(-start).unwrap_or(0);
        let skipped = usize::try_from(start).unwrap_or(0);
        let first = above;
        let last = (above + usize::from(area.height).saturating_sub(skipped)).min(height.text + height.below);
        if first >= last {
            return None;
        }
        let y = |row: usize| area.y + u16::try_from(skipped + row - above).unwrap_or(0);
        self.draw_margin(buffer, area, (height, number), y(first), (first, last));
        let mut cursor = None;
        if first < height.text {
            let count = u16::try_from(last.min(height.text) - first).unwrap_or(0);
            let text = Rect { y: y(first), height: count, ..inside };
            self.view.places.push((height.id, text, first));
            cursor = self.draw_text(buffer, text, height.id, first);
        }
        if last > height.text {
            let lines = self.cells.get(height.id).and_then(|cell| cell.below.as_ref());
            let lines = lines.map(|(_, lines)| lines.clone()).unwrap_or_default();
            let from = first.max(height.text);
            for row in from..last {
                if let Some(line) = lines.get(row - height.text) {
                    buffer.set_line(inside.x, y(row), &styled(line, &self.appearance.palette), inside.width);
                }
            }
        }
        cursor
    }

    fn draw_text(&mut self, buffer: &mut Buffer, area: Rect, id: CellId, first: usize) -> Option<Position> {
        let (current, edited) = (id == self.current, self.cells.is_edited(self.book, id));
        let ahead = self.cells.diagnostic_marks(self.book, id);
        let palette = &self.appearance.palette;
        let folded = self.book.cell(id).filter(|cell| cell.folded).map(|cell| self.folded_part(cell));
        let state = self.cells.get_mut(id)?;
        let mut marks = Marks { ahead, ..state.marks.clone() };
        if !edited {
            marks.version = state.editor.as_ref().map_or(marks.version, Editor::version);
            marks.findings.extend(state.found.iter().copied());
        }
        if current {
            // The line selected in a pane must be visible; marks that only follow the cursor must not take the colors
            // of a page.
            let text = self.book.cell(id).map_or("", |cell| cell.text.as_str());
            let is_line = |span: &Span| !span.of(text).contains('\n');
            for place in self.panes.places() {
                let chosen = place.line.is_some();
                marks.names.extend(place.marks().into_iter().filter(|(span, _)| chosen || is_line(span)));
            }
        }
        let cursor = match (&mut state.editor, &mut state.still) {
            (Some(editor), _) if current => editor.draw_at(area, first, buffer, palette, &marks),
            (Some(editor), _) => {
                editor.draw_at(area, first, buffer, palette, &marks);
                None
            }
            (None, Some(still)) => {
                still.draw(area, first, buffer, palette, &marks, &mut self.view.colours);
                None
            }
            (None, None) => None,
        };
        if self.lesson_cells.is_locked(id) && !self.lesson_cells.is_question(id) {
            buffer.set_style(area, palette.style(Role::CellLocked));
        }
        self.draw_title(buffer, area, id, first);
        self.draw_welcome(buffer, area, id);
        let is_folded = folded.is_some();
        if let Some(part) = folded {
            let title = visible(self.book.cell(id).map_or("", |cell| cell.title())).into_owned();
            let more = format!(" … {part}  {title}");
            let more = shortened(more.trim_end(), usize::from(area.width));
            let column = area.right().saturating_sub(u16::try_from(width(&more)).unwrap_or(0));
            buffer.set_stringn(column, area.y, more, usize::from(area.width), palette.style(Role::Hint));
        }
        cursor.filter(|_| !is_folded)
    }

    /// Returns what a folded cell does not show.
    fn folded_part(&self, cell: &Cell) -> String {
        let lines = match cell.text.lines().count().saturating_sub(1) {
            0 => None,
            1 => Some("1 line".to_owned()),
            count => Some(format!("{count} lines")),
        };
        let result = self.cells.report(cell.id).is_some_and(|report| report.has_output()).then(|| "result".to_owned());
        let parts: Vec<String> = lines.into_iter().chain(result).collect();
        if parts.is_empty() { "folded".to_owned() } else { format!("{} folded", parts.join(", ")) }
    }

    /// Draws the hints in an empty notebook.
    fn draw_welcome(&self, buffer: &mut Buffer, area: Rect, id: CellId) {
        let empty = self.book.cells().len() == 1 && self.book.cell(id).is_some_and(|cell| cell.text.is_empty());
        let key = |action| self.keys.text_of(action);
        if empty {
            let text = format!("type Puppet here; {} runs it, {} shows help", key(Action::Run), key(Action::Help));
            buffer.set_stringn(
                area.x,
                area.y,
                text,
                usize::from(area.width),
                self.appearance.palette.style(Role::Hint),
            );
        }
    }

    /// Draws the title of a cell, right-aligned in its first row if there is room.
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
        let look = look.map_or(self.appearance.palette.style(Role::Hint), |ground| {
            self.appearance.palette.style(Role::Hint).bg(ground)
        });
        buffer.set_stringn(column, area.y, &title, wide, look);
    }

    fn draw_margin(
        &mut self,
        buffer: &mut Buffer,
        area: Rect,
        (height, number): (Height, Option<usize>),
        y: u16,
        (first, last): (usize, usize),
    ) {
        let left = margin(area.width);
        let current = height.id == self.current;
        let status = self.cells.status(height.id);
        let (mut sign, mut role) = status.sign();
        if self.cells.is_edited(self.book, height.id) {
            (sign, role) = ("*", Role::Warning);
        }
        let is_waiting = matches!(status, Status::Running(_) | Status::Waiting);
        let part = self.lesson_cells.part(height.id);
        if let Some(mark) = self.learning.mark(part).filter(|_| !is_waiting) {
            (sign, role) = mark;
        }
        if first == 0 {
            let room = usize::from(left - 3);
            let number = number.map_or_else(|| "¶".to_owned(), |number| number.to_string());
            // Without room for more, the last digits distinguish cells.
            let number = number.get(number.len().saturating_sub(room)..).filter(|_| room > 0).unwrap_or_default();
            let number = format!("{number:>room$}");
            let (x, _) = buffer.set_stringn(area.x, y, number, 4, self.appearance.palette.style(Role::CellNumber));
            buffer.set_stringn(x, y, sign, 1, self.appearance.palette.style(role));
        }
        let (bar, role) = match (current, self.mode) {
            (true, Mode::Edit) => ("┃", Role::BorderActive),
            (true, Mode::Select) => ("█", Role::BorderActive),
            (false, _) if self.lesson_cells.is_locked(height.id) => ("┆", Role::Border),
            (false, _) => ("│", Role::Border),
        };
        for row in first..last {
            let at = y + u16::try_from(row - first).unwrap_or(0);
            buffer.set_stringn(area.x + left - 2, at, bar, 1, self.appearance.palette.style(role));
        }
    }

    /// Draws the scroll bar: from row `row` of the cell at `first` to the cell before `end`.
    fn draw_scroll_bar(&mut self, buffer: &mut Buffer, area: Rect, (first, row): (usize, usize), end: usize) {
        let count = self.book.cells().len();
        // By rows; with very many cells by cells, because measuring all of them would take too long.
        let heights: Vec<usize> = match count <= COUNTED {
            true => (0..count).map(|place| self.height(place).map_or(0, Height::all)).collect(),
            false => Vec::new(),
        };
        let starts: Vec<usize> = heights
            .iter()
            .scan(0, |at, height| {
                let start = *at;
                *at += height;
                Some(start)
            })
            .collect();
        let range = match starts.get(first) {
            Some(start) => Range { above: start + row, seen: usize::from(area.height), total: heights.iter().sum() },
            None => Range { above: first, seen: end - first, total: count },
        };
        if !range.is_complete() {
            let row = |place: usize, line: usize| starts.get(place).map_or(place, |start| start + line);
            let marks = self.marks().into_iter().map(|(place, line, mark)| (row(place, line), mark));
            scroll_bar::draw(buffer, area, range, marks, &self.appearance.palette);
        }
    }

    /// Returns the marks of the scroll bar: the index of a cell, a line in it, and the mark.
    fn marks(&mut self) -> Vec<(usize, usize, Mark)> {
        let (book, current) = (self.book, self.current);
        let mut marks: Vec<(usize, usize, Mark)> = Vec::new();
        if book.cells().len() <= MARKED {
            let mark = |(place, cell): (usize, &Cell)| match self.cells.status(cell.id) {
                Status::Failed => Some((place, 0, Mark::Failed)),
                Status::Stale => Some((place, 0, Mark::Stale)),
                Status::New | Status::Waiting | Status::Running(_) | Status::Done => None,
            };
            marks.extend(book.cells().iter().enumerate().filter_map(mark));
        }
        marks.extend(self.hits.iter().filter_map(|(id, line)| Some((book.place(*id)?, *line, Mark::Hit))));
        let line = if self.mode == Mode::Edit { self.editor().cursor_place().0 } else { 0 };
        marks.extend(book.place(current).map(|place| (place, line, Mark::Current)));
        marks
    }
}

/// Maximum number of cells whose status the scroll bar shows.
const MARKED: usize = 5_000;

/// Maximum number of cells measured for the scroll bar.
const COUNTED: usize = 300;
