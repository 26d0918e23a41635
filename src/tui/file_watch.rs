//! Watches the notebook's file for changes by other programs, when the terminal gains focus and periodically. Offers to
//! reload it once the keys rest.

use std::time::{Duration, Instant};

use super::app::App;
use super::dialog::Ask;
use pprepl_notebook::file::DiskChange;

/// Interval between two checks of the file's size and modification time. The content is not read.
const INSPECT_TIME: Duration = Duration::from_secs(1);
/// Delay before a changed file is read: it must be unchanged for this time, so that no partial write is read.
const AGAIN: Duration = Duration::from_millis(300);
/// Pause in typing before a dialog opens, so that it does not interrupt a word.
const REST: Duration = Duration::from_secs(1);

/// The state of the file on disk.
#[derive(Debug)]
pub struct Disk {
    /// The time of the next check.
    due: Instant,
    /// The last observed change.
    change: Option<DiskChange>,
    /// Whether the user was notified.
    told: bool,
    /// The time of the last key.
    pressed: Instant,
}

impl Default for Disk {
    fn default() -> Disk {
        let now = Instant::now();
        Disk { due: now + INSPECT_TIME, change: None, told: false, pressed: now - REST }
    }
}

impl Disk {
    /// Returns the text of the header line about the file.
    pub(super) fn sign(&self) -> &'static str {
        match self.change.filter(|_| self.told) {
            Some(DiskChange::Written) => " (changed on disk)",
            Some(DiskChange::Gone) => " (deleted on disk)",
            Some(DiskChange::Appeared) => " (a file of that name exists)",
            None => "",
        }
    }
}

impl App {
    /// Returns the time of the next check.
    pub(super) fn disk_due(&self) -> Option<Instant> {
        self.book.path().map(|_| self.disk.due)
    }

    /// Checks the file at once when the terminal gains focus: another program may have changed it.
    pub(super) fn on_focus(&mut self) {
        self.disk.due = Instant::now();
        self.disk.pressed = Instant::now() - REST;
    }

    /// Records the time of a key.
    pub(super) fn note_key(&mut self) {
        self.disk.pressed = Instant::now();
    }

    /// Resets the state of the file after it was saved, reloaded or replaced by another one.
    pub(super) fn forget_disk(&mut self) {
        self.disk = Disk { pressed: self.disk.pressed, ..Disk::default() };
    }

    /// Checks the file if a check is due. Returns whether the screen has changed.
    pub(super) fn check_file(&mut self) -> bool {
        let now = Instant::now();
        if self.disk_due().is_none_or(|due| due > now) {
            return false;
        }
        let change = self.book.disk_change();
        let before = std::mem::replace(&mut self.disk.change, change);
        self.disk.due = now + if before == change { INSPECT_TIME } else { AGAIN };
        match change {
            // The file may be missing briefly while another program replaces it.
            Some(change) if before == Some(change) && !self.disk.told => self.report_disk(change),
            None => std::mem::take(&mut self.disk.told),
            Some(_) => false,
        }
    }

    fn report_disk(&mut self, change: DiskChange) -> bool {
        let text = match change {
            DiskChange::Gone => "the file was deleted; saving creates it again",
            DiskChange::Appeared => "a file of that name exists now; saving asks before overwriting it",
            DiskChange::Written => return self.offer_to_reload(),
        };
        self.disk.told = true;
        self.set_status("warning", text);
        true
    }

    fn offer_to_reload(&mut self) -> bool {
        if self.dialog.is_some() || !self.pending.is_empty() || self.disk.pressed.elapsed() < REST {
            self.disk.due = Instant::now() + AGAIN;
            return false;
        }
        self.disk.told = true;
        let mut text = "Another program changed the file.".to_owned();
        if self.book.is_dirty() {
            text.push_str(" Reloading discards unsaved changes; undo restores them.");
        }
        let answers = vec![('r', "reload it"), ('k', "keep this version; saving asks first")];
        self.question(Ask::Changed, "The file has changed", text, answers);
        true
    }
}
