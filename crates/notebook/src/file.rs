//! The file of a notebook: opened with clear errors, saved atomically.
//!
//! Saving writes a temporary file next to the old one and renames it. So a full disk or a crash leaves one of the two
//! complete. A change by another program is reported before it is overwritten. Names are displayed with [`visible`],
//! because a name may hold characters that a terminal would obey.

use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use pprepl_files::{self as files, Access, Rejection, private};
use pprepl_session::file::{decode, reason};
use pprepl_text::visible;

/// The number of followed links after which a path counts as a cycle.
const LINKS: usize = 40;

/// The reason why a file cannot be opened or saved, for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    pub message: String,
    /// The advice for the user.
    pub help: Option<String>,
}

impl FileError {
    fn new(message: String) -> FileError {
        FileError { message, help: None }
    }

    fn helped(message: String, help: &str) -> FileError {
        FileError { message, help: Some(help.to_owned()) }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "; {help}"))
    }
}

impl std::error::Error for FileError {}

/// A change of a file since it was opened or saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskChange {
    /// Another program wrote to it.
    Written,
    /// It was deleted.
    Gone,
    /// It did not exist, and does now.
    Appeared,
}

impl fmt::Display for DiskChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DiskChange::Written => "the file was changed by another program since it was opened",
            DiskChange::Gone => "the file was removed by another program since it was opened",
            DiskChange::Appeared => "a file of that name already exists",
        })
    }
}

/// The reason why a notebook was not saved. The old file is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// Saving would overwrite a change by another program: ask first.
    Changed(DiskChange),
    /// Saving is impossible.
    Failed(FileError),
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::Changed(change) => change.fmt(f),
            SaveError::Failed(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for SaveError {}

/// A notebook's file, and its last seen state.
#[derive(Clone, Debug)]
pub struct NotebookFile {
    path: PathBuf,
    seen: Option<FileStamp>,
    read_only: Option<String>,
}

/// The state of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FileStamp {
    len: u64,
    modified: Option<SystemTime>,
    number: u64,
    digest: [u8; 32],
}

impl NotebookFile {
    /// Opens the file at `path` and reads its text; the text of a missing file is empty.
    pub fn open(path: &Path) -> Result<(NotebookFile, String), FileError> {
        let mut file = NotebookFile::at(path);
        let name = file.name();
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                file.reject_missing_folder()?;
                return Ok((file, String::new()));
            }
            Err(error) => return Err(FileError::new(format!("cannot open {name}: {}", reason(&error)))),
        };
        let bytes = files::read_named(path, files::LIMIT).map_err(|error| unreadable(&name, &error))?;
        file.seen = Some(FileStamp::of(&metadata, &bytes));
        // Only a regular file is tested for writing.
        file.read_only = files::open(path, Access::Write).err().map(|error| reason(&error));
        let text = decode(bytes, &name).map_err(|fault| FileError { message: fault.message, help: fault.help })?;
        Ok((file, text))
    }

    /// Creates the file of a notebook that will be saved there. An existing file is not overwritten without a
    /// confirmation.
    pub fn at(path: &Path) -> NotebookFile {
        NotebookFile { path: path.to_owned(), seen: None, read_only: None }
    }

    /// Returns the path as the user gave it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path for display.
    pub fn name(&self) -> String {
        visible(&self.path.to_string_lossy()).replace('\n', "\\n").replace('\t', "\\t")
    }

    /// Returns the reason why it cannot be written, as far as known when it was opened.
    pub fn read_only(&self) -> Option<&str> {
        self.read_only.as_deref()
    }

    /// Returns whether there was no such file when it was opened.
    pub fn is_new(&self) -> bool {
        self.seen.is_none()
    }

    fn reject_missing_folder(&self) -> Result<(), FileError> {
        let real = followed(&self.path);
        let folder = folder_of(&real);
        if folder.is_dir() {
            return Ok(());
        }
        // Windows reports a file there as a directory that is missing.
        if folder.exists() {
            return Err(FileError::new(format!("cannot open {}: not a directory", self.name())));
        }
        let shown = visible(&folder.to_string_lossy()).into_owned();
        Err(FileError::helped(
            format!("cannot open {}: directory {shown} not found", self.name()),
            "create the directory first",
        ))
    }

    /// Returns the change of the file since it was opened or saved.
    pub fn disk_change(&self) -> Option<DiskChange> {
        match (fs::metadata(&self.path), &self.seen) {
            (Err(_), None) => None,
            (Err(_), Some(_)) => Some(DiskChange::Gone),
            (Ok(_), None) => Some(DiskChange::Appeared),
            (Ok(now), Some(seen)) if seen.resembles(&now) => None,
            (Ok(_), Some(seen)) => {
                let same = files::read_named(&self.path, files::LIMIT).is_ok_and(|bytes| seen.digest == digest(&bytes));
                (!same).then_some(DiskChange::Written)
            }
        }
    }

    /// Replaces the content of the file by `text`. Overwrites a change by another program only with `over`.
    pub fn save(&mut self, text: &str, over: bool) -> Result<(), SaveError> {
        if let Some(change) = self.disk_change().filter(|_| !over) {
            return Err(SaveError::Changed(change));
        }
        let real = followed(&self.path);
        write(&self.path, text).map_err(|error| SaveError::Failed(self.save_error(&real, &error)))?;
        self.seen = fs::metadata(&real).ok().map(|metadata| FileStamp::of(&metadata, text.as_bytes()));
        self.read_only = None;
        Ok(())
    }

    fn save_error(&self, real: &Path, error: &io::Error) -> FileError {
        let folder = visible(&folder_of(real).to_string_lossy()).into_owned();
        let message = format!("cannot save {}: {}", self.name(), reason(error));
        match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                FileError { message, help: Some(format!("save it elsewhere, or allow writing to {folder}")) }
            }
            ErrorKind::NotFound => {
                let message = format!("cannot save {}: directory {folder} not found", self.name());
                FileError::helped(message, "create the directory first")
            }
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                FileError::helped(message, "the file is unchanged; free some space, or save it elsewhere")
            }
            _ => FileError::helped(message, "the file is unchanged"),
        }
    }
}

impl FileStamp {
    fn of(metadata: &Metadata, bytes: &[u8]) -> FileStamp {
        FileStamp {
            len: metadata.len(),
            modified: metadata.modified().ok(),
            number: number(metadata),
            digest: digest(bytes),
        }
    }

    /// Returns whether the metadata suggests that the file is unchanged, without reading it.
    fn resembles(&self, now: &Metadata) -> bool {
        self.len == now.len() && self.modified == now.modified().ok() && self.number == number(now)
    }
}

fn digest(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Returns the number that distinguishes a file from its replacement (the inode).
#[cfg(unix)]
fn number(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> u64 {
    0
}

/// Describes why a file is not read: only regular files are.
fn unreadable(name: &str, error: &io::Error) -> FileError {
    match files::rejection(error) {
        Some(Rejection::Folder) => FileError::helped(format!("{name} is a directory"), "name a file in it"),
        refusal => FileError {
            message: format!("cannot read {name}: {}", reason(error)),
            help: refusal.and_then(Rejection::help),
        },
    }
}

/// Returns the directory of a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Follows links to the target file, even if that does not exist yet.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(target);
    }
    path
}

/// Writes a file atomically, with the permissions and the owner of the old one. Follows links. Does not replace a
/// read-only file.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    files::device::reject(path)?;
    match fs::metadata(path) {
        // A device or a pipe to a program must not be replaced by a file.
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => write_into(path, text.as_bytes()),
        _ => write_all(&followed(path), text.as_bytes()),
    }
}

/// Writes bytes into an existing file.
fn write_into(path: &Path, bytes: &[u8]) -> io::Result<()> {
    files::open_stream(path)?.write_all(bytes)
}

/// Replaces the file at `path` atomically by one with these bytes. A file with several names keeps them: see
/// [`overwrite`].
fn write_all(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = match files::open(path, Access::Write) {
        Ok(file) => Some(file.metadata()?),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        // A read-only file is not replaced either.
        Err(error) => return Err(error),
    };
    let (beside, mut file) = next_to(path, old.is_some())?;
    let filled = fill(&mut file, bytes, &beside, old.as_ref());
    if filled.is_ok() && old.as_ref().is_some_and(files::has_other_name) {
        // A rename would separate the names.
        return overwrite(path, bytes, &beside);
    }
    let written = filled.and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The failed temporary file has no further use.
        let _ = fs::remove_file(&beside);
        return written;
    }
    // The bytes are safe; syncing the directory also secures the name, but not every system supports it.
    let _ = files::sync_folder(folder_of(path));
    Ok(())
}

/// Replaces the bytes of a file, which keeps its names. The new bytes are safe in the file `beside` meanwhile: a process
/// that is killed leaves it. After an error the file has its old bytes; `beside` stays only where they cannot be restored.
fn overwrite(path: &Path, bytes: &[u8], beside: &Path) -> io::Result<()> {
    let (mut old, mut is_torn) = (Vec::new(), false);
    let written = files::open(path, Access::Update).and_then(|mut file| {
        file.read_to_end(&mut old)?;
        replace_bytes(&mut file, old.len(), bytes).inspect_err(|_| {
            let now = file.metadata().map_or(0, |metadata| metadata.len());
            is_torn = replace_bytes(&mut file, usize::try_from(now).unwrap_or(usize::MAX), &old).is_err();
        })
    });
    if is_torn {
        return written
            .map_err(|error| io::Error::other(format!("{error}; the new content is in {}", files::slashed(beside))));
    }
    // The copy has no further use.
    let _ = fs::remove_file(beside);
    written
}

/// Replaces the bytes of a file of `length` bytes. What makes it longer comes first: a full disk fails there.
fn replace_bytes(file: &mut File, length: usize, bytes: &[u8]) -> io::Result<()> {
    let (start, growth) = bytes.split_at(length.min(bytes.len()));
    file.seek(SeekFrom::Start(start.len() as u64))?;
    file.write_all(growth)?;
    file.rewind()?;
    file.write_all(start)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_all()
}

/// Creates a file in the same directory; it is private until it gets the permissions of the old file.
fn next_to(path: &Path, replaces: bool) -> io::Result<(PathBuf, File)> {
    let create = |path: &Path| if replaces { private::create_new(path) } else { File::create_new(path) };
    // A name may be as long as the system allows: the new name must not be longer.
    let name: String = path.file_name().unwrap_or_default().to_string_lossy().chars().take(40).collect();
    let mut number = 0;
    loop {
        let beside = path.with_file_name(format!(".{name}.{}.{number}.tmp", std::process::id()));
        match create(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 100 => number += 1,
            Err(error) => return Err(error),
        }
    }
}

fn fill(file: &mut File, bytes: &[u8], path: &Path, old: Option<&Metadata>) -> io::Result<()> {
    file.write_all(bytes)?;
    if let Some(old) = old {
        keep_owner(path, old);
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()
}

/// Sets the owner and group of the old file where that is allowed.
#[cfg(unix)]
fn keep_owner(path: &Path, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, chown};
    // Most users may not do this: then the file belongs to the user who saves it.
    let _ = chown(path, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &Metadata) {}
