//! The effects of commands at the prompt, in addition to their answers, and the user's `init.pp`.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;

use pprepl_files as files;
use pprepl_session::file::{self, meant};
use pprepl_session::{Effect, Outcome, Settings};
use pprepl_text::columns::{columns, hung, shortened};
use pprepl_text::visible;

use super::fold::without_styles;
use super::read_loop::Repl;
use super::{keys, terminal};

impl Repl {
    /// Does what a command asks for. Returns whether that shows its answer.
    pub(super) fn carry_out(&self, outcome: &Outcome) -> bool {
        let Outcome::Command(answer) = outcome else { return false };
        match &answer.effect {
            Some(Effect::Copy(text)) => {
                // A terminal without a clipboard ignores it.
                let _ = execute!(io::stdout().lock(), CopyToClipboard::to_clipboard_from(text));
                let count = text.chars().count();
                let characters = if count == 1 { "character" } else { "characters" };
                self.screen.note(&format!("Copied {count} {characters}: {}", shortened(&visible(text), 50)));
                true
            }
            Some(Effect::Once(file)) => {
                *self.once.borrow_mut() = Some(file.clone());
                self.screen.note(&format!("The output of the next input goes to {}.", visible(file)));
                true
            }
            Some(Effect::Keys(filter)) => {
                let text = self.keys_text(&filter.to_lowercase());
                if !self.page(&text) {
                    self.screen.output(&text);
                }
                true
            }
            Some(Effect::Play(request)) => {
                let report = self.player.borrow_mut().carry_out(request);
                if !report.is_empty() {
                    self.screen.note(&report);
                }
                true
            }
            None => false,
        }
    }

    /// Returns the active keys whose names or effects have this text: the user's own first.
    fn keys_text(&self, filter: &str) -> String {
        let own = self.own_keys.iter().filter(|(action, _)| action.starts_with("prompt."));
        let own = own.map(|(action, keys)| vec![keys.join(" "), format!("{action} (config.toml)")]);
        let usual = keys::table().map(|(key, what)| vec![key.to_owned(), what.to_owned()]);
        let has_filter = |row: &Vec<String>| row.iter().any(|cell| cell.to_lowercase().contains(filter));
        let rows: Vec<Vec<String>> = own.chain(usual).filter(has_filter).collect();
        if rows.is_empty() {
            return format!("no key matches '{filter}'\n");
        }
        let set = self.session.borrow().settings().get("keys").unwrap_or_default();
        let text = format!("{}\nThe other keys are those of {set}.", columns(&rows));
        text.lines().flat_map(|row| hung(row, terminal::width())).map(|row| row + "\n").collect()
    }

    /// Writes the output to the file of ':once', if one waits for it.
    pub(super) fn write_once(&self, outcome: &Outcome, settings: &Settings) -> bool {
        let asks = matches!(outcome, Outcome::Command(answer) if answer.effect.is_some());
        let Some(name) = self.once.borrow_mut().take_if(|_| !asks) else { return false };
        let text = without_styles(&self.screen.rendered(outcome, settings));
        let written = File::create_new(meant(&name)).and_then(|mut file| file.write_all(text.as_bytes()));
        match written {
            Ok(()) => self.screen.note(&format!("Wrote {} to {name}.", lines(&text))),
            Err(error) => {
                self.screen.note(&format!("error[file-write]: cannot write {name}: {}", files::reason(&error)))
            }
        }
        true
    }

    /// Runs the user's `init.pp`.
    pub(super) fn run_init(&self, path: &Path) {
        match file::read(path, files::LIMIT) {
            Ok(text) => self.run_silently(&path.display().to_string(), &text),
            Err(unreadable) => self.screen.note(&format!("warning: {}", unreadable.message)),
        }
    }
}

fn lines(text: &str) -> String {
    match text.lines().count() {
        1 => "1 line".to_owned(),
        count => format!("{count} lines"),
    }
}
