//! The dialogs that actions open, and the handling of their answers.

use std::path::PathBuf;

use crate::themes::THEMES;
use pprepl_notebook::export::Form;
use pprepl_notebook::manifest::UnusedValueFix;
use pprepl_notebook::pane::View;
use pprepl_notebook::{CellId, CellKind, Operation};

use super::action::Action;
use super::app::{App, Mode};
use super::dialog::{Ask, Dialog, Item, ListDialog, PromptDialog, QuestionDialog, ReaderDialog, Reply};
use super::files::path_of;
use super::help;
use super::key::Key;
use super::keymap::{Bound, Keymap};
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
            Action::Palette => self.open_palette(),
            Action::Help => self.open_help(),
            Action::Keys => self.read("Keys", help::keys(&self.keymap)),
            Action::Theme => self.open_themes(),
            Action::KeySet => self.open_key_sets(),
            Action::Contents => self.open_contents(),
            Action::Export => self.open_export(),
            Action::MakeManifest => self.open_fixes(),
            Action::Rules => self.open_rules(0),
            Action::Explore => self.explore(Vec::new()),
            Action::Open => self.ask(Ask::Open, "Open a notebook", ""),
            Action::SaveAs => {
                let path = self.book.path().map(|path| path.display().to_string()).unwrap_or_default();
                self.ask(Ask::SaveAs, "Save as", &path);
            }
            Action::Find => self.open_find(Ask::Find, "Find"),
            Action::Replace => self.open_find(Ask::Replace, "Replace: find"),
            Action::CatalogFilter => {
                let before = self.catalog.filter.clone();
                self.open_catalog();
                self.filter_before = before.clone();
                self.ask(Ask::Filter, "Filter the catalog", &before);
            }
            Action::Title => {
                let title = self.book.cell(self.current).map(|cell| cell.title().to_owned()).unwrap_or_default();
                self.ask(Ask::Title, "Cell title", &title);
            }
            Action::CommandLine => self.ask(Ask::CommandLine, "w, q, wq, q!, e FILE or a line number", ""),
            Action::GoToLine => self.ask(Ask::GoToLine, "Go to line", ""),
            _ => {}
        }
    }

    pub(super) fn ask(&mut self, ask: Ask, title: &str, text: &str) {
        self.dialog = Some(Dialog::Prompt(PromptDialog::new(ask, title, text)));
    }

    /// Opens the help, with information on the word under the cursor above it.
    fn open_help(&mut self) {
        self.read("Help", help::pages(&self.keymap));
        if let Some(at) = self.place().filter(|_| self.mode == Mode::Edit) {
            self.engine.explain(at);
        }
    }

    /// Shows the information on the word under the cursor.
    pub(super) fn show_help(&mut self, id: CellId, view: &View) {
        if let Some(Dialog::Reader(reader)) = &mut self.dialog
            && reader.title == "Help"
            && id == self.current
            && !view.lines.is_empty()
        {
            let more = self.keymap.key_of(Action::PaneHelp).map(ToString::to_string).unwrap_or_default();
            reader.put_above(help::word(view, &more));
        }
    }

    fn read(&mut self, title: &str, lines: Vec<super::dialog::StyledLine>) {
        self.dialog = Some(Dialog::Reader(ReaderDialog::new(title, lines)));
    }

    pub(super) fn list(&mut self, ask: Ask, title: &str, rows: Vec<(Item, Choice)>, selected: usize) {
        let (items, choices) = rows.into_iter().unzip();
        self.choices = choices;
        self.dialog = Some(Dialog::List(ListDialog::new(ask, title, items, selected)));
    }

    pub(super) fn question(&mut self, ask: Ask, title: &str, text: String, answers: Vec<(char, &'static str)>) {
        self.dialog = Some(Dialog::Question(QuestionDialog {
            ask,
            title: title.to_owned(),
            text,
            answers,
            rows: ratatui::layout::Rect::ZERO,
        }));
    }

    fn open_palette(&mut self) {
        let row = |entry: &super::keymap::Entry| {
            let key = entry.chords.first().map(ToString::to_string).unwrap_or_default();
            let words = super::action::words(entry.name);
            let item = Item { label: entry.title.to_owned(), detail: entry.summary.to_owned(), key, words };
            (item, Choice::Action(entry.bound.clone()))
        };
        let mut seen: Vec<Bound> = Vec::new();
        let mut rows = Vec::new();
        for entry in self.keymap.entries() {
            if !seen.contains(&entry.bound) {
                seen.push(entry.bound.clone());
                rows.push(row(entry));
            }
        }
        self.list(Ask::Palette, "All actions", rows, 0);
    }

    fn open_themes(&mut self) {
        let current = self.palette.theme.name().to_owned();
        let names: Vec<&str> = THEMES.names().collect();
        let selected = names.iter().position(|name| *name == current).unwrap_or(0);
        let row =
            |name: &&str| (Item { label: (*name).to_owned(), ..Item::default() }, Choice::Theme((*name).to_owned()));
        let rows = names.iter().map(row).collect();
        self.theme_before = Some(self.palette.clone());
        self.list(Ask::Theme, "Theme", rows, selected);
    }

    fn open_key_sets(&mut self) {
        let sets = [
            (KeySet::Plain, "as in most editors"),
            (KeySet::Emacs, "as in Emacs and the shell"),
            (KeySet::Vi, "as in vi, with its modes"),
        ];
        let selected = sets.iter().position(|(set, _)| *set == self.keymap.set()).unwrap_or(0);
        let row = |(set, detail): (KeySet, &str)| {
            (Item { label: set.name().to_owned(), detail: detail.to_owned(), ..Item::default() }, Choice::Keys(set))
        };
        self.list(Ask::KeySet, "Keys", sets.map(row).to_vec(), selected);
    }

    fn open_contents(&mut self) {
        let mut rows = Vec::new();
        let mut selected = 0;
        let mut number = 0;
        for cell in self.book.cells() {
            if cell.id == self.current {
                selected = rows.len();
            }
            match cell.kind {
                CellKind::Prose => rows.extend(headings(&cell.text).map(|(offset, level, title)| {
                    let label = format!("{}{title}", "  ".repeat(level.saturating_sub(1)));
                    (Item { label, ..Item::default() }, Choice::Cell(cell.id, offset))
                })),
                CellKind::Code => {
                    number += 1;
                    let title = cell.title();
                    let first = cell.text.lines().find(|line| !line.trim().is_empty()).unwrap_or("(empty)");
                    let label = if title.is_empty() { first.trim() } else { title };
                    let item = Item { label: format!("    {label}"), key: format!("[{number}]"), ..Item::default() };
                    rows.push((item, Choice::Cell(cell.id, 0)));
                }
            }
        }
        self.list(Ask::Contents, "Contents", rows, selected);
    }

    /// Passes a key to the dialog.
    pub(super) fn dialog_key(&mut self, key: Key) {
        if self.explorer_key(key) {
            return;
        }
        let Some(dialog) = &mut self.dialog else { return };
        let reply = dialog.key(key);
        self.dialog_replied(reply);
    }

    pub(super) fn dialog_replied(&mut self, reply: Reply) {
        let Some(ask) = self.dialog.as_ref().map(Dialog::ask) else { return };
        match reply {
            Reply::Stay => {}
            Reply::Moved => self.on_preview(ask),
            Reply::Closed => self.closed(ask),
            Reply::Chosen(row) => {
                self.dialog = None;
                if let Some(choice) = self.choices.get(row).cloned() {
                    self.on_select(choice);
                }
            }
            Reply::Entered(text) => {
                self.dialog = None;
                self.on_submit(ask, &text);
            }
            Reply::Answered(letter) => {
                self.dialog = None;
                self.on_answer(ask, letter);
            }
        }
    }

    /// Previews a theme or the first match.
    pub(super) fn on_preview(&mut self, ask: Ask) {
        match (ask, &self.dialog) {
            (Ask::Theme, Some(Dialog::List(list))) => {
                let choice = list.selected().and_then(|row| self.choices.get(row));
                if let Some(Choice::Theme(name)) = choice
                    && let Some(theme) = THEMES.get(name)
                {
                    self.palette.theme = theme;
                }
            }
            (Ask::Find | Ask::Replace, Some(Dialog::Prompt(prompt))) => {
                let asked = prompt.line.text().to_owned();
                let remark = self.preview(&asked);
                if let Some(Dialog::Prompt(prompt)) = &mut self.dialog {
                    prompt.remark = remark;
                }
            }
            (Ask::Filter, Some(Dialog::Prompt(prompt))) => {
                let text = prompt.line.text().to_owned();
                self.filter_catalog(text);
            }
            _ => {}
        }
    }

    fn closed(&mut self, ask: Ask) {
        self.dialog = None;
        match ask {
            Ask::Theme => {
                if let Some(before) = self.theme_before.take() {
                    self.palette = before;
                }
            }
            Ask::Find | Ask::Replace => self.give_up_search(),
            Ask::Filter => {
                let before = std::mem::take(&mut self.filter_before);
                self.filter_catalog(before);
            }
            Ask::Overwrite => self.book.keep_position_here(),
            Ask::ReplaceWith => self.give_up_search(),
            Ask::Recover | Ask::Forget => {
                self.set_status("hint", "the unsaved changes are still in the journal; you are asked again next time")
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
                if let Some(theme) = THEMES.get(&name) {
                    self.palette.theme = theme;
                    self.theme = name;
                }
                self.theme_before = None;
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
        let (keymap, _) = Keymap::new(set, &self.own_keys);
        self.keymap = keymap;
        for editor in self.cells.values_mut().filter_map(|cell| cell.editor.as_mut()) {
            editor.set_keys(set);
        }
        self.remember();
        self.set_status("info", format!("{} keys", set.name()));
    }

    fn on_submit(&mut self, ask: Ask, text: &str) {
        match ask {
            Ask::Find => self.found(text),
            Ask::Replace if !text.is_empty() => {
                self.preview(text);
                self.ask(Ask::ReplaceWith, "Replace: with", "");
            }
            Ask::ReplaceWith => self.replace_everywhere(text),
            Ask::GoToLine => self.go_to_line(text),
            Ask::CommandLine => self.command_line(text),
            Ask::Filter => self.filter_catalog(text.to_owned()),
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
            (Ask::Leave, 's') if self.book.path().is_none() => self.ask(Ask::SaveAndLeave, "Save as", "notebook.pp"),
            (Ask::Leave, 's') => {
                self.save();
                self.should_quit = !self.book.is_dirty();
            }
            (Ask::Leave, 'd') => {
                self.discard_changes = true;
                self.should_quit = true;
            }
            (Ask::LeaveFor, 's' | 'd') => {
                let path = match self.choices.first() {
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
                if let Some(Choice::Form(form)) = self.choices.first().cloned() {
                    self.export(form, true);
                }
            }
            (Ask::Recover, 'r') => self.recover(),
            (Ask::Recover, 'd') => {
                let text = "The unsaved changes will be deleted permanently.".to_owned();
                self.question(Ask::Forget, "Delete them?", text, vec![('k', "keep them"), ('d', "delete them")]);
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
        self.changed(result);
        self.rearranged();
    }

    pub(super) fn go_to_line(&mut self, text: &str) {
        let Some(line) = text.trim().parse::<usize>().ok().filter(|line| *line > 0) else {
            return self.set_status("error", "expected a line number from 1");
        };
        let Some((id, offset)) = self.book.place_of_line(line) else {
            return self.set_status("error", format!("no cell contains line {line}"));
        };
        self.go_to(id);
        self.mode = Mode::Edit;
        self.editor().set_cursor(offset);
    }
}

/// Iterates over the headings of Markdown: offset, level, text.
fn headings(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let mut at = 0;
    text.split('\n').filter_map(move |line| {
        let start = at;
        at += line.len() + 1;
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        let title = line.get(level..)?.strip_prefix(' ')?;
        (1..=6).contains(&level).then_some((start, level, title.trim()))
    })
}
