//! Mouse input: maps screen positions to text offsets.

use ratatui::layout::Rect;

use super::{Editor, words};

impl Editor {
    /// Sets the screen area of the text and its first row, as drawing does, for a cell that was drawn without an
    /// editor.
    pub fn set_area(&mut self, area: Rect, top: usize) {
        self.view.layout.set_width(&self.buffer, usize::from(area.width));
        (self.view.area, self.view.top) = (area, top);
    }

    /// Handles a click: one moves the cursor, two select the word, three the line.
    pub fn click(&mut self, column: u16, row: u16, times: u8) {
        self.popups.list = None;
        self.selecting.clear();
        self.vi_leave_visual();
        let at = self.view.offset_at(&self.buffer, column, row);
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
        self.popups.list = None;
        let anchor = self.selecting.anchor.unwrap_or(self.cursor);
        self.go(self.view.offset_at(&self.buffer, column, row));
        self.selecting.anchor = Some(anchor);
        self.vi_enter_visual_if_selected();
        self.settle();
    }
}
