//! The journal of a notebook that is open: what was done since it was saved, so that a killed process or a lost terminal
//! loses nothing that was typed.
//!
//! A journal is a file of records: its length, a checksum, and JSON. The first says what the notebook was like, each
//! other one what was done to it; a record that was not written whole, and what follows it, is omitted when it is read.
//! Records go to the system at once and to the disk once a second, by a thread of its own. Outputs never get here.
//!
//! Each process has a journal of its own and holds a lock on it while it lives: what is there without a lock was left by
//! a process that died, what is there with one is open elsewhere. Which directory they are in, the caller says.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{CellId, Document, Operation};

/// How often records are sent to the disk.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The length and the checksum before each record.
const HEAD: usize = 12;

/// The form of the journals that are written, and that can be read.
const VERSION: u32 = 1;

/// A record longer than this is no record.
const LONGEST: usize = 1 << 30;

/// A journal that has grown to this is begun again with what the notebook is like then.
const LARGE: u64 = 32 << 20;

/// A journal larger than this is not read: it is written again when it is [`LARGE`].
const MAX_BYTES: u64 = 1 << 30;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Record {
    /// What the notebook is like.
    Base(Base),
    /// What was done to it.
    Done {
        /// The number of the next new cell before it was done.
        next: u64,
        /// What it was.
        operation: Operation,
    },
}

#[derive(Serialize, Deserialize)]
struct Base {
    /// Of this form of the journal.
    version: u32,
    /// The notebook's path, for people.
    path: Option<String>,
    /// The document's text.
    text: String,
    /// The SHA-256 of the file's text, in hexadecimal digits.
    saved: String,
    /// The names of the cells.
    ids: Vec<CellId>,
    /// Those that show their first line only.
    folded: Vec<CellId>,
    /// The number of the next new cell.
    next: u64,
}

/// A journal that is written.
pub struct Journal {
    file: File,
    path: PathBuf,
    notebook: Option<String>,
    /// The bytes of whole records.
    length: u64,
    /// The SHA-256 of the file's text.
    saved: String,
    /// Did a record get lost? Then the next one must say all that the notebook is.
    gap: bool,
    unsynced: bool,
    synced: Duration,
    syncing: Option<JoinHandle<()>>,
}

impl Journal {
    /// A journal in `folder` for the notebook at that path, which has just been read from, or saved as, `saved`.
    pub fn begin(folder: &Path, notebook: Option<&Path>, document: &Document, saved: &str) -> io::Result<Journal> {
        make_folder(folder)?;
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
                // Without its first record it is of no use.
                let _ = fs::remove_file(&journal.path);
                Err(error)
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins again: the notebook was saved as `saved`, or is what `document` says and the file has `saved`.
    pub fn renew(&mut self, document: &Document, saved: &str) -> io::Result<()> {
        self.saved = hex(saved);
        self.rewrite(document)
    }

    /// Puts a new journal in the place of this one. A process killed meanwhile leaves one of the two.
    fn rewrite(&mut self, document: &Document) -> io::Result<()> {
        let record = encoded(&self.base(document))?;
        let beside = self.path.with_extension("new");
        let written = new_file(&beside).and_then(|mut file| {
            file.try_lock().map_err(io::Error::from)?;
            file.write_all(&record)?;
            fs::rename(&beside, &self.path)?;
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

    /// Keeps what is about to be done to `document`. After a failure (a full disk) the notebook continues; the next
    /// record that can be written makes up for the lost ones.
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
                // What was written of it is no record, and reading stops there.
                let _ = self.file.set_len(self.length);
                Err(error)
            }
        }
    }

    /// Sends what was written to the disk when that is due; never waits for it. `now` is a time since any fixed point.
    pub fn tick(&mut self, now: Duration) {
        let at_it = self.syncing.as_ref().is_some_and(|thread| !thread.is_finished());
        if !self.unsynced || at_it || now.saturating_sub(self.synced) < SYNC_EVERY {
            return;
        }
        let Ok(file) = self.file.try_clone() else { return };
        let sync = move || {
            // A disk that cannot keep the journal may still keep the notebook: that is told when it is saved.
            let _ = file.sync_data();
        };
        self.syncing = Builder::new().name("journal".to_owned()).spawn(sync).ok();
        (self.unsynced, self.synced) = (false, now);
    }

    /// Takes the journal away: the notebook was saved, or its user wants to lose what was not.
    pub fn end(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

/// What is found in a journal.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The notebook as of the last whole record.
    pub document: Document,
    /// The notebook's path, for people.
    pub path: Option<String>,
    /// How much was done to what the file has.
    pub operations: usize,
    /// Returns whether the end was of the journal not written whole.
    pub torn: bool,
    saved: String,
}

impl Replay {
    /// Was something done whose outcome the file does not have?
    fn has_more_than(&self, file_text: &str) -> bool {
        self.operations > 0 && self.document.text() != file_text
    }

    /// Returns whether the file stills have the text that this was done to.
    pub fn is_of(&self, file_text: &str) -> bool {
        self.saved == hex(file_text)
    }
}

/// Reads the bytes of a journal. `None` when not even its first record is whole, or when it is of another form.
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
                // What was refused then is refused now.
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
        // A cell that is not there cannot be folded.
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

/// The first record and what follows it; `None` when it is not whole.
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

/// A journal that a process left after. As long as this value lives, no other process takes it.
#[derive(Debug)]
pub struct RecoverableJournal {
    path: PathBuf,
    /// Holds the lock.
    _file: File,
    /// What is in it.
    pub replay: Replay,
    /// When it was last written to.
    pub modified: Option<SystemTime>,
}

impl RecoverableJournal {
    /// Takes it away: it was taken over, or is not wanted.
    pub fn discard(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

/// What a directory has about a notebook.
#[derive(Debug, Default)]
pub struct JournalScan {
    /// What died processes left that the file does not have, newest first.
    pub leftovers: Vec<RecoverableJournal>,
    /// The numbers of the living processes that have the notebook open.
    pub open_in: Vec<u32>,
}

/// Looks for journals of the notebook at that path, whose file has `text`. Those that hold nothing which the file has
/// not are taken away.
pub fn scan(folder: &Path, notebook: Option<&Path>, text: &str) -> JournalScan {
    let mut survey = JournalScan::default();
    let start = format!("{}-", key(notebook));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(rest) = name.strip_prefix(&start).and_then(|rest| rest.strip_suffix(".journal")) else { continue };
        match inspect_entry(&entry.path()) {
            Found::Alive => survey.open_in.extend(rest.split('-').next().and_then(|pid| pid.parse::<u32>().ok())),
            Found::Left(leftover) if leftover.replay.has_more_than(text) => survey.leftovers.push(*leftover),
            // Nothing is lost with it.
            Found::Left(leftover) => drop(leftover.discard()),
            Found::Nothing => {}
        }
    }
    survey.leftovers.sort_by_key(|leftover| std::cmp::Reverse(leftover.modified));
    survey
}

enum Found {
    Alive,
    /// Its process does not.
    Left(Box<RecoverableJournal>),
    /// It cannot be read.
    Nothing,
}

fn inspect_entry(path: &Path) -> Found {
    // What is no regular file is no journal, and might never end.
    let is_journal = fs::symlink_metadata(path).is_ok_and(|about| about.is_file() && about.len() <= MAX_BYTES);
    if !is_journal {
        return Found::Nothing;
    }
    let Ok(mut file) = OpenOptions::new().read(true).write(true).open(path) else { return Found::Nothing };
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
        Some(replay) => {
            Found::Left(Box::new(RecoverableJournal { path: path.to_owned(), _file: file, replay, modified }))
        }
        None => Found::Nothing,
    }
}

/// The start of the names of a notebook's journals.
fn key(notebook: Option<&Path>) -> String {
    let Some(path) = notebook else { return "untitled".to_owned() };
    let whole = fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
    let digest = Sha256::digest(whole.as_os_str().as_encoded_bytes());
    digest.iter().take(10).map(|byte| format!("{byte:02x}")).collect()
}

/// An empty file of this process's own, locked. It gets its name only with the lock: a file without one is an orphan.
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

/// A new file for its owner only.
fn new_file(path: &Path) -> io::Result<File> {
    // One that a killed process left half made is in nobody's use: the number in the name is this process's.
    let _ = fs::remove_file(path);
    let mut options = OpenOptions::new();
    options.write(true).read(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes the directory, for its owner only.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
