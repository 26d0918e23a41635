//! The state file of a presentation: the presenter writes it, and a second terminal reads it. No network.
//!
//! Each presented file has a state file of its own in the state directory, replaced atomically, and a lock that ends
//! with the presenter's process.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use pprepl_files::{self as files, Access, private};

/// The subdirectory of the state directory.
const FOLDER: &str = "present";

/// The maximum size of a state file, in bytes.
const MAX_BYTES: u64 = 4 << 20;

/// Maximum age of a state file without a presenter.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Attempts to lock, and the pause between them: a reader holds the lock for a moment.
const ATTEMPTS: usize = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// The state of a presentation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TalkState {
    /// The title of the lesson.
    pub name: String,
    /// The number of the slide, from 1, and the number of slides.
    pub slide: usize,
    pub slides: usize,
    /// The heading of the slide.
    pub title: String,
    /// The number of revealed parts, and the number of parts.
    pub revealed: usize,
    pub parts: usize,
    /// The notes of the slide as Markdown.
    pub notes: Vec<String>,
    /// The heading of the next slide; `None` on the last one.
    pub next: Option<String>,
    /// The start in milliseconds since 1970.
    pub started: u64,
    /// The time limit in minutes.
    pub minutes: Option<u64>,
}

/// The presenter's end: dropped, it removes the file.
pub struct Broadcast {
    path: PathBuf,
    last: Option<TalkState>,
    /// The locked file; the lock ends with the process.
    _lock: File,
}

/// Why a presentation has no second terminal.
#[derive(Debug)]
pub enum BroadcastError {
    /// Another process presents the same file.
    Taken,
    /// The state directory cannot be written.
    Io(io::Error),
}

impl Broadcast {
    /// Opens the state file with this name.
    ///
    /// # Errors
    /// Another process has it, or it cannot be written.
    pub fn open(state_folder: &Path, key: &str) -> Result<Broadcast, BroadcastError> {
        let folder = state_folder.join(FOLDER);
        private::create_folder(&folder).map_err(BroadcastError::Io)?;
        remove_old(&folder);
        let path = folder.join(format!("{key}.json"));
        let lock = open_lock(&lock_path(&path)).map_err(BroadcastError::Io)?;
        for _ in 0..ATTEMPTS {
            if lock.try_lock().is_ok() {
                return Ok(Broadcast { path, last: None, _lock: lock });
            }
            std::thread::sleep(PAUSE);
        }
        Err(BroadcastError::Taken)
    }

    /// Writes the state if it has changed.
    ///
    /// # Errors
    /// The file cannot be written; the next call tries again.
    pub fn publish(&mut self, state: TalkState) -> io::Result<()> {
        if self.last.as_ref() == Some(&state) {
            return Ok(());
        }
        private::replace(&self.path, &serde_json::to_vec(&state)?)?;
        self.last = Some(state);
        Ok(())
    }
}

impl Drop for Broadcast {
    fn drop(&mut self) {
        // A file that stays is removed by a later presentation.
        // The lock file stays: another presenter may wait for it.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns the names of the presentations with a presenter, the newest first.
pub fn running(state_folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(state_folder.join(FOLDER)).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path()).filter(|path| is_state(path) && is_running(path));
    let mut found: Vec<(u64, String)> = paths
        .filter_map(|path| Some((read(&path)?.started, path.file_stem()?.to_string_lossy().into_owned())))
        .collect();
    found.sort_by(|one, other| other.cmp(one));
    found.into_iter().map(|(_, key)| key).collect()
}

/// Returns the state with this name, and whether its presenter runs.
pub fn state(state_folder: &Path, key: &str) -> Option<(TalkState, bool)> {
    let path = state_folder.join(FOLDER).join(format!("{key}.json"));
    Some((read(&path)?, is_running(&path)))
}

/// Returns the time since the start, by the clock of this machine.
pub fn elapsed(state: &TalkState) -> Duration {
    Duration::from_millis(unix_millis().saturating_sub(state.started))
}

/// Returns the time in milliseconds since 1970.
pub fn unix_millis() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

fn is_state(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "json")
}

fn lock_path(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

fn read(path: &Path) -> Option<TalkState> {
    serde_json::from_str(&files::read_named_text(path, MAX_BYTES).ok()?).ok()
}

/// Returns whether a process holds the lock.
fn is_running(path: &Path) -> bool {
    let Ok(lock) = files::open(&lock_path(path), Access::Read) else { return false };
    lock.try_lock_shared().is_err()
}

fn open_lock(path: &Path) -> io::Result<File> {
    private::open_for_append(path)
}

/// Removes the files of processes that ended without doing so.
fn remove_old(folder: &Path) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let age = fs::metadata(&path).and_then(|about| about.modified()).ok().and_then(|time| time.elapsed().ok());
        if age.is_some_and(|age| age > MAX_AGE) && !is_running(&path) {
            // Another presenter may have removed it.
            let _ = fs::remove_file(&path);
        }
    }
}
