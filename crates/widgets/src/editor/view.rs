//! Painting of the visible rows. The style layers, from bottom to top: the cursor's line, the syntax highlighting, the
//! names that the session knows, diagnostics, search matches, the selection, the brackets at the cursor.

use std::ops::Range;

use ratatui::buffer::Buffer as Screen;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::buffer::Buffer;
use super::grapheme;
use super::layout::Row;
use super::marks::Marks;
use super::search::Search;
use super::text::EditedText;
use crate::paint::Palette;
use pprepl_session::Mark;
use pprepl_session::edit;
use pprepl_text::theme::{ColorDepth, Role};

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
        let mut last: Option<(Role, Style)> = None;
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

/// The part of the screen where the editor draws, and its first row.
pub struct View {
    /// The first visible row.
    pub top: usize,
    pub area: Rect,
    /// Whether the editor has the keyboard focus. Only then the cursor's line and bracket are highlighted.
    pub focused: bool,
}

impl Default for View {
    /// Returns a focused view of a standard screen.
    fn default() -> View {
        View { top: 0, area: Rect::new(0, 0, 80, 24), focused: true }
    }
}

impl View {
    /// Returns the number of rows that a page moves.
    pub fn page(&self) -> isize {
        isize::from(i16::try_from(self.area.height).unwrap_or(24)).max(3) - 2
    }

    /// Returns the offset at a screen position.
    pub fn offset_at(&self, text: &EditedText, column: u16, row: u16) -> usize {
        let row = self.top + usize::from(row.saturating_sub(self.area.y));
        let row = row.min(text.layout.height().saturating_sub(1));
        text.layout.offset(text.buffer(), row, usize::from(column.saturating_sub(self.area.x)))
    }

    /// Sets the area and its first row.
    pub fn place(&mut self, text: &mut EditedText, area: Rect, top: usize) {
        text.set_width(area.width);
        (self.area, self.top) = (area, top);
    }

    /// Returns the first row to draw in this area, so that the cursor is visible.
    pub fn scrolled(&self, text: &mut EditedText, area: Rect) -> usize {
        text.set_width(area.width);
        let (row, height) = (text.row(), usize::from(area.height).max(1));
        let last = text.layout.height().saturating_sub(height);
        self.top.clamp((row + 1).saturating_sub(height), row).min(last)
    }

    /// Draws the text at the placed area. Returns the cursor's screen position if it is visible.
    pub fn draw(&self, text: &mut EditedText, marks: &Marks, search: Option<&Search>, pen: Pen) -> Option<Position> {
        let Pen { screen, palette } = pen;
        let (area, top) = (self.area, self.top);
        let rows = text.layout.rows(text.buffer(), top, usize::from(area.height));
        self.line_background(text, &rows, screen, palette);
        let canvas = self.canvas(text, &rows, palette, marks, search);
        canvas.paint(&rows, text.buffer(), area, screen, palette.style(Role::Hint));
        let (row, column) = text.place();
        let y = row.checked_sub(top).filter(|&y| y < usize::from(area.height))?;
        let x = column.min(usize::from(area.width).saturating_sub(1));
        Some(Position::new(area.x + x as u16, area.y + y as u16))
    }

    /// Paints the background of the cursor's line, if the theme has one.
    fn line_background(&self, text: &EditedText, rows: &[Row], screen: &mut Screen, palette: &Palette) {
        let Some(shade) = palette.style(Role::CursorLine).bg.filter(|_| self.focused) else { return };
        let (line, area) = (text.line(), self.area);
        let own = |(row, _): &(&Row, u16)| row.line == line;
        for (_, y) in rows.iter().zip(area.top()..area.bottom()).filter(own) {
            screen.set_style(Rect::new(area.x, y, area.width, 1), Style::default().bg(shade));
        }
    }

    fn canvas(
        &self,
        text: &mut EditedText,
        rows: &[Row],
        palette: &Palette,
        marks: &Marks,
        search: Option<&Search>,
    ) -> Canvas {
        let (mut canvas, view) = (Canvas::new(rows), view_of(rows));
        canvas.lay_marks(text.colour_marks(&view), palette);
        let (names, findings) = text.moved_marks(marks);
        canvas.lay_marks(&names, palette);
        findings.into_iter().for_each(|mark| canvas.lay_finding(mark, palette));
        if let Some(search) = search {
            let look = palette.style(Role::Search);
            let buffer = text.buffer();
            let hits = search.hits(buffer.text(), buffer.start(buffer.line_of(view.start)));
            hits.take_while(|hit| hit.start < view.end).for_each(|hit| canvas.lay(hit, look));
        }
        if let Some(selection) = text.selected() {
            canvas.lay(selection, palette.style(Role::Selection));
        }
        if let Some(document) = text.document().filter(|_| self.focused) {
            canvas.lay_marks(&edit::bracket_marks(document, text.cursor), palette);
        }
        canvas
    }
}

/// The screen to draw on, and the styles.
pub struct Pen<'s> {
    pub screen: &'s mut Screen,
    pub palette: &'s Palette,
}
