//! Value exploration: the elements of a value as a list, navigation into them and back, and the code to access each.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::app::{App, Effect};
use super::dialog::Ask;
use super::dialogs::Choice;
use super::key::Key;

impl App {
    /// Opens an element of the result.
    pub(super) fn explore(&mut self, path: Vec<usize>) {
        let id = self.current;
        if self.cells.report(id).is_none_or(|report| report.tree.is_none()) {
            return self.status.set("hint", "the result has no elements");
        }
        self.engine.explore(id, path);
    }

    /// Handles the keys of the explorer in addition to those of every list.
    pub(super) fn explorer_key(&mut self, key: Key) -> bool {
        if self.dialogs.purpose() != Some(Ask::Explore) {
            return false;
        }
        let chosen = self.dialogs.selected().cloned();
        match (key.code, chosen) {
            (KeyCode::Char('c'), Some(Choice::Part(_, access, _))) if key.held == KeyModifiers::ALT => {
                if !access.is_empty() {
                    self.dialogs.close();
                    self.copy_way(&access);
                }
            }
            (KeyCode::Right, Some(Choice::Part(path, _, parts))) if parts > 0 => self.explore(path),
            (KeyCode::Left, _) => {
                if let Some(Choice::Part(path, access, _)) = self.dialogs.choice(0).cloned()
                    && access.is_empty()
                {
                    self.explore(path);
                }
            }
            _ => return false,
        }
        true
    }

    /// Copies the code to access an element to the clipboard.
    pub(super) fn copy_way(&mut self, access: &str) {
        self.wishes.push(Effect::Copy(access.to_owned()));
        self.status.set("info", format!("copied {access}"));
    }
}
