//! The mouse: places on the screen as places in the text, counted from the upper left corner of the area that was drawn
//! last.

use super::{Editor, words};

impl Editor {
    /// A click: one puts the cursor there, two select the word, three the line.
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

    /// The mouse was moved with its button held: selects from where it was pressed.
    pub fn drag(&mut self, column: u16, row: u16) {
        let anchor = self.anchor.unwrap_or(self.cursor);
        self.go(self.at(column, row));
        self.anchor = Some(anchor);
        self.vi_enter_visual_if_selected();
        self.settle();
    }

    fn at(&self, column: u16, row: u16) -> usize {
        let row = (self.top + usize::from(row)).min(self.layout.height().saturating_sub(1));
        self.layout.offset(&self.buffer, row, usize::from(column))
    }
}
