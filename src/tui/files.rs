//! File operations: save, reload, open another notebook, export, quit; and vi's command line, which does the same.

use std::path::PathBuf;

use super::action::Action;
use super::app::{App, Mode};
use super::dialog::Ask;
use super::dialog_host::DialogHost;
use super::dialogs::Choice;
use super::manifest;
use super::workspace::{self, Saved};
use pprepl_notebook::export::Form;
use pprepl_notebook::file::DiskChange;

impl App {
    pub(super) fn save(&mut self) {
        self.take_edits();
        if self.book.path().is_none() {
            return self.dialogs.ask(Ask::SaveAs, "Save as", "notebook.pp");
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
                self.disk.forget();
                let remark = manifest::remark(&self.book);
                self.status.set("info", what + &remark);
                self.trust.accept(&self.book, &self.engine, &mut self.status);
                self.follow_with_results();
            }
            Ok(Saved::Asks(change)) => self.dialogs.ask_to_overwrite(change),
            Err(message) => self.status.set("error", message),
        }
    }

    /// Updates the notebook's results file if it exists and the notebook is saved. A running cell triggers
    /// this again when it ends.
    pub(super) fn follow_with_results(&mut self) {
        let Some(path) = self.book.results_path() else { return };
        if let Err(message) = self.book.export(Form::Results, &path, &self.cells.outputs(), true) {
            self.status.set("error", format!("cannot write the results: {message}"));
        }
    }

    /// Reloads the file.
    pub(super) fn reload(&mut self) {
        self.take_edits();
        let place = self.book.place(self.current).unwrap_or(0);
        let result = self.book.reload();
        let done = result.is_ok();
        self.status.report(result);
        if done {
            self.disk.forget();
            self.mode = Mode::Select;
            self.engine.hold_back(true);
            self.rearranged();
            self.trust.judge(&self.book, &mut self.engine);
            if let Some(id) = self.ids().get(place).copied().filter(|_| self.book.place(self.current) == Some(0)) {
                self.go_to(id);
            }
            let key = self.keys.text_of(Action::Undo);
            match self.rejection_text() {
                Some(words) => {
                    self.status.set("warning", format!("reloaded, {words} ({key}: restore the previous content)"))
                }
                None => self.status.set("info", format!("reloaded ({key}: restore the previous content)")),
            }
        }
    }

    pub(super) fn open_other(&mut self, path: PathBuf) {
        self.take_edits();
        if self.book.has_unsaved() {
            let answers = vec![('s', "save and open"), ('d', "discard the changes and open")];
            let text = "The notebook has unsaved changes.".to_owned();
            let subject = Choice::File(path);
            return self.dialogs.question_about(subject, Ask::LeaveFor, "Open another notebook?", text, answers);
        }
        self.go_over_to(path);
    }

    pub(super) fn go_over_to(&mut self, path: PathBuf) {
        match self.book.open_other(&path) {
            Ok(()) => self.start_over(),
            Err(message) => self.status.set("error", message),
        }
    }

    pub(super) fn quit(&mut self) {
        self.take_edits();
        if !self.book.has_unsaved() {
            self.should_quit = true;
            return;
        }
        let answers = vec![('s', "save and quit"), ('d', "discard the changes and quit")];
        self.dialogs.question(Ask::Leave, "Quit?", "The notebook has unsaved changes.".to_owned(), answers);
    }

    /// Runs a command of vi's command line.
    pub(super) fn command_line(&mut self, text: &str) {
        let (word, rest) = text.trim().trim_start_matches(':').split_once(' ').unwrap_or((text.trim(), ""));
        match (word.trim_start_matches(':'), rest.trim()) {
            ("w", "") => self.save(),
            ("w", path) => self.save_as(path_of(path)),
            ("q", _) => self.quit(),
            ("q!", _) => {
                self.book.discard_changes();
                self.should_quit = true;
            }
            ("wq" | "x", _) => {
                self.save();
                self.should_quit = self.book.path().is_some() && !self.book.is_dirty();
            }
            ("e", path) if !path.is_empty() => self.open_other(path_of(path)),
            ("e!", _) => self.reload(),
            ("", _) => {}
            (number, _) if number.bytes().all(|byte| byte.is_ascii_digit()) => self.go_to_line(number),
            (word, _) => {
                self.status.set("error", format!("unknown command '{word}': use w, q, wq, q!, e FILE or a line number"))
            }
        }
    }

    pub(super) fn export(&mut self, form: Form, over: bool) {
        let end = Form::ALL.iter().find(|(known, ..)| *known == form).map_or("txt", |(_, end, _)| end);
        let path = self.book.export_path(end);
        match self.book.export(form, &path, &self.cells.outputs(), over) {
            Ok(Saved::Written(what)) => self.status.set("info", what),
            Ok(Saved::Asks(change)) => {
                let subject = Choice::Form(form);
                let text = workspace::words(change).to_owned();
                self.dialogs.question_about(
                    subject,
                    Ask::OverwriteExport,
                    "Overwrite it?",
                    text,
                    vec![('o', "overwrite it")],
                );
            }
            Err(message) => self.status.set("error", message),
        }
    }
}

impl DialogHost {
    /// Asks before overwriting a file that another program changed.
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
}

/// Expands a typed path: `~/` is the user's home directory.
pub(super) fn path_of(text: &str) -> PathBuf {
    let home = text.strip_prefix("~/").and_then(|rest| Some(std::env::home_dir()?.join(rest)));
    home.unwrap_or_else(|| PathBuf::from(text))
}
