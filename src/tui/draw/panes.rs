//! Drawing of the panes: a frame with the name, and the wrapped lines that fit.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Borders, Widget};
use unicode_segmentation::UnicodeSegmentation;

use crate::tui::paint::Palette;
use crate::tui::pane_layout::PaneLayout;
use pprepl_notebook::pane::Line as PaneLine;
use pprepl_text::columns::width;
use pprepl_text::theme::Role;
use pprepl_text::visible;

/// Draws the panes in their areas.
pub fn draw(buffer: &mut Buffer, areas: [Rect; 2], layout: &mut PaneLayout, palette: &Palette) {
    for (at, area) in areas.into_iter().enumerate().filter(|(_, area)| !area.is_empty()) {
        draw_pane(buffer, area, layout, at, palette);
    }
}

fn draw_pane(buffer: &mut Buffer, area: Rect, layout: &mut PaneLayout, at: usize, palette: &Palette) {
    let focused = layout.focus() == Some(at);
    let next = layout.next() == at;
    let place = layout.place_mut(at);
    let Some(pane) = place.pane else { return };
    let role = if focused { Role::BorderActive } else { Role::Border };
    let name = if place.view.title.is_empty() { pane.name().to_owned() } else { place.view.title.clone() };
    let sign = if next { "▸" } else { " " };
    let age = if place.old { "(before the run) " } else { "" };
    let title = Line::from(vec![
        Span::styled(format!("{sign}{} ", visible(&name)), palette.style(Role::Title)),
        Span::styled(age, palette.style(Role::Warning)),
    ]);
    let block = Block::default()
        .borders(Borders::TOP | Borders::LEFT)
        .border_type(if focused { BorderType::Thick } else { BorderType::Plain })
        .border_style(palette.style(role))
        .title(title);
    let inside = block.inner(area);
    block.render(area, buffer);
    let rows = usize::from(inside.height);
    let last = place.view.lines.len().saturating_sub(1);
    let from = place.top.unwrap_or_else(|| place.view.focus.unwrap_or(0).saturating_sub(rows / 2)).min(last);
    let chosen = place.line.filter(|_| focused);
    let lit = chosen.or(place.view.focus);
    let from = chosen.map_or(from, |line| from.clamp((line + 1).saturating_sub(rows), line));
    place.shown = draw_lines(buffer, inside, palette, &place.view.lines, from, lit);
    if let Some(line) = chosen {
        place.top = Some(from);
        // Lines above it may take more than one row.
        if !place.shown.contains(&line) {
            place.top = Some(line);
            clear(buffer, inside, palette);
            place.shown = draw_lines(buffer, inside, palette, &place.view.lines, line, lit);
        }
    }
}

fn clear(buffer: &mut Buffer, area: Rect, palette: &Palette) {
    for place in area.positions() {
        if let Some(cell) = buffer.cell_mut(place) {
            cell.reset();
        }
    }
    buffer.set_style(area, palette.style(Role::Screen));
}

/// Draws lines from one on. Returns the line of each row.
fn draw_lines(
    buffer: &mut Buffer,
    area: Rect,
    palette: &Palette,
    lines: &[PaneLine],
    from: usize,
    focus: Option<usize>,
) -> Vec<usize> {
    let mut shown = Vec::new();
    for (at, line) in lines.iter().enumerate().skip(from) {
        if shown.len() >= usize::from(area.height) {
            break;
        }
        let y = area.y + u16::try_from(shown.len()).unwrap_or(0);
        let room = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        let rows = draw_line(buffer, room, palette, line);
        if focus == Some(at) {
            let row = Rect { height: rows, ..room };
            buffer.set_style(row, palette.style(Role::CursorLine));
        }
        shown.extend(std::iter::repeat_n(at, usize::from(rows.max(1))));
    }
    shown
}

/// Draws a wrapped line. Returns its number of rows.
fn draw_line(buffer: &mut Buffer, area: Rect, palette: &Palette, line: &PaneLine) -> u16 {
    let mut pen = Pen { buffer, area, x: area.x, y: area.y, indent: indent(line).min(area.width / 2) };
    let mut run: Vec<(String, Style)> = Vec::new();
    for (role, text) in &line.pieces {
        let look = palette.style(*role);
        for word in visible(text).split_word_bounds() {
            // Rows break at spaces, so that a mark stays with its word.
            let is_blank = word.trim().is_empty();
            if is_blank {
                pen.run(std::mem::take(&mut run));
                pen.word(word, look);
            } else {
                run.push((word.to_owned(), look));
            }
        }
    }
    pen.run(run);
    (pen.y - area.y + 1).min(area.height)
}

/// Returns the indentation of wrapped rows, equal to the line's own.
fn indent(line: &PaneLine) -> u16 {
    let first = line.pieces.first().map_or("", |(_, text)| text.as_str());
    u16::try_from(first.len() - first.trim_start().len()).unwrap_or(0) + 2
}

struct Pen<'b> {
    buffer: &'b mut Buffer,
    area: Rect,
    x: u16,
    y: u16,
    indent: u16,
}

impl Pen<'_> {
    /// Draws words and marks without spaces between them on one row, if they fit on one.
    fn run(&mut self, run: Vec<(String, Style)>) {
        let wide: usize = run.iter().map(|(word, _)| width(word)).sum();
        let wide = u16::try_from(wide).unwrap_or(u16::MAX);
        let fits = wide <= self.area.width.saturating_sub(self.indent);
        if fits && self.x.saturating_add(wide) > self.area.right() && self.x > self.area.x + self.indent {
            self.wrap();
        }
        run.iter().for_each(|(word, look)| self.word(word, *look));
    }

    fn word(&mut self, word: &str, look: Style) {
        let wide = u16::try_from(width(word)).unwrap_or(u16::MAX);
        let room = self.area.width.saturating_sub(self.indent);
        if wide <= room {
            if self.x.saturating_add(wide) > self.area.right() {
                self.wrap();
                if word.trim().is_empty() {
                    return;
                }
            }
            return self.put(word, look);
        }
        for part in word.graphemes(true) {
            let wide = u16::try_from(width(part)).unwrap_or(1);
            if self.x.saturating_add(wide) > self.area.right() {
                self.wrap();
            }
            self.put(part, look);
        }
    }

    fn wrap(&mut self) {
        self.y = self.y.saturating_add(1);
        self.x = self.area.x + self.indent;
    }

    fn put(&mut self, text: &str, look: Style) {
        if self.y < self.area.bottom() {
            let text = text.replace('\t', "  ");
            let room = usize::from(self.area.right().saturating_sub(self.x));
            self.x = self.buffer.set_stringn(self.x, self.y, text, room, look).0;
        }
    }
}
