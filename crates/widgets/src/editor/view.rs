//! Painting of the visible rows. The style layers, from bottom to top: the cursor's line, the syntax highlighting, the
//! names that the session knows, diagnostics, search matches, the selection, the brackets at the cursor.

use std::ops::Range;

use ratatui::buffer::Buffer as Screen;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::buffer::Buffer;
use super::layout::{Layout, Row};
use super::{Editor, Marks, grapheme};
use crate::paint::Palette;
use pprepl_session::Mark;
use pprepl_session::edit;
use pprepl_text::theme::ColorDepth;

/// The styles of the visible bytes.
pub(super) struct Canvas {
    from: usize,
    looks: Vec<Style>,
}

impl Canvas {
    /// Returns unstyled bytes for the rows.
    pub fn new(rows: &[Row]) -> Canvas {
        let view = view_of(rows);
        // One extra for a line end at the end.
        Canvas { from: view.start, looks: vec![Style::default(); view.len() + 1] }
    }

    /// Applies a style to a byte range.
    pub fn lay(&mut self, range: Range<usize>, look: Style) {
        let place = |at: usize| at.saturating_sub(self.from).min(self.looks.len());
        let (start, end) = (place(range.start), place(range.end));
        for own in self.looks.get_mut(start..end).unwrap_or_default() {
            *own = own.patch(look);
        }
    }

    /// Applies the styles of marks.
    pub fn lay_marks(&mut self, marks: &[Mark], palette: &Palette) {
        let mut last: Option<(&str, Style)> = None;
        for &(span, role) in marks {
            let look = last.filter(|(known, _)| *known == role).map_or_else(|| palette.style(role), |(_, look)| look);
            last = Some((role, look));
            self.lay(span.start as usize..span.end as usize, look);
        }
    }

    /// Underlines a diagnostic, in the color of its role if the terminal supports it.
    pub fn lay_finding(&mut self, mark: Mark, palette: &Palette) {
        let look = palette.style(mark.1);
        let line = Style::default().add_modifier(Modifier::UNDERLINED);
        let line = match (palette.depth, look.fg) {
            (ColorDepth::TrueColor | ColorDepth::Ansi256, Some(shade)) => line.underline_color(shade),
            (_, Some(shade)) => line.fg(shade),
            _ => line,
        };
        self.lay(mark.0.start as usize..mark.0.end as usize, line);
    }

    fn at(&self, offset: usize) -> Style {
        offset.checked_sub(self.from).and_then(|at| self.looks.get(at)).copied().unwrap_or_default()
    }

    /// Paints the rows.
    pub fn paint(&self, rows: &[Row], buffer: &Buffer, area: Rect, screen: &mut Screen, sign: Style) {
        let area = area.intersection(screen.area);
        for (row, y) in rows.iter().zip(area.top()..area.bottom()) {
            let mut column = 0;
            for (offset, grapheme) in grapheme::graphemes(buffer.slice(row.range.clone())) {
                let look = self.at(row.range.start + offset);
                let (shown, columns) = (grapheme::display(grapheme, column), grapheme::columns(grapheme, column));
                put(screen, area, column, y, &shown, look);
                column += columns;
                if column >= usize::from(area.width) {
                    break;
                }
            }
            if row.goes_on && area.width > 1 {
                put(screen, area, usize::from(area.width) - 1, y, "↪", sign);
            } else {
                // A selected line end is painted as a space.
                put(screen, area, column, y, " ", self.at(row.range.end));
            }
        }
    }
}

/// Writes text without line ends at a column of the area, as far as it fits, with control characters escaped. Returns
/// the column after it.
pub(super) fn put(screen: &mut Screen, area: Rect, column: usize, y: u16, text: &str, look: Style) -> usize {
    let mut column = column;
    for (_, grapheme) in grapheme::graphemes(text) {
        let shown = grapheme::display(grapheme, column);
        for (_, part) in grapheme::graphemes(&shown) {
            let columns = grapheme::columns(part, column);
            if column + columns > usize::from(area.width) {
                return column;
            }
            let x = area.x + column as u16;
            for right in 0..columns as u16 {
                if let Some(cell) = screen.cell_mut((x + right, y)) {
                    cell.set_symbol(if right == 0 { part } else { " " }).set_style(look);
                }
            }
            column += columns;
        }
    }
    column
}

/// Returns the byte range of the rows.
pub(super) fn view_of(rows: &[Row]) -> Range<usize> {
    match (rows.first(), rows.last()) {
        (Some(first), Some(last)) => first.range.start..last.range.end,
        _ => 0..0,
    }
}

/// The rows of the text, and the part of the screen where they are drawn.
pub struct View {
    pub layout: Layout,
    /// The first visible row.
    pub top: usize,
    pub area: Rect,
    /// Whether the editor has the keyboard focus. Only then the cursor's line and bracket are highlighted.
    pub focused: bool,
}

impl View {
    /// Returns a focused view of a standard screen.
    pub fn new(buffer: &Buffer) -> View {
        View { layout: Layout::new(buffer, 80), top: 0, area: Rect::new(0, 0, 80, 24), focused: true }
    }

    /// Returns the number of rows that a page moves.
    pub fn page(&self) -> isize {
        isize::from(i16::try_from(self.area.height).unwrap_or(24)).max(3) - 2
    }

    /// Returns the offset at a screen position.
    pub fn offset_at(&self, buffer: &Buffer, column: u16, row: u16) -> usize {
        let row = self.top + usize::from(row.saturating_sub(self.area.y));
        let row = row.min(self.layout.height().saturating_sub(1));
        self.layout.offset(buffer, row, usize::from(column.saturating_sub(self.area.x)))
    }
}

impl Editor {
    /// Returns the number of rows of the text at this width, with soft wrap.
    pub fn height(&mut self, width: u16) -> usize {
        self.view.layout.set_width(&self.buffer, usize::from(width));
        self.view.layout.height()
    }

    /// Returns the row and column of the cursor at the last used width.
    pub fn cursor_place(&self) -> (usize, usize) {
        self.view.layout.place(&self.buffer, self.cursor)
    }

    /// Returns the first visible row.
    pub fn top(&self) -> usize {
        self.view.top
    }

    /// Draws the text, scrolled to the cursor. Returns the cursor's screen position.
    pub fn draw(&mut self, area: Rect, screen: &mut Screen, palette: &Palette, marks: &Marks) -> Option<Position> {
        self.view.layout.set_width(&self.buffer, usize::from(area.width));
        let (row, height) = (self.row(), usize::from(area.height).max(1));
        let last = self.view.layout.height().saturating_sub(height);
        let top = self.view.top.clamp((row + 1).saturating_sub(height), row).min(last);
        self.draw_at(area, top, screen, palette, marks)
    }

    /// Draws the text from row `top` on. Returns the cursor's screen position if it is visible.
    pub fn draw_at(
        &mut self,
        area: Rect,
        top: usize,
        screen: &mut Screen,
        palette: &Palette,
        marks: &Marks,
    ) -> Option<Position> {
        self.view.layout.set_width(&self.buffer, usize::from(area.width));
        (self.view.area, self.view.top) = (area, top);
        let rows = self.view.layout.rows(&self.buffer, top, usize::from(area.height));
        self.line_background(&rows, area, screen, palette);
        let canvas = self.canvas(&rows, palette, marks);
        canvas.paint(&rows, &self.buffer, area, screen, palette.style("hint"));
        let (row, column) = self.cursor_place();
        let y = row.checked_sub(top).filter(|&y| y < usize::from(area.height))?;
        let x = column.min(usize::from(area.width).saturating_sub(1));
        Some(Position::new(area.x + x as u16, area.y + y as u16))
    }

    /// Paints the background of the cursor's line, if the theme has one.
    fn line_background(&self, rows: &[Row], area: Rect, screen: &mut Screen, palette: &Palette) {
        let Some(shade) = palette.style("cursor.line").bg.filter(|_| self.view.focused) else { return };
        let line = self.buffer.line_of(self.cursor);
        let own = |(row, _): &(&Row, u16)| row.line == line;
        for (_, y) in rows.iter().zip(area.top()..area.bottom()).filter(own) {
            screen.set_style(Rect::new(area.x, y, area.width, 1), Style::default().bg(shade));
        }
    }

    fn canvas(&mut self, rows: &[Row], palette: &Palette, marks: &Marks) -> Canvas {
        let (mut canvas, view) = (Canvas::new(rows), view_of(rows));
        let version = self.buffer.version();
        canvas.lay_marks(self.colours.marks(self.buffer.text(), version, &view), palette);
        let (names, findings) = self.recent.moved(marks, version);
        canvas.lay_marks(&names, palette);
        findings.into_iter().for_each(|mark| canvas.lay_finding(mark, palette));
        if let Some(search) = self.searching.display() {
            let look = palette.style("search");
            let hits = search.hits(self.buffer.text(), self.buffer.start(self.buffer.line_of(view.start)));
            hits.take_while(|hit| hit.start < view.end).for_each(|hit| canvas.lay(hit, look));
        }
        if let Some(selection) = self.selection() {
            canvas.lay(selection, palette.style("selection"));
        }
        if let Some(document) = self.document().filter(|_| self.view.focused) {
            canvas.lay_marks(&edit::bracket_marks(document, self.cursor), palette);
        }
        canvas
    }
}
