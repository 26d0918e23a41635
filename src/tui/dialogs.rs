//! The dialogs that actions open, and the handling of their answers.

use std::path::PathBuf;

use pprepl_notebook::export::Form;
use pprepl_notebook::manifest::UnusedValueFix;
use pprepl_notebook::pane::{Pane, View};
use pprepl_notebook::{CellId, Operation};

use super::action::Action;
use super::app::{App, Mode};
use super::dialog::{Ask, Reply};
use super::files::path_of;
use super::help;
use super::key::Key;
use super::keymap::Bound;
use super::table::KeySet;

/// The meaning of a list row.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    Action(Bound),
    /// A cell, and an offset in its text.
    Cell(CellId, usize),
    Theme(String),
    Keys(KeySet),
    Form(Form),
    /// A file to open.
    File(PathBuf),
    /// A rule of the checker, by index.
    Rule(usize),
    /// A treatment of unused values.
    Mending(UnusedValueFix),
    /// An element of a value: its path of indices, the code to access it, and its number of elements.
    Part(Vec<usize>, String, usize),
}

impl App {
    /// Opens the dialog of an action.
    pub(super) fn open_dialog(&mut self, action: Action) {
        self.take_edits();
        match action {
            Action::Palette => self.dialogs.open_palette(&self.keys.map),
            Action::Help => self.open_help(),
            Action::Keys => self.dialogs.read("Keys", help::keys(&self.keys.map)),
            Action::Theme => {
                self.appearance.begin_preview();
                self.dialogs.open_themes(self.appearance.palette.theme.name());
            }
            Action::KeySet => self.dialogs.open_key_sets(self.keys.map.set()),
            Action::Contents => self.dialogs.open_contents(&self.book, self.current),
            Action::Export => self.dialogs.open_export(&self.book),
            Action::MakeManifest => self.open_fixes(),
            Action::Rules => self.dialogs.open_rules(self.checks.rules, 0),
            Action::Explore => self.explore(Vec::new()),
            Action::Open => self.dialogs.ask(Ask::Open, "Open a notebook", ""),
            Action::SaveAs => {
                let path = self.book.path().map(|path| path.display().to_string()).unwrap_or_default();
                self.dialogs.ask(Ask::SaveAs, "Save as", &path);
            }
            Action::Find => self.open_find(Ask::Find, "Find"),
            Action::Replace => self.open_find(Ask::Replace, "Replace: find"),
            Action::CatalogFilter => {
                let before = self.panes.catalog.filter.clone();
                self.open_catalog();
                self.dialogs.ask_for_filter(before);
            }
            Action::Title => {
                let title = self.book.cell(self.current).map(|cell| cell.title().to_owned()).unwrap_or_default();
                self.dialogs.ask(Ask::Title, "Cell title", &title);
            }
            Action::CommandLine => self.dialogs.ask(Ask::CommandLine, "w, q, wq, q!, e FILE or a line number", ""),
            Action::GoToLine => self.dialogs.ask(Ask::GoToLine, "Go to line", ""),
            _ => {}
        }
    }

    /// Opens the help, with information on the word under the cursor above it.
    fn open_help(&mut self) {
        self.dialogs.read("Help", help::pages(&self.keys.map));
        if let Some(at) = self.place().filter(|_| self.mode == Mode::Edit) {
            self.engine.explain(at);
        }
    }

    /// Shows the information on the word under the cursor.
    pub(super) fn show_help(&mut self, id: CellId, view: &View) {
        if id == self.current {
            let more = self.keys.text_of(Action::Pane(Pane::Help));
            self.dialogs.show_help(view, &more);
        }
    }

    /// Passes a key to the dialog.
    pub(super) fn dialog_key(&mut self, key: Key) {
        if self.explorer_key(key) {
            return;
        }
        let Some(dialog) = &mut self.dialogs.open else { return };
        let reply = dialog.key(key);
        self.dialog_replied(reply);
    }

    pub(super) fn dialog_replied(&mut self, reply: Reply) {
        let Some(ask) = self.dialogs.purpose() else { return };
        match reply {
            Reply::Stay => {}
            Reply::Moved => self.on_preview(ask),
            Reply::Closed => self.closed(ask),
            Reply::Chosen(row) => {
                self.dialogs.close();
                if let Some(choice) = self.dialogs.choice(row).cloned() {
                    self.on_select(choice);
                }
            }
            Reply::Entered(text) => {
                self.dialogs.close();
                self.on_submit(ask, &text);
            }
            Reply::Answered(letter) => {
                self.dialogs.close();
                self.on_answer(ask, letter);
            }
        }
    }

    /// Previews a theme, the first match or the filtered catalog.
    pub(super) fn on_preview(&mut self, ask: Ask) {
        match ask {
            Ask::Theme => {
                if let Some(Choice::Theme(name)) = self.dialogs.selected() {
                    self.appearance.preview(name);
                }
            }
            Ask::Find | Ask::Replace => {
                if let Some(asked) = self.dialogs.typed() {
                    let remark = self.preview(&asked);
                    self.dialogs.remark(remark);
                }
            }
            Ask::Filter => {
                if let Some(text) = self.dialogs.typed() {
                    self.panes.filter_catalog(text);
                }
            }
            _ => {}
        }
    }

    fn closed(&mut self, ask: Ask) {
        self.dialogs.close();
        match ask {
            Ask::Theme => self.appearance.cancel_preview(),
            Ask::Find | Ask::Replace => self.give_up_search(),
            Ask::Filter => {
                let before = self.dialogs.take_filter();
                self.panes.filter_catalog(before);
            }
            Ask::Overwrite => self.book.keep_position_here(),
            Ask::ReplaceWith => self.give_up_search(),
            Ask::Recover | Ask::Forget => {
                self.status.set("hint", "the unsaved changes are still in the journal; you are asked again next time")
            }
            _ => {}
        }
    }

    fn on_select(&mut self, choice: Choice) {
        match choice {
            Choice::Action(bound) => {
                if matches!(bound, Bound::Text(_)) {
                    self.mode = Mode::Edit;
                }
                self.bound(&bound);
                self.after_change();
            }
            Choice::Cell(id, offset) => {
                self.go_to(id);
                self.editor().set_cursor(offset);
            }
            Choice::Theme(name) => {
                self.appearance.choose(name);
                self.remember();
            }
            Choice::Keys(set) => self.take_keys(set),
            Choice::Form(form) => self.export(form, false),
            Choice::File(path) => self.open_other(path),
            Choice::Rule(at) => self.turn_rule(at),
            Choice::Mending(how) => self.make_manifest(how),
            Choice::Part(path, access, parts) => match parts {
                0 => self.copy_way(&access),
                _ => self.explore(path),
            },
        }
    }

    fn take_keys(&mut self, set: KeySet) {
        self.keys.choose(set);
        self.cells.set_keys(set);
        self.remember();
        self.status.set("info", format!("{} keys", set.name()));
    }

    fn on_submit(&mut self, ask: Ask, text: &str) {
        match ask {
            Ask::Find => self.found(text),
            Ask::Replace if !text.is_empty() => {
                self.preview(text);
                self.dialogs.ask(Ask::ReplaceWith, "Replace: with", "");
            }
            Ask::ReplaceWith => self.replace_everywhere(text),
            Ask::GoToLine => self.go_to_line(text),
            Ask::CommandLine => self.command_line(text),
            Ask::Filter => self.panes.filter_catalog(text.to_owned()),
            Ask::Title => self.give_title(text),
            Ask::SaveAs => self.save_as(path_of(text)),
            Ask::SaveAndLeave => {
                self.save_as(path_of(text));
                self.should_quit = self.book.path().is_some() && !self.book.is_dirty();
            }
            Ask::Open if !text.trim().is_empty() => self.open_other(path_of(text)),
            _ => {}
        }
    }

    fn on_answer(&mut self, ask: Ask, letter: char) {
        match (ask, letter) {
            (Ask::Leave, 's') if self.book.path().is_none() => {
                self.dialogs.ask(Ask::SaveAndLeave, "Save as", "notebook.pp")
            }
            (Ask::Leave, 's') => {
                self.save();
                self.should_quit = !self.book.is_dirty();
            }
            (Ask::Leave, 'd') => {
                self.book.discard_changes();
                self.should_quit = true;
            }
            (Ask::LeaveFor, 's' | 'd') => {
                let path = match self.dialogs.choice(0) {
                    Some(Choice::File(path)) => path.clone(),
                    _ => return,
                };
                if letter == 's' {
                    self.save();
                }
                if letter == 'd' || !self.book.is_dirty() {
                    self.go_over_to(path);
                }
            }
            (Ask::Overwrite, 'o') => {
                let saved = self.book.save(true);
                self.saved(saved);
            }
            (Ask::Overwrite, 'r') => {
                self.book.keep_position_here();
                self.reload();
            }
            (Ask::Overwrite, 'a') => {
                self.book.keep_position_here();
                self.open_dialog(Action::SaveAs);
            }
            (Ask::Changed, 'r') => self.reload(),
            (Ask::OverwriteExport, 'o') => {
                if let Some(Choice::Form(form)) = self.dialogs.choice(0).cloned() {
                    self.export(form, true);
                }
            }
            (Ask::Recover, 'r') => self.recover(),
            (Ask::Recover, 'd') => {
                let text = "The unsaved changes will be deleted permanently.".to_owned();
                self.dialogs.question(
                    Ask::Forget,
                    "Delete them?",
                    text,
                    vec![('k', "keep them"), ('d', "delete them")],
                );
            }
            (Ask::Forget, 'd') => self.book.forget_recovery(),
            (Ask::Forget, 'k') => self.offer(),
            _ => {}
        }
    }

    /// Sets the title of the current cell; its options are unchanged.
    fn give_title(&mut self, title: &str) {
        let Some(cell) = self.book.cell(self.current) else { return };
        let heading = format!("{} {}", title.trim(), cell.options()).trim().to_owned();
        let result = self.book.change(Operation::Head { id: cell.id, heading });
        self.status.report(result);
        self.rearranged();
    }

    pub(super) fn go_to_line(&mut self, text: &str) {
        let Some(line) = text.trim().parse::<usize>().ok().filter(|line| *line > 0) else {
            return self.status.set("error", "expected a line number from 1");
        };
        let Some((id, offset)) = self.book.place_of_line(line) else {
            return self.status.set("error", format!("no cell contains line {line}"));
        };
        self.go_to(id);
        self.mode = Mode::Edit;
        self.editor().set_cursor(offset);
    }
}
