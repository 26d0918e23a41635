//! Value exploration: the elements of a value as a list, navigation into them and back, and the code to access each.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::app::{App, Effect};
use super::dialog::{Ask, Dialog, Item};
use super::dialogs::Choice;
use super::key::Key;
use pprepl_notebook::CellId;
use pprepl_session::Part;

impl App {
    /// Opens an element of the result.
    pub(super) fn explore(&mut self, path: Vec<usize>) {
        let id = self.current;
        if self.cells.get(&id).and_then(|cell| cell.report.as_ref()).is_none_or(|report| report.tree.is_none()) {
            return self.set_status("hint", "the result has no elements");
        }
        self.engine.explore(id, path);
    }

    /// Shows the elements of a value when they arrive.
    pub(super) fn explored(&mut self, id: CellId, path: &[usize], parts: Vec<Part>) {
        if id != self.current || (self.dialog.is_some() && self.dialog.as_ref().map(Dialog::ask) != Some(Ask::Explore))
        {
            return;
        }
        let row = |(at, part): (usize, Part)| {
            let more = if part.parts > 0 { "▸" } else { " " };
            let label = format!("{more} {}: {}", part.key, part.text);
            let item = Item { label, detail: part.type_name.clone(), ..Item::default() };
            let way: Vec<usize> = path.iter().copied().chain([at]).collect();
            (item, Choice::Part(way, part.access, part.parts))
        };
        let mut rows: Vec<(Item, Choice)> = parts.into_iter().enumerate().map(row).collect();
        if let Some((_, up)) = path.split_last() {
            let item = Item { label: "‹ back".to_owned(), ..Item::default() };
            rows.insert(0, (item, Choice::Part(up.to_vec(), String::new(), 1)));
        }
        self.list(Ask::Explore, "Value", rows, usize::from(!path.is_empty()));
        if let Some(Dialog::List(list)) = &mut self.dialog {
            list.foot = "enter, right: open; left: back; alt-c: copy the path; esc: close".to_owned();
        }
    }

    /// Handles the keys of the explorer in addition to those of every list.
    pub(super) fn explorer_key(&mut self, key: Key) -> bool {
        let Some(Dialog::List(list)) = self.dialog.as_ref().filter(|dialog| dialog.ask() == Ask::Explore) else {
            return false;
        };
        let chosen = list.selected().and_then(|row| self.choices.get(row)).cloned();
        match (key.code, chosen) {
            (KeyCode::Char('c'), Some(Choice::Part(_, access, _))) if key.held == KeyModifiers::ALT => {
                if !access.is_empty() {
                    self.dialog = None;
                    self.copy_way(&access);
                }
            }
            (KeyCode::Right, Some(Choice::Part(path, _, parts))) if parts > 0 => self.explore(path),
            (KeyCode::Left, _) => {
                if let Some(Choice::Part(path, access, _)) = self.choices.first().cloned()
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
        self.set_status("info", format!("copied {access}"));
    }
}
