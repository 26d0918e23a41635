//! The dialogs that actions open, and what their answers do.

use std::path::{Path, PathBuf};

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use crate::notebook::export::Form;
use crate::notebook::file::DiskChange;
use crate::notebook::manifest::Mending;
use crate::notebook::{CellId, CellKind, CellOutput, Operation};
use crate::session::Part;
use crate::theme::Theme;

use super::action::Action;
use super::app::{App, Mode, Wish};
use super::book::{self, Saved};
use super::dialog::{Ask, Dialog, Item, ListDialog, PromptDialog, QuestionDialog, ReaderDialog, Reply};
use super::help;
use super::key::Key;
use super::keymap::{Bound, Keymap};
use super::table::KeySet;

/// What a row of a list stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// An action.
    Action(Bound),
    /// A cell, and a place in its text.
    Cell(CellId, usize),
    /// A theme.
    Theme(String),
    /// A set of keys.
    Keys(KeySet),
    /// A form to export.
    Form(Form),
    /// A file to open.
    File(PathBuf),
    /// A rule of the checker, by its place.
    Rule(usize),
    /// What becomes of values that nothing uses.
    Mending(Mending),
    /// A part of a value: the way to it by places, the code that leads to it, and how many parts it has.
    Part(Vec<usize>, String, usize),
}

impl App {
    /// Opens the dialog of an action.
    pub(super) fn open_dialog(&mut self, action: Action) {
        self.take_edits();
        match action {
            Action::Palette => self.open_palette(),
            Action::Help => self.read("Help", help::pages(&self.keymap)),
            Action::Keys => self.read("Keys", help::keys(&self.keymap)),
            Action::Theme => self.open_themes(),
            Action::KeySet => self.open_key_sets(),
            Action::Contents => self.open_contents(),
            Action::Export => self.open_export(),
            Action::MakeManifest => self.open_mendings(),
            Action::Rules => self.open_rules(0),
            Action::Explore => self.explore(Vec::new()),
            Action::Open => self.ask(Ask::Open, "Open a notebook", ""),
            Action::SaveAs => {
                let path = self.book.path().map(|path| path.display().to_string()).unwrap_or_default();
                self.ask(Ask::SaveAs, "Save as", &path);
            }
            Action::Find => self.open_find(Ask::Find, "Find"),
            Action::Replace => self.open_find(Ask::Replace, "Replace: what"),
            Action::CatalogFilter => {
                let before = self.catalog.filter.clone();
                self.open_catalog();
                self.filter_before = before.clone();
                self.ask(Ask::Filter, "Filter the catalog", &before);
            }
            Action::Title => {
                let title = self.book.cell(self.current).map(|cell| cell.title().to_owned()).unwrap_or_default();
                self.ask(Ask::Title, "Title of the cell", &title);
            }
            Action::CommandLine => self.ask(Ask::CommandLine, "w, q, wq, q!, e FILE, a line's number", ""),
            Action::GoToLine => self.ask(Ask::GoToLine, "Go to line", ""),
            _ => {}
        }
    }

    pub(super) fn ask(&mut self, ask: Ask, title: &str, text: &str) {
        self.dialog = Some(Dialog::Prompt(PromptDialog::new(ask, title, text)));
    }

    fn read(&mut self, title: &str, lines: Vec<super::dialog::Passage>) {
        self.dialog = Some(Dialog::Reader(ReaderDialog::new(title, lines)));
    }

    pub(super) fn list(&mut self, ask: Ask, title: &str, rows: Vec<(Item, Choice)>, selected: usize) {
        let (items, choices) = rows.into_iter().unzip();
        self.choices = choices;
        self.dialog = Some(Dialog::List(ListDialog::new(ask, title, items, selected)));
    }

    pub(super) fn question(&mut self, ask: Ask, title: &str, text: String, answers: Vec<(char, &'static str)>) {
        self.dialog = Some(Dialog::Question(QuestionDialog { ask, title: title.to_owned(), text, answers }));
    }

    fn open_palette(&mut self) {
        let row = |entry: &super::keymap::Entry| {
            let key = entry.chords.first().map(ToString::to_string).unwrap_or_default();
            let item = Item { label: entry.title.to_owned(), detail: entry.summary.to_owned(), key };
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
        let names: Vec<&str> = Theme::names().collect();
        let selected = names.iter().position(|name| *name == current).unwrap_or(0);
        let row =
            |name: &&str| (Item { label: (*name).to_owned(), ..Item::default() }, Choice::Theme((*name).to_owned()));
        let rows = names.iter().map(row).collect();
        self.theme_before = Some(self.palette.clone());
        self.list(Ask::Theme, "Theme", rows, selected);
    }

    fn open_key_sets(&mut self) {
        let sets = [
            (KeySet::Plain, "as in most editors of today"),
            (KeySet::Emacs, "as in Emacs and the shell"),
            (KeySet::Vi, "as in vi, with its modes"),
        ];
        let selected = sets.iter().position(|(set, _)| *set == self.keymap.set()).unwrap_or(0);
        let row = |(set, detail): (KeySet, &str)| {
            (Item { label: set.name().to_owned(), detail: detail.to_owned(), key: String::new() }, Choice::Keys(set))
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
                    (Item { label, detail: String::new(), key: String::new() }, Choice::Cell(cell.id, offset))
                })),
                CellKind::Code => {
                    number += 1;
                    let title = cell.title();
                    let first = cell.text.lines().find(|line| !line.trim().is_empty()).unwrap_or("(empty)");
                    let label = if title.is_empty() { first.trim() } else { title };
                    let item =
                        Item { label: format!("    {label}"), detail: String::new(), key: format!("[{number}]") };
                    rows.push((item, Choice::Cell(cell.id, 0)));
                }
            }
        }
        self.list(Ask::Contents, "Contents", rows, selected);
    }

    fn open_export(&mut self) {
        let forms = Form::ALL.iter().filter(|(form, ..)| *form != Form::Manifest);
        let row = |(form, end, title): &(Form, &str, &str)| {
            // Beside the notebook: the name says it all.
            let detail = self.export_path(end).file_name().map(|name| name.to_string_lossy().into_owned());
            let detail = detail.unwrap_or_default();
            (Item { label: (*title).to_owned(), detail, key: String::new() }, Choice::Form(*form))
        };
        let rows = forms.map(row).collect();
        self.list(Ask::Export, "Export with the results as", rows, 0);
    }

    fn export_path(&self, end: &str) -> PathBuf {
        self.book.path().unwrap_or(Path::new("notebook.pp")).with_extension(end)
    }

    /// Opens a part of the result.
    fn explore(&mut self, path: Vec<usize>) {
        let id = self.current;
        if self.cells.get(&id).and_then(|cell| cell.report.as_ref()).is_none_or(|report| report.tree.is_none()) {
            return self.say("hint", "the result has no parts");
        }
        self.engine.explore(id, path);
    }

    /// The parts of a value came.
    pub(super) fn explored(&mut self, id: CellId, path: &[usize], parts: Vec<Part>) {
        if id != self.current || (self.dialog.is_some() && self.dialog.as_ref().map(Dialog::ask) != Some(Ask::Explore))
        {
            return;
        }
        let row = |(at, part): (usize, Part)| {
            let more = if part.parts > 0 { "▸" } else { " " };
            let label = format!("{more} {}: {}", part.key, part.text);
            let item = Item { label, detail: part.type_name.clone(), key: String::new() };
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
            list.foot = "enter, right: open; left: back; alt-c: copy the way; esc: leave".to_owned();
        }
    }

    /// A key for the dialog.
    pub(super) fn dialog_key(&mut self, key: Key) {
        if self.explorer_key(key) {
            return;
        }
        let Some(dialog) = &mut self.dialog else { return };
        let reply = dialog.key(key);
        self.dialog_replied(reply);
    }

    /// What keys mean while a value is looked at part by part, beside what they mean in every list.
    fn explorer_key(&mut self, key: Key) -> bool {
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

    /// Puts the code that leads to a part into the clipboard.
    fn copy_way(&mut self, access: &str) {
        self.wishes.push(Wish::Copy(access.to_owned()));
        self.say("info", format!("{access} is in the clipboard"));
    }

    pub(super) fn dialog_replied(&mut self, reply: Reply) {
        let Some(ask) = self.dialog.as_ref().map(Dialog::ask) else { return };
        match reply {
            Reply::Stay => {}
            Reply::Moved => self.moved(ask),
            Reply::Closed => self.closed(ask),
            Reply::Chosen(row) => {
                self.dialog = None;
                if let Some(choice) = self.choices.get(row).cloned() {
                    self.chosen(choice);
                }
            }
            Reply::Entered(text) => {
                self.dialog = None;
                self.entered(ask, &text);
            }
            Reply::Answered(letter) => {
                self.dialog = None;
                self.answered(ask, letter);
            }
        }
    }

    /// Something is only looked at: a theme, the first hit.
    pub(super) fn moved(&mut self, ask: Ask) {
        match (ask, &self.dialog) {
            (Ask::Theme, Some(Dialog::List(list))) => {
                let choice = list.selected().and_then(|row| self.choices.get(row));
                if let Some(Choice::Theme(name)) = choice
                    && let Some(theme) = Theme::builtin(name)
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
            Ask::Overwrite => self.book.stay_here(),
            Ask::ReplaceWith => self.give_up_search(),
            Ask::Recover | Ask::Forget => {
                self.say("hint", "what the journal kept is still there; it is offered again next time")
            }
            _ => {}
        }
    }

    fn chosen(&mut self, choice: Choice) {
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
                if let Some(theme) = Theme::builtin(&name) {
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
        self.say("info", format!("{} keys", set.name()));
    }

    fn export(&mut self, form: Form, over: bool) {
        let end = Form::ALL.iter().find(|(known, ..)| *known == form).map_or("txt", |(_, end, _)| end);
        let path = self.export_path(end);
        let outputs =
            self.cells.iter().filter_map(|(id, cell)| Some((*id, CellOutput::from(&**cell.report.as_ref()?))));
        match self.book.export(form, &path, &outputs.collect(), over) {
            Ok(Saved::Written(what)) => self.say("info", what),
            Ok(Saved::Asks(change)) => {
                self.choices = vec![Choice::Form(form)];
                let text = book::words(change).to_owned();
                self.question(Ask::OverwriteExport, "Write over it?", text, vec![('o', "write over it")]);
            }
            Err(message) => self.say("error", message),
        }
    }

    fn entered(&mut self, ask: Ask, text: &str) {
        match ask {
            Ask::Find => self.found(text),
            Ask::Replace if !text.is_empty() => {
                self.preview(text);
                self.ask(Ask::ReplaceWith, "Replace: with what", "");
            }
            Ask::ReplaceWith => self.replace_everywhere(text),
            Ask::GoToLine => self.go_to_line(text),
            Ask::CommandLine => self.command_line(text),
            Ask::Filter => self.filter_catalog(text.to_owned()),
            Ask::Title => self.give_title(text),
            Ask::SaveAs => self.save_as(path_of(text)),
            Ask::Open if !text.trim().is_empty() => self.open_other(path_of(text)),
            _ => {}
        }
    }

    fn answered(&mut self, ask: Ask, letter: char) {
        match (ask, letter) {
            (Ask::Leave, 's') => {
                self.save();
                self.over = !self.book.is_dirty();
            }
            (Ask::Leave, 'd') => {
                self.lose = true;
                self.over = true;
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
                self.book.stay_here();
                self.reload();
            }
            (Ask::Overwrite, 'a') => {
                self.book.stay_here();
                self.open_dialog(Action::SaveAs);
            }
            (Ask::OverwriteExport, 'o') => {
                if let Some(Choice::Form(form)) = self.choices.first().cloned() {
                    self.export(form, true);
                }
            }
            (Ask::Recover, 'r') => self.recover(),
            (Ask::Recover, 'd') => {
                let text = "What was typed then is lost for good.".to_owned();
                self.question(Ask::Forget, "Drop it?", text, vec![('k', "keep it"), ('d', "drop it")]);
            }
            (Ask::Forget, 'd') => self.book.forget_recovery(),
            (Ask::Forget, 'k') => self.offer(),
            _ => {}
        }
    }

    /// Gives the current cell a title; its options stay.
    fn give_title(&mut self, title: &str) {
        let Some(cell) = self.book.cell(self.current) else { return };
        let heading = format!("{} {}", title.trim(), cell.options()).trim().to_owned();
        let result = self.book.change(Operation::Head { id: cell.id, heading });
        self.changed(result);
        self.rearranged();
    }

    /// Does what vi's command line says.
    fn command_line(&mut self, text: &str) {
        let (word, rest) = text.trim().trim_start_matches(':').split_once(' ').unwrap_or((text.trim(), ""));
        match (word.trim_start_matches(':'), rest.trim()) {
            ("w", "") => self.save(),
            ("w", path) => self.save_as(path_of(path)),
            ("q", _) => self.quit(),
            ("q!", _) => (self.lose, self.over) = (true, true),
            ("wq" | "x", _) => {
                self.save();
                self.over = self.book.path().is_some() && !self.book.is_dirty();
            }
            ("e", path) if !path.is_empty() => self.open_other(path_of(path)),
            ("e!", _) => self.reload(),
            ("", _) => {}
            (number, _) if number.bytes().all(|byte| byte.is_ascii_digit()) => self.go_to_line(number),
            (word, _) => self
                .say("error", format!("there is no command '{word}' here: w, q, wq, q!, e FILE, or a line's number")),
        }
    }

    fn go_to_line(&mut self, text: &str) {
        let Some(line) = text.trim().parse::<usize>().ok().filter(|line| *line > 0) else {
            return self.say("error", "a line is a number from 1 on");
        };
        let Some((id, offset)) = self.book.place_of_line(line) else {
            return self.say("error", format!("there is no line {line} in a cell"));
        };
        self.go_to(id);
        self.mode = Mode::Edit;
        self.editor().set_cursor(offset);
    }

    // The file.

    pub(super) fn save(&mut self) {
        self.take_edits();
        if self.book.path().is_none() {
            return self.ask(Ask::SaveAs, "Save as", "notebook.pp");
        }
        let saved = self.book.save(false);
        self.saved(saved);
    }

    fn save_as(&mut self, path: PathBuf) {
        if path.as_os_str().is_empty() {
            return;
        }
        let saved = self.book.save_as(path);
        self.saved(saved);
    }

    fn saved(&mut self, saved: Result<Saved, String>) {
        match saved {
            Ok(Saved::Written(what)) => {
                let remark = self.remark_on_manifest();
                self.say("info", what + &remark);
            }
            Ok(Saved::Asks(change)) => self.ask_to_overwrite(change),
            Err(message) => self.say("error", message),
        }
    }

    fn ask_to_overwrite(&mut self, change: DiskChange) {
        let (title, mut answers) = match change {
            DiskChange::Gone => ("Write it anew?", vec![('o', "write it anew")]),
            _ => ("Write over it?", vec![('o', "write over it")]),
        };
        if change == DiskChange::Written {
            answers.push(('r', "read it again (undo brings back what was typed here)"));
        }
        answers.push(('a', "save under another name"));
        self.question(Ask::Overwrite, title, book::words(change).to_owned(), answers);
    }

    /// Reads the file again.
    pub(super) fn reload(&mut self) {
        self.take_edits();
        let result = self.book.reload();
        let done = result.is_ok();
        self.changed(result);
        if done {
            self.mode = Mode::Select;
            self.rearranged();
            let key = self.keymap.key_of(Action::Undo).map(ToString::to_string).unwrap_or_default();
            self.say("info", format!("read again ({key}: back to what was here)"));
        }
    }

    fn open_other(&mut self, path: PathBuf) {
        self.take_edits();
        if self.book.has_unsaved() {
            let answers = vec![('s', "save and go on"), ('d', "drop the changes and go on")];
            self.choices = vec![Choice::File(path)];
            let text = "The notebook has changes that are not saved.".to_owned();
            return self.question(Ask::LeaveFor, "Open another one?", text, answers);
        }
        self.go_over_to(path);
    }

    fn go_over_to(&mut self, path: PathBuf) {
        match self.book.open_other(&path) {
            Ok(()) => self.start_over(),
            Err(message) => self.say("error", message),
        }
    }

    pub(super) fn quit(&mut self) {
        self.take_edits();
        if !self.book.has_unsaved() {
            self.over = true;
            return;
        }
        let answers = vec![('s', "save and leave"), ('d', "drop the changes and leave")];
        self.question(Ask::Leave, "Leave?", "The notebook has changes that are not saved.".to_owned(), answers);
    }
}

/// The path that was typed; `~/` is the user's home.
fn path_of(text: &str) -> PathBuf {
    let home = text.strip_prefix("~/").and_then(|rest| Some(std::env::home_dir()?.join(rest)));
    home.unwrap_or_else(|| PathBuf::from(text))
}

/// The headings of prose: where, how deep, what.
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
