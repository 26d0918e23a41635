//! Watches the notebook's file for changes by other programs, when the terminal gains focus and periodically. Offers to
//! reload it once the keys rest.

use std::time::{Duration, Instant};

use super::workspace::Workspace;
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
    pub fn sign(&self) -> &'static str {
        match self.change.filter(|_| self.told) {
            Some(DiskChange::Written) => " (changed on disk)",
            Some(DiskChange::Gone) => " (deleted on disk)",
            Some(DiskChange::Appeared) => " (a file of that name exists)",
            None => "",
        }
    }

    /// Returns the time of the next check.
    pub fn due(&self) -> Instant {
        self.due
    }

    /// Checks the file at once when the terminal gains focus: another program may have changed it.
    pub fn on_focus(&mut self) {
        self.due = Instant::now();
        self.pressed = Instant::now() - REST;
    }

    /// Records that the change was reported to the user.
    pub fn set_reported(&mut self) {
        self.told = true;
    }

    /// Records the time of a key.
    pub fn note_key(&mut self) {
        self.pressed = Instant::now();
    }

    /// Resets the state of the file after it was saved, reloaded or replaced by another one.
    pub fn forget(&mut self) {
        *self = Disk { pressed: self.pressed, ..Disk::default() };
    }

    /// Checks the file if a check is due. Returns whether the screen has changed, and the change to report.
    pub fn check(&mut self, book: &Workspace) -> (bool, Option<DiskChange>) {
        let now = Instant::now();
        if book.path().is_none() || self.due > now {
            return (false, None);
        }
        let change = book.disk_change();
        let before = std::mem::replace(&mut self.change, change);
        self.due = now + if before == change { INSPECT_TIME } else { AGAIN };
        match change {
            // The file may be missing briefly while another program replaces it.
            Some(change) if before == Some(change) && !self.told => (false, Some(change)),
            None => (std::mem::take(&mut self.told), None),
            Some(_) => (false, None),
        }
    }

    /// Returns whether the user types, and postpones the report in that case.
    pub fn waits_for_keys(&mut self, is_busy: bool) -> bool {
        let waits = is_busy || self.pressed.elapsed() < REST;
        if waits {
            self.due = Instant::now() + AGAIN;
        }
        waits
    }
}
