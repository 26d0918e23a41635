//! The journal (write-ahead log) of an open notebook: its changes since the last save, so that a killed process or a
//! lost terminal loses no input.
//!
//! A journal is a file of records: each is a length, a checksum, and JSON. The first record holds the state of the
//! notebook, each later one an operation. A reader stops at the first incomplete record. Records are written to the
//! system at once, and a background thread syncs them to the disk once a second. Outputs are not stored.
//!
//! Each process has its own journal and locks it while it lives. A journal without a lock is from a process that
//! died; one with a lock is open elsewhere. The caller chooses the directory.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, SystemTime};

use pprepl_files::{self as files, Access, private};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{CellId, Document, Operation};

/// The interval between syncs to the disk.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The size of the record header: length and checksum.
const HEAD: usize = 12;

/// The version of the journal format that is written and read.
const VERSION: u32 = 1;

/// The maximum length of a valid record in bytes.
const LONGEST: usize = 1 << 30;

/// The size in bytes at which a journal restarts with the current state of the notebook.
const LARGE: u64 = 32 << 20;

/// The maximum size of a journal that is read, in bytes: a journal restarts when it is [`LARGE`].
const MAX_BYTES: u64 = 1 << 30;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Record {
    /// The state of the notebook.
    Base(Base),
    /// A change of the notebook.
    Done {
        /// The number of the next new cell before the operation.
        next: u64,
        operation: Operation,
    },
}

#[derive(Serialize, Deserialize)]
struct Base {
    /// The version of the journal format.
    version: u32,
    /// The notebook's path, for display.
    path: Option<String>,
    text: String,
    /// The SHA-256 of the file's text in hexadecimal digits.
    saved: String,
    /// The ids of the cells.
    ids: Vec<CellId>,
    /// The ids of the folded cells, which show only their first line.
    folded: Vec<CellId>,
    /// The number of the next new cell.
    next: u64,
}

/// A journal that is being written.
pub struct Journal {
    file: File,
    path: PathBuf,
    notebook: Option<String>,
    /// The size of the complete records in bytes.
    length: u64,
    /// The SHA-256 of the file's text.
    saved: String,
    /// Whether a record was lost. Then the next record must hold the entire state.
    gap: bool,
    unsynced: bool,
    synced: Duration,
    syncing: Option<JoinHandle<()>>,
}

impl Journal {
    /// Creates a journal in `folder` for the notebook at that path, which was just read from, or saved as, `saved`.
    pub fn begin(folder: &Path, notebook: Option<&Path>, document: &Document, saved: &str) -> io::Result<Journal> {
        private::create_folder(folder)?;
        let (path, file) = own_file(folder, notebook)?;
        let mut journal = Journal {
            file,
            path,
            notebook: notebook.map(|path| path.to_string_lossy().into_owned()),
            length: 0,
            saved: String::new(),
            gap: true,
            unsynced: false,
            synced: Duration::ZERO,
            syncing: None,
        };
        match journal.renew(document, saved) {
            Ok(()) => Ok(journal),
            Err(error) => {
                // Without its first record it is useless.
                let _ = fs::remove_file(&journal.path);
                Err(error)
            }
        }
    }

    /// Returns the path of the journal.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Restarts the journal: `document` is the current state, and `saved` is the text of the file.
    pub fn renew(&mut self, document: &Document, saved: &str) -> io::Result<()> {
        self.saved = hex(saved);
        self.rewrite(document)
    }

    /// Replaces the journal file atomically. A process killed meanwhile leaves one of the two files.
    fn rewrite(&mut self, document: &Document) -> io::Result<()> {
        let record = encoded(&self.base(document))?;
        let beside = self.path.with_extension("new");
        let written = new_file(&beside).and_then(|mut file| {
            file.try_lock().map_err(io::Error::from)?;
            file.write_all(&record)?;
            self.replace_with(&beside)?;
            Ok(file)
        });
        match written {
            Ok(file) => {
                self.file = file;
                self.length = record.len() as u64;
                (self.gap, self.unsynced) = (false, true);
                Ok(())
            }
            Err(error) => {
                let _ = fs::remove_file(&beside);
                Err(error)
            }
        }
    }

    /// Renames a file to the journal. Windows replaces an open file on some file systems only (not on FAT, and Wine on none):
    /// the journal is closed there before the second attempt.
    fn replace_with(&mut self, beside: &Path) -> io::Result<()> {
        match fs::rename(beside, &self.path) {
            Err(error) if cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied => {
                self.gap = true;
                self.file = OpenOptions::new().write(true).open("NUL")?;
                fs::rename(beside, &self.path)
            }
            renamed => renamed,
        }
    }

    fn base(&self, document: &Document) -> Record {
        let cells = document.cells();
        Record::Base(Base {
            version: VERSION,
            path: self.notebook.clone(),
            text: document.text(),
            saved: self.saved.clone(),
            ids: cells.iter().map(|cell| cell.id).collect(),
            folded: cells.iter().filter(|cell| cell.folded).map(|cell| cell.id).collect(),
            next: document.next_number(),
        })
    }

    /// Records an operation before it is applied to `document`. After a failure (a full disk) the notebook continues,
    /// and the next successful record replaces the lost ones.
    pub fn record(&mut self, document: &Document, operation: &Operation) -> io::Result<()> {
        if self.gap
            || self.length > LARGE.max(8 * document.cells().iter().map(|cell| cell.text.len() as u64).sum::<u64>())
        {
            self.rewrite(document)?;
        }
        let record = encoded(&Record::Done { next: document.next_number(), operation: operation.clone() })?;
        match self.file.write_all(&record) {
            Ok(()) => {
                self.length += record.len() as u64;
                self.unsynced = true;
                Ok(())
            }
            Err(error) => {
                self.gap = true;
                // The partial record is invalid, and reading stops there.
                let _ = self.file.set_len(self.length);
                Err(error)
            }
        }
    }

    /// Starts a sync to the disk when it is due; never waits for it. `now` is a time since any fixed point.
    pub fn tick(&mut self, now: Duration) {
        let at_it = self.syncing.as_ref().is_some_and(|thread| !thread.is_finished());
        if !self.unsynced || at_it || now.saturating_sub(self.synced) < SYNC_EVERY {
            return;
        }
        let Ok(file) = self.file.try_clone() else { return };
        let sync = move || {
            // A disk that cannot store the journal may still store the notebook: saving reports the error.
            let _ = file.sync_data();
        };
        self.syncing = Builder::new().name("journal".to_owned()).spawn(sync).ok();
        (self.unsynced, self.synced) = (false, now);
    }

    /// Removes the journal: the notebook was saved, or the user discards the changes.
    pub fn end(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

/// Closing is not enough: a program that starts at this moment, or a sync that still runs, has a copy of the file, and the
/// lock lasts until the last copy is closed.
impl Drop for Journal {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// The content of a journal.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The notebook as of the last complete record.
    pub document: Document,
    /// The notebook's path, for display.
    pub path: Option<String>,
    /// The number of operations applied since the state of the file.
    pub operations: usize,
    /// Whether the last record is incomplete.
    pub torn: bool,
    saved: String,
}

impl Replay {
    /// Returns whether the result differs from the file.
    fn has_more_than(&self, file_text: &str) -> bool {
        self.operations > 0 && self.document.text() != file_text
    }

    /// Returns whether the file still has the text on which the operations are based.
    pub fn is_of(&self, file_text: &str) -> bool {
        self.saved == hex(file_text)
    }
}

/// Replays the bytes of a journal. `None` when its first record is incomplete, or of another version.
pub fn replay(bytes: &[u8]) -> Option<Replay> {
    let mut rest = bytes;
    let mut replay: Option<Replay> = None;
    while let Some((record, behind)) = decoded(rest) {
        rest = behind;
        match (record, &mut replay) {
            (Record::Base(base), _) if base.version != VERSION => return None,
            (Record::Base(base), _) => replay = Some(restored(base)),
            (Record::Done { next, operation }, Some(replay)) => {
                replay.document.count_from(next);
                // An operation that failed then fails again.
                replay.operations += usize::from(replay.document.apply(operation).is_ok());
            }
            (Record::Done { .. }, None) => return None,
        }
    }
    replay.map(|replay| Replay { torn: !rest.is_empty(), ..replay })
}

fn restored(base: Base) -> Replay {
    let mut document = Document::parse(&base.text);
    document.rename_cells(&base.ids);
    document.count_from(base.next);
    for id in base.folded {
        // A missing cell cannot be folded.
        let _ = document.apply(Operation::Fold { id, folded: true });
    }
    let unsaved = usize::from(hex(&base.text) != base.saved);
    Replay { document, path: base.path, operations: unsaved, torn: false, saved: base.saved }
}

fn encoded(record: &Record) -> io::Result<Vec<u8>> {
    let payload = serde_json::to_vec(record)?;
    let length = u32::try_from(payload.len()).ok().filter(|length| *length as usize <= LONGEST);
    let length = length.ok_or(io::ErrorKind::FileTooLarge)?;
    let mut bytes = Vec::with_capacity(payload.len() + HEAD);
    bytes.extend(length.to_le_bytes());
    bytes.extend(checksum(&payload));
    bytes.extend(payload);
    Ok(bytes)
}

/// Decodes the first record and returns the remaining bytes; `None` when it is incomplete.
fn decoded(bytes: &[u8]) -> Option<(Record, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (sum, rest) = rest.split_first_chunk::<8>()?;
    let (payload, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    if checksum(payload) != *sum {
        return None;
    }
    Some((serde_json::from_slice(payload).ok()?, rest))
}

fn checksum(payload: &[u8]) -> [u8; 8] {
    let digest = Sha256::digest(payload);
    digest.first_chunk::<8>().copied().unwrap_or_default()
}

fn hex(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The journal of a dead process. While this value lives, no other process can use the journal.
#[derive(Debug)]
pub struct RecoverableJournal {
    path: PathBuf,
    /// Holds the lock.
    file: File,
    /// The content of the journal.
    pub replay: Replay,
    /// The time of the last write.
    pub modified: Option<SystemTime>,
}

impl RecoverableJournal {
    /// Removes the journal: it was recovered, or the user does not want it.
    pub fn discard(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

impl Drop for RecoverableJournal {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// The journals of a notebook in a directory.
#[derive(Debug, Default)]
pub struct JournalScan {
    /// The journals of dead processes whose content the file does not have, newest first.
    pub leftovers: Vec<RecoverableJournal>,
    /// The ids of the living processes that have the notebook open.
    pub open_in: Vec<u32>,
}

/// Scans for journals of the notebook at that path, whose file has `text`. Removes journals without new content.
pub fn scan(folder: &Path, notebook: Option<&Path>, text: &str) -> JournalScan {
    let mut survey = JournalScan::default();
    let start = format!("{}-", key(notebook));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(rest) = name.strip_prefix(&start).and_then(|rest| rest.strip_suffix(".journal")) else { continue };
        match inspect_entry(&entry.path()) {
            Found::Alive => survey.open_in.extend(rest.split('-').next().and_then(|pid| pid.parse::<u32>().ok())),
            Found::Left(leftover) if leftover.replay.has_more_than(text) => survey.leftovers.push(*leftover),
            // The journal has no new content.
            Found::Left(leftover) => drop(leftover.discard()),
            Found::Nothing => {}
        }
    }
    survey.leftovers.sort_by_key(|leftover| std::cmp::Reverse(leftover.modified));
    survey
}

enum Found {
    Alive,
    /// A process that died left it.
    Left(Box<RecoverableJournal>),
    /// The journal is unreadable.
    Nothing,
}

fn inspect_entry(path: &Path) -> Found {
    // Only a regular file can be a journal; another kind might never end.
    let is_journal = fs::symlink_metadata(path).is_ok_and(|about| about.is_file() && about.len() <= MAX_BYTES);
    if !is_journal {
        return Found::Nothing;
    }
    let Ok(mut file) = files::open(path, Access::Update) else { return Found::Nothing };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Found::Alive,
        Err(TryLockError::Error(_)) => return Found::Nothing,
        Ok(()) => {}
    }
    let mut bytes = Vec::new();
    if file.read_to_end(&mut bytes).is_err() {
        return Found::Nothing;
    }
    let modified = file.metadata().and_then(|metadata| metadata.modified()).ok();
    match replay(&bytes) {
        Some(replay) => Found::Left(Box::new(RecoverableJournal { path: path.to_owned(), file, replay, modified })),
        None => Found::Nothing,
    }
}

/// Returns the common prefix of the names of a notebook's journals.
fn key(notebook: Option<&Path>) -> String {
    let Some(path) = notebook else { return "untitled".to_owned() };
    let whole = fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
    let digest = Sha256::digest(whole.as_os_str().as_encoded_bytes());
    digest.iter().take(10).map(|byte| format!("{byte:02x}")).collect()
}

/// Creates an empty, locked file for this process. It gets its name only with the lock: a file without a lock is an
/// orphan.
fn own_file(folder: &Path, notebook: Option<&Path>) -> io::Result<(PathBuf, File)> {
    let key = key(notebook);
    for number in 0..10_000 {
        let path = folder.join(format!("{key}-{}-{number}.journal", std::process::id()));
        if path.exists() {
            continue;
        }
        let beside = path.with_extension("new");
        let file = new_file(&beside)?;
        file.try_lock().map_err(io::Error::from)?;
        fs::rename(&beside, &path)?;
        return Ok((path, file));
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Creates a file that only its owner can access.
fn new_file(path: &Path) -> io::Result<File> {
    // A leftover of a killed process is unused: the number in the name is the id of this process.
    let _ = fs::remove_file(path);
    private::create_new(path)
}
