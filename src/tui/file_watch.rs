//! Watches the notebook's file for changes by other programs, when the terminal gains focus and periodically. Offers to
//! reload it once the keys rest.

use std::time::{Duration, Instant};

use super::app::App;
use super::dialog::Ask;
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
    pub(super) fn sign(&self) -> &'static str {
        match self.change.filter(|_| self.told) {
            Some(DiskChange::Written) => " (changed on disk)",
            Some(DiskChange::Gone) => " (deleted on disk)",
            Some(DiskChange::Appeared) => " (a file of that name exists)",
            None => "",
        }
    }

    /// Returns the time of the next check.
    pub(super) fn due(&self) -> Instant {
        self.due
    }

    /// Checks the file at once when the terminal gains focus: another program may have changed it.
    pub(super) fn on_focus(&mut self) {
        self.due = Instant::now();
        self.pressed = Instant::now() - REST;
    }

    /// Records the time of a key.
    pub(super) fn note_key(&mut self) {
        self.pressed = Instant::now();
    }

    /// Resets the state of the file after it was saved, reloaded or replaced by another one.
    pub(super) fn forget(&mut self) {
        *self = Disk { pressed: self.pressed, ..Disk::default() };
    }

    /// Checks the file if a check is due. Returns whether the screen has changed, and the change to report.
    fn check(&mut self, book: &Workspace) -> (bool, Option<DiskChange>) {
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
    fn waits_for_keys(&mut self, is_busy: bool) -> bool {
        let waits = is_busy || self.pressed.elapsed() < REST;
        if waits {
            self.due = Instant::now() + AGAIN;
        }
        waits
    }
}

impl App {
    /// Returns the time of the next check.
    pub(super) fn disk_due(&self) -> Option<Instant> {
        self.book.path().map(|_| self.disk.due())
    }

    /// Checks the file if a check is due. Returns whether the screen has changed.
    pub(super) fn check_file(&mut self) -> bool {
        match self.disk.check(&self.book) {
            (_, Some(change)) => self.report_disk(change),
            (is_new, None) => is_new,
        }
    }

    fn report_disk(&mut self, change: DiskChange) -> bool {
        let text = match change {
            DiskChange::Gone => "the file was deleted; saving creates it again",
            DiskChange::Appeared => "a file of that name exists now; saving asks before overwriting it",
            DiskChange::Written => return self.offer_to_reload(),
        };
        self.disk.told = true;
        self.status.set("warning", text);
        true
    }

    fn offer_to_reload(&mut self) -> bool {
        if self.disk.waits_for_keys(self.dialogs.is_open() || self.keys.is_pending()) {
            return false;
        }
        self.disk.told = true;
        let mut text = "Another program changed the file.".to_owned();
        if self.book.is_dirty() {
            text.push_str(" Reloading discards unsaved changes; undo restores them.");
        }
        let answers = vec![('r', "reload it"), ('k', "keep this version; saving asks first")];
        self.dialogs.question(Ask::Changed, "The file has changed", text, answers);
        true
    }
}
