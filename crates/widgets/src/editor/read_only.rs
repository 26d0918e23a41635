//! A cell that is not being edited: the same colors and soft wrap as in the editor, without editing state.

use std::ops::Range;

use ratatui::buffer::Buffer as Screen;
use ratatui::layout::Rect;

use super::buffer::Buffer;
use super::highlight::Kind;
use super::layout::Layout;
use super::marks::Marks;
use super::prose;
use super::view::Canvas;
use crate::paint::Palette;
use pprepl_session::Mark;
use pprepl_text::theme::Role;
use puppet_tree::Highlighter;

/// Maximum size of a cell with colors, in bytes: a frame must not wait for them.
const COLOURED: usize = 128 * 1024;

pub struct ReadOnlyView {
    buffer: Buffer,
    kind: Kind,
    layout: Layout,
    /// The colors, computed on first use.
    marks: Option<Vec<Mark>>,
}

impl ReadOnlyView {
    /// Returns a view of `text`. Layout and colors are computed on first use.
    pub fn new(text: impl Into<String>, kind: Kind) -> ReadOnlyView {
        let buffer = Buffer::new(text);
        ReadOnlyView { layout: Layout::new(&buffer, 80), buffer, kind, marks: None }
    }

    pub fn text(&self) -> &str {
        self.buffer.text()
    }

    /// Returns the number of rows of the text at this width, with soft wrap.
    pub fn height(&mut self, width: u16) -> usize {
        self.layout.set_width(&self.buffer, usize::from(width));
        self.layout.height()
    }

    /// Returns the byte offset at a position of the area, whose first row is `top`.
    pub fn offset(&self, column: u16, row: usize) -> usize {
        let row = row.min(self.layout.height().saturating_sub(1));
        self.layout.offset(&self.buffer, row, usize::from(column))
    }

    /// Draws the text from row `top` on, with marks for exactly this text.
    pub fn draw(
        &mut self,
        area: Rect,
        top: usize,
        screen: &mut Screen,
        palette: &Palette,
        marks: &Marks,
        highlighter: &mut Highlighter,
    ) {
        self.layout.set_width(&self.buffer, usize::from(area.width));
        let rows = self.layout.rows(&self.buffer, top, usize::from(area.height));
        let mut canvas = Canvas::new(&rows);
        let view: Range<usize> = 0..self.buffer.len();
        let colours = self.marks.take().unwrap_or_else(|| match self.kind {
            Kind::Prose => prose::marks(self.buffer.text(), &view),
            Kind::Code(_) if self.buffer.len() > COLOURED => Vec::new(),
            Kind::Code(dialect) => {
                let found = highlighter.text_in(dialect, self.buffer.text());
                found.into_iter().map(|found| (found.span, found.capture)).collect()
            }
        });
        canvas.lay_marks(&colours, palette);
        self.marks = Some(colours).filter(|_| !highlighter.is_deferred());
        canvas.lay_marks(&marks.names, palette);
        marks.findings.iter().chain(&marks.ahead.1).for_each(|&mark| canvas.lay_finding(mark, palette));
        canvas.paint(&rows, &self.buffer, area, screen, palette.style(Role::Hint));
    }
}
