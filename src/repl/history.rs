//! The input history: whole blocks with their outcomes. An input that handles a secret can be recalled in its own session but
//! is never written (see [`Secrets`]); after an input that may show a secret, no values are written either. An input that
//! starts with a space is not recorded.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use pprepl_session::Outcome;
use pprepl_session::settings::Recall;

use super::history_entry::{Entry, EntryResult, may_show_secrets};
use super::history_file;
use super::secrets::Secrets;

/// The inputs, oldest first.
pub struct History {
    entries: Vec<Entry>,
    file: Option<PathBuf>,
    /// The name of this session, and the directory of its project.
    session: String,
    folder: String,
    /// Which inputs Up and suggestions offer.
    pub recall: Recall,
    /// Whether an input may have shown a secret.
    is_secret: bool,
    secrets: Secrets,
}

impl History {
    /// Opens the user's history file. Without a data directory the history is empty and has no file.
    pub fn open() -> History {
        let file = history_file::path();
        let entries = file.as_deref().map(history_file::read).unwrap_or_default();
        History { file, ..History::new(entries) }
    }

    /// Returns a history of these entries, without a file.
    pub fn new(entries: Vec<Entry>) -> History {
        History {
            entries,
            file: None,
            session: format!("{:x}-{}", now(), std::process::id()),
            folder: history_file::project_folder(),
            recall: Recall::All,
            is_secret: false,
            secrets: Secrets::default(),
        }
    }

    /// Adds an input. Returns `false` if nothing was added.
    pub fn remember(&mut self, text: &str) -> bool {
        let is_last = self.entries.last().is_some_and(|last| last.text == text);
        if text.trim().is_empty() || text.starts_with(' ') || is_last {
            return false;
        }
        self.entries.retain(|entry| entry.text != text);
        self.entries.push(Entry {
            at: now(),
            text: text.to_owned(),
            session: self.session.clone(),
            folder: self.folder.clone(),
            result: EntryResult::default(),
        });
        true
    }

    /// Returns whether an input must stay private by what it evaluates to, or by the names that it uses.
    pub fn is_private(&mut self, text: &str, outcome: &Outcome) -> bool {
        let is_private = self.secrets.handles(text, outcome);
        self.is_secret |= is_private;
        is_private
    }

    /// Records the outcome of an input, and writes the input to the file if `is_new`, unless it must stay private.
    pub fn finish(&mut self, text: &str, result: EntryResult, is_new: bool) {
        self.is_secret |= may_show_secrets(text);
        let Some(entry) = self.entries.iter_mut().rev().find(|entry| entry.text == text) else { return };
        entry.result = result;
        (entry.session, entry.folder) = (self.session.clone(), self.folder.clone());
        if !is_new || text.contains("Sensitive") {
            return;
        }
        let mut written = entry.clone();
        if self.is_secret {
            written.result.value = None;
        }
        if let Some(file) = &self.file {
            // A history that cannot be written must not interrupt the user.
            let _ = history_file::append(file, &written);
        }
    }

    /// Returns all entries, oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns whether this session ran the input.
    pub fn is_own(&self, entry: &Entry) -> bool {
        entry.session == self.session
    }

    /// Returns whether the input ran in this project.
    pub fn is_here(&self, entry: &Entry) -> bool {
        entry.folder == self.folder
    }

    /// Returns the text of an entry that Up offers.
    pub fn recallable(&self, at: usize) -> Option<&str> {
        let entry = self.entries.get(at)?;
        let fits = match self.recall {
            Recall::All => true,
            Recall::Project => self.is_here(entry),
        };
        fits.then_some(entry.text.as_str())
    }

    /// Returns the rest of the newest input that continues a line, preferably of one that succeeded.
    pub fn continuation(&self, line: &str) -> Option<&str> {
        let rests = || {
            (0..self.entries.len()).rev().filter_map(|at| {
                let rest = self.recallable(at)?.strip_prefix(line).filter(|rest| !rest.trim().is_empty())?;
                Some((rest, self.entries.get(at)?.has_succeeded()))
            })
        };
        let good = rests().find(|(_, succeeded)| *succeeded);
        good.or_else(|| rests().next()).map(|(rest, _)| rest)
    }
}

/// Returns the seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
