//! The notebook's file while it is open: what another program does to it is noticed, when the user comes back to the
//! terminal and from time to time, and offered to be read again once the keys rest.

use std::time::{Duration, Instant};

use super::app::App;
use super::dialog::Ask;
use pprepl_notebook::file::DiskChange;

/// How often the file is looked at: its size and its time, not what it holds.
const INSPECT_TIME: Duration = Duration::from_secs(1);
/// What is still being written is not read yet: the file must look the same again after this time.
const AGAIN: Duration = Duration::from_millis(300);
/// A question may not come in the middle of a word.
const REST: Duration = Duration::from_secs(1);

/// What is known of the file on disk.
#[derive(Debug)]
pub struct Disk {
    /// When it is looked at.
    due: Instant,
    /// What became of it, as far as it was seen.
    change: Option<DiskChange>,
    /// Returns whether the user was told.
    told: bool,
    /// When a key was pressed last.
    pressed: Instant,
}

impl Default for Disk {
    fn default() -> Disk {
        let now = Instant::now();
        Disk { due: now + INSPECT_TIME, change: None, told: false, pressed: now - REST }
    }
}

impl Disk {
    /// What the head line says of it.
    pub(super) fn sign(&self) -> &'static str {
        match self.change.filter(|_| self.told) {
            Some(DiskChange::Written) => " (changed on disk)",
            Some(DiskChange::Gone) => " (gone from the disk)",
            Some(DiskChange::Appeared) => " (a file of that name is there)",
            None => "",
        }
    }
}

impl App {
    /// When the file is to be looked at.
    pub(super) fn disk_due(&self) -> Option<Instant> {
        self.book.path().map(|_| self.disk.due)
    }

    /// The user came back to the terminal, perhaps from another program: the file is looked at now.
    pub(super) fn on_focus(&mut self) {
        self.disk.due = Instant::now();
        self.disk.pressed = Instant::now() - REST;
    }

    /// A key was pressed.
    pub(super) fn note_key(&mut self) {
        self.disk.pressed = Instant::now();
    }

    /// What is known of the file no longer holds: it was saved or read, or it is another one.
    pub(super) fn forget_disk(&mut self) {
        self.disk = Disk { pressed: self.disk.pressed, ..Disk::default() };
    }

    /// Looks at the file when it is time to. Is there something new to be seen?
    pub(super) fn check_file(&mut self) -> bool {
        let now = Instant::now();
        if self.disk_due().is_none_or(|due| due > now) {
            return false;
        }
        let change = self.book.disk_change();
        let before = std::mem::replace(&mut self.disk.change, change);
        self.disk.due = now + if before == change { INSPECT_TIME } else { AGAIN };
        match change {
            // It may be gone for a moment, while another program puts a new one in its place.
            Some(change) if before == Some(change) && !self.disk.told => self.report_disk(change),
            None => std::mem::take(&mut self.disk.told),
            Some(_) => false,
        }
    }

    fn report_disk(&mut self, change: DiskChange) -> bool {
        let text = match change {
            DiskChange::Gone => "the file is gone from the disk: saving makes it anew",
            DiskChange::Appeared => "there is a file of that name now: saving asks before it writes over it",
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
        let mut text = "Another program wrote to the file.".to_owned();
        if self.book.is_dirty() {
            text.push_str(" What is not saved here goes when it is read again; undo brings it back.");
        }
        let answers = vec![('r', "read it again"), ('k', "keep what is here; saving asks first")];
        self.question(Ask::Changed, "The file has changed", text, answers);
        true
    }
}
