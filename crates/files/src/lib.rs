//! Reads files without hanging and without reading anything unintended: only regular files, never below `/proc`,
//! `/dev` or `/sys`, no more bytes than a limit, and only below the directories that [`Rules`] allow. Errors state
//! the real reason. This crate is independent of Puppet.
//!
//! Every check runs twice: on the path before anything is opened, and on the opened handle, which a link that
//! changes meanwhile cannot deceive.

pub mod device;
mod handle;
mod links;
pub mod path_list;
pub mod private;
mod reach;
mod rejection;
mod rules;
pub mod shared;
mod slashed;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pprepl_budget as budget;

pub use handle::{Access, has_other_name};
pub use links::Links;
pub use reach::Reach;
pub use rejection::{NotText, Rejection, reason, rejection};
pub use rules::{LIMIT, Rules};
pub use slashed::{absolute, slashed};

/// The bytes read between two checks of the budget.
const CHUNK: u64 = 1 << 20;

/// The time that a read of a stream waits between two checks of the budget.
const PAUSE: Duration = Duration::from_millis(20);

/// Reads the bytes of a file that code or data name.
pub fn read(path: &Path, rules: &Rules) -> io::Result<Vec<u8>> {
    rules.check(path)?;
    read_regular(path, rules.limit, |file| rules.check_real(path, &handle::checked_path(file, path)?))
}

/// Reads the bytes of a file that belongs to a directory that the user named: a module's code, an environment's manifest,
/// or a file that a search has found.
pub fn read_code(path: &Path, rules: &Rules) -> io::Result<Vec<u8>> {
    rules.check_code(path)?;
    read_regular(path, rules.limit, |file| {
        handle::check_named(file, path)?;
        if rules.reach == Reach::All { Ok(()) } else { rules.check_real_code(path, &handle::real_path(file, path)?) }
    })
}

/// Reads a file of the command line as [`read_argument`] does, or one that a search below a directory of the command
/// line has found, as [`read_code`] does.
pub fn read_operand(path: &Path, rules: &Rules) -> io::Result<Vec<u8>> {
    if rules.names(path) { read_argument(path, rules.limit) } else { read_code(path, rules) }
}

/// Reads a regular file that the user named, or that pprepl itself maintains, wherever it is.
pub fn read_named(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_regular(path, limit, |file| handle::check_named(file, path))
}

pub fn read_named_text(path: &Path, limit: u64) -> io::Result<String> {
    read_named(path, limit).and_then(text)
}

/// Reads a file of the command line, which may also be a pipe or a terminal. Gives up an endless stream when the
/// budget is exhausted.
pub fn read_argument(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    device::reject(path)?;
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(Rejection::Folder.into());
    }
    if metadata.is_file() && !handle::is_of_the_system(path) {
        return read_opened(path, limit, |file| handle::check_named(file, path));
    }
    let path = path.to_owned();
    read_stream(move || File::open(path), limit)
}

/// Opens an existing regular file of pprepl's own or one that the user named. Never waits.
pub fn open(path: &Path, access: Access) -> io::Result<File> {
    let file = handle::open_existing(path, access)?;
    handle::check_kind(&file.metadata()?)?;
    Ok(file)
}

/// Secures the names in a directory on the disk, where the system supports it.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Reads the standard input.
pub fn read_standard_input(limit: u64) -> io::Result<Vec<u8>> {
    read_stream(|| Ok(io::stdin()), limit)
}

/// Opens a file that is not a regular file for writing. Rejects a pipe without a reader instead of waiting for it.
pub fn open_stream(path: &Path) -> io::Result<File> {
    handle::open_stream(path)
}

/// Converts the bytes to a string; fails when they are not UTF-8.
pub fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| Rejection::NotText(NotText::of(&error)).into())
}

fn read_regular(path: &Path, limit: u64, allow: impl Fn(&File) -> io::Result<()>) -> io::Result<Vec<u8>> {
    device::reject(path)?;
    handle::check_kind(&fs::metadata(path)?)?;
    if handle::is_of_the_system(path) {
        return Err(Rejection::System.into());
    }
    read_opened(path, limit, allow)
}

/// Reads a file whose path was checked: opens it, and checks the handle.
fn read_opened(path: &Path, limit: u64, allow: impl Fn(&File) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut file = handle::open(path)?;
    let metadata = file.metadata()?;
    handle::check_kind(&metadata)?;
    allow(&file)?;
    if metadata.len() > limit {
        return Err(Rejection::TooLarge(limit).into());
    }
    let mut bytes = Vec::new();
    let room = usize::try_from(metadata.len()).unwrap_or(usize::MAX);
    budget::charge(room).map_err(|_| interrupted())?;
    bytes.try_reserve_exact(room).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    fill(&mut file, &mut bytes, limit, || budget::check().is_err())?;
    Ok(bytes)
}

/// Reads to the end, but at most `limit` bytes.
fn fill(from: &mut impl Read, bytes: &mut Vec<u8>, limit: u64, stop: impl Fn() -> bool) -> io::Result<()> {
    loop {
        let left = (limit + 1).saturating_sub(bytes.len() as u64);
        let wanted = CHUNK.min(left);
        if !bytes.is_empty() && bytes.len() == bytes.capacity() {
            // An endless stream would end the program where memory is short.
            let room = usize::try_from(wanted).unwrap_or(usize::MAX);
            bytes.try_reserve(room).map_err(|_| io::ErrorKind::OutOfMemory)?;
        }
        let read = from.take(wanted).read_to_end(bytes)?;
        if bytes.len() as u64 > limit {
            return Err(Rejection::TooLarge(limit).into());
        }
        // Less is read only at the end.
        if (read as u64) < wanted {
            return Ok(());
        }
        if stop() {
            return Err(interrupted());
        }
    }
}

/// Reads a stream on its own thread: a read that blocks forever cannot be ended otherwise.
fn read_stream<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static, limit: u64) -> io::Result<Vec<u8>> {
    let (sender, receiver) = channel();
    let body = move || {
        let mut bytes = Vec::new();
        let read = open().and_then(|mut stream| fill(&mut stream, &mut bytes, limit, || false)).map(|()| bytes);
        // The receiver no longer exists when the read was given up.
        let _ = sender.send(read);
    };
    std::thread::Builder::new().name("input".to_owned()).spawn(body)?;
    loop {
        match receiver.recv_timeout(PAUSE) {
            Ok(read) => return read,
            Err(RecvTimeoutError::Timeout) if budget::check().is_ok() => {}
            Err(_) => return Err(interrupted()),
        }
    }
}

/// The error for an exhausted budget; the caller looks up the reason there.
fn interrupted() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "reading was stopped")
}
