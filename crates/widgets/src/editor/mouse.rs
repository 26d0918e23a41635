//! Mouse input: maps screen positions to text offsets.

use ratatui::layout::Rect;

use super::{Editor, words};

impl Editor {
    /// Sets the screen area of the text and its first row, as drawing does, for a cell that was drawn without an
    /// editor.
    pub fn set_area(&mut self, area: Rect, top: usize) {
        self.layout.set_width(&self.buffer, usize::from(area.width));
        (self.area, self.top) = (area, top);
    }

    /// Handles a click: one moves the cursor, two select the word, three the line.
    pub fn click(&mut self, column: u16, row: u16, times: u8) {
        self.popup = None;
        self.drop_selection();
        self.vi_leave_visual();
        let at = self.at(column, row);
        match times {
            0 | 1 => self.go(at),
            2 => self.select(words::around(self.text(), at, false)),
            _ => {
                self.go(at);
                self.select_line();
            }
        }
        self.vi_enter_visual_if_selected();
        self.settle();
    }

    /// Handles a drag: selects from where the button was pressed.
    pub fn drag(&mut self, column: u16, row: u16) {
        self.popup = None;
        let anchor = self.anchor.unwrap_or(self.cursor);
        self.go(self.at(column, row));
        self.anchor = Some(anchor);
        self.vi_enter_visual_if_selected();
        self.settle();
    }

    fn at(&self, column: u16, row: u16) -> usize {
        let row = self.top + usize::from(row.saturating_sub(self.area.y));
        let row = row.min(self.layout.height().saturating_sub(1));
        self.layout.offset(&self.buffer, row, usize::from(column.saturating_sub(self.area.x)))
    }
}
