//! File operations: save, reload, open another notebook, export, quit; and vi's command line, which does the same.

use std::path::{Path, PathBuf};

use super::action::Action;
use super::app::{App, Mode};
use super::dialog::{Ask, Item};
use super::dialogs::Choice;
use super::workspace::{self, Saved};
use pprepl_notebook::export::Form;
use pprepl_notebook::file::DiskChange;
use pprepl_notebook::{CellOutput, Outputs};

impl App {
    pub(super) fn save(&mut self) {
        self.take_edits();
        if self.book.path().is_none() {
            return self.ask(Ask::SaveAs, "Save as", "notebook.pp");
        }
        let saved = self.book.save(false);
        self.saved(saved);
    }

    pub(super) fn save_as(&mut self, path: PathBuf) {
        if path.as_os_str().is_empty() {
            return;
        }
        let saved = self.book.save_as(path);
        self.saved(saved);
    }

    pub(super) fn saved(&mut self, saved: Result<Saved, String>) {
        match saved {
            Ok(Saved::Written(what)) => {
                self.forget_disk();
                let remark = self.remark_on_manifest();
                self.set_status("info", what + &remark);
                self.be_trusted();
                self.saved_here = true;
                self.follow_with_results();
            }
            Ok(Saved::Asks(change)) => self.ask_to_overwrite(change),
            Err(message) => self.set_status("error", message),
        }
    }

    /// Updates the notebook's results file if it exists and the notebook is saved. A running cell triggers
    /// this again when it ends.
    pub(super) fn follow_with_results(&mut self) {
        let path = self.export_path("results");
        if !self.saved_here || self.book.is_dirty() || !workspace::holds_results(&path) {
            return;
        }
        if let Err(message) = self.book.export(Form::Results, &path, &self.outputs(), true) {
            self.set_status("error", format!("cannot write the results: {message}"));
        }
    }

    fn ask_to_overwrite(&mut self, change: DiskChange) {
        let (title, mut answers) = match change {
            DiskChange::Gone => ("Create it again?", vec![('o', "create it again")]),
            _ => ("Overwrite it?", vec![('o', "overwrite it")]),
        };
        if change == DiskChange::Written {
            answers.push(('r', "reload it (undo restores the changes made here)"));
        }
        answers.push(('a', "save under another name"));
        self.question(Ask::Overwrite, title, workspace::words(change).to_owned(), answers);
    }

    /// Reloads the file.
    pub(super) fn reload(&mut self) {
        self.take_edits();
        let place = self.book.place(self.current).unwrap_or(0);
        let result = self.book.reload();
        let done = result.is_ok();
        self.changed(result);
        if done {
            self.forget_disk();
            self.mode = Mode::Select;
            self.engine.hold_back(true);
            self.rearranged();
            self.judge();
            if let Some(id) = self.ids().get(place).copied().filter(|_| self.book.place(self.current) == Some(0)) {
                self.go_to(id);
            }
            let key = self.keymap.key_of(Action::Undo).map(ToString::to_string).unwrap_or_default();
            match self.saved_back_words() {
                Some(words) => {
                    self.set_status("warning", format!("reloaded, {words} ({key}: restore the previous content)"))
                }
                None => self.set_status("info", format!("reloaded ({key}: restore the previous content)")),
            }
        }
    }

    pub(super) fn open_other(&mut self, path: PathBuf) {
        self.take_edits();
        if self.book.has_unsaved() {
            let answers = vec![('s', "save and open"), ('d', "discard the changes and open")];
            self.choices = vec![Choice::File(path)];
            let text = "The notebook has unsaved changes.".to_owned();
            return self.question(Ask::LeaveFor, "Open another notebook?", text, answers);
        }
        self.go_over_to(path);
    }

    pub(super) fn go_over_to(&mut self, path: PathBuf) {
        match self.book.open_other(&path) {
            Ok(()) => self.start_over(),
            Err(message) => self.set_status("error", message),
        }
    }

    pub(super) fn quit(&mut self) {
        self.take_edits();
        if !self.book.has_unsaved() {
            self.should_quit = true;
            return;
        }
        let answers = vec![('s', "save and quit"), ('d', "discard the changes and quit")];
        self.question(Ask::Leave, "Quit?", "The notebook has unsaved changes.".to_owned(), answers);
    }

    /// Runs a command of vi's command line.
    pub(super) fn command_line(&mut self, text: &str) {
        let (word, rest) = text.trim().trim_start_matches(':').split_once(' ').unwrap_or((text.trim(), ""));
        match (word.trim_start_matches(':'), rest.trim()) {
            ("w", "") => self.save(),
            ("w", path) => self.save_as(path_of(path)),
            ("q", _) => self.quit(),
            ("q!", _) => (self.discard_changes, self.should_quit) = (true, true),
            ("wq" | "x", _) => {
                self.save();
                self.should_quit = self.book.path().is_some() && !self.book.is_dirty();
            }
            ("e", path) if !path.is_empty() => self.open_other(path_of(path)),
            ("e!", _) => self.reload(),
            ("", _) => {}
            (number, _) if number.bytes().all(|byte| byte.is_ascii_digit()) => self.go_to_line(number),
            (word, _) => {
                self.set_status("error", format!("unknown command '{word}': use w, q, wq, q!, e FILE or a line number"))
            }
        }
    }

    pub(super) fn open_export(&mut self) {
        let forms = Form::ALL.iter().filter(|(form, ..)| *form != Form::Manifest);
        let row = |(form, end, title): &(Form, &str, &str)| {
            // The file is in the notebook's directory: its name is enough.
            let detail = self.export_path(end).file_name().map(|name| name.to_string_lossy().into_owned());
            let detail = detail.unwrap_or_default();
            (Item { label: (*title).to_owned(), detail, ..Item::default() }, Choice::Form(*form))
        };
        let rows = forms.map(row).collect();
        self.list(Ask::Export, "Export with the results as", rows, 0);
    }

    /// Returns the outputs of the last run of each cell.
    fn outputs(&self) -> Outputs {
        self.cells.iter().filter_map(|(id, cell)| Some((*id, CellOutput::from(&**cell.report.as_ref()?)))).collect()
    }

    fn export_path(&self, end: &str) -> PathBuf {
        self.book.path().unwrap_or(Path::new("notebook.pp")).with_extension(end)
    }

    pub(super) fn export(&mut self, form: Form, over: bool) {
        let end = Form::ALL.iter().find(|(known, ..)| *known == form).map_or("txt", |(_, end, _)| end);
        let path = self.export_path(end);
        match self.book.export(form, &path, &self.outputs(), over) {
            Ok(Saved::Written(what)) => self.set_status("info", what),
            Ok(Saved::Asks(change)) => {
                self.choices = vec![Choice::Form(form)];
                let text = workspace::words(change).to_owned();
                self.question(Ask::OverwriteExport, "Overwrite it?", text, vec![('o', "overwrite it")]);
            }
            Err(message) => self.set_status("error", message),
        }
    }
}

/// Expands a typed path: `~/` is the user's home directory.
pub(super) fn path_of(text: &str) -> PathBuf {
    let home = text.strip_prefix("~/").and_then(|rest| Some(std::env::home_dir()?.join(rest)));
    home.unwrap_or_else(|| PathBuf::from(text))
}
