//! Mouse input: maps screen positions to text offsets.

use ratatui::layout::Rect;

use super::{Editor, words};

impl Editor {
    /// Sets the screen area of the text and its first row, as drawing does, for a cell that was drawn without an
    /// editor.
    pub fn set_area(&mut self, area: Rect, top: usize) {
        self.state.view.place(&mut self.state.text, area, top);
    }

    /// Handles a click: one moves the cursor, two select the word, three the line.
    pub fn click(&mut self, column: u16, row: u16, times: u8) {
        let state = &mut self.state;
        state.popups.list = None;
        state.text.selection.clear();
        self.vi.leave_visual(&mut state.text);
        let at = state.view.offset_at(&state.text, column, row);
        match times {
            0 | 1 => state.text.go(at),
            2 => state.text.select(words::around(state.text.text(), at, false)),
            _ => {
                state.text.go(at);
                state.text.select_line();
            }
        }
        self.settle_selection();
    }

    /// Handles a drag: selects from where the button was pressed.
    pub fn drag(&mut self, column: u16, row: u16) {
        let state = &mut self.state;
        state.popups.list = None;
        let at = state.view.offset_at(&state.text, column, row);
        let anchor = state.text.selection.anchor.unwrap_or(state.text.cursor);
        state.text.go(at);
        state.text.selection.anchor = Some(anchor);
        self.settle_selection();
    }
}
