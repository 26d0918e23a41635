//! Editing a cell in the user's external editor.

use pprepl_notebook::{CellId, Operation};

use super::app::App;

pub use pprepl_session::edit::external::edit;

impl App {
    /// Takes over the text when the external editor has ended.
    pub fn edited_elsewhere(&mut self, id: CellId, edited: Result<Option<String>, String>) {
        match edited {
            Err(message) => self.status.set("error", message),
            Ok(None) => self.status.set("hint", "the editor returned no text; cell unchanged"),
            Ok(Some(text)) => {
                let Some(cell) = self.book.cell(id) else { return };
                let result = self.book.change(Operation::set_text(cell, text));
                self.status.report(result);
                self.rearranged();
            }
        }
        self.panes.refresh();
        self.request_refresh();
    }
}
