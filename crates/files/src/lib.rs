//! Reading files so that nothing hangs and nothing is read that was not meant: only regular files, never what is below
//! `/proc`, `/dev` or `/sys`, no more bytes than a limit, and only below the directories that [`Rules`] allow. What is in
//! the way is said as it is. Knows nothing of Puppet.
//!
//! What is decided is decided twice: by the path before anything is opened, and by the opened handle, which a link that
//! is changed meanwhile cannot deceive.

mod handle;
mod rejection;
mod rules;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pprepl_budget as budget;

pub use rejection::{NotText, Rejection, reason, rejection};
pub use rules::{Reach, Rules};

/// How many bytes of a file are read when nobody says otherwise.
pub const LIMIT: u64 = 64 << 20;

/// So many bytes are read between two looks at the budget.
const CHUNK: u64 = 1 << 20;

/// How long a read of a stream waits between two looks at the budget.
const PAUSE: Duration = Duration::from_millis(20);

/// The bytes of a file that code or data name.
pub fn read(path: &Path, rules: &Rules) -> io::Result<Vec<u8>> {
    rules.check(path)?;
    read_regular(path, rules.limit, |real| rules.check_real(path, real))
}

/// The text of a file that code or data name.
pub fn read_text(path: &Path, rules: &Rules) -> io::Result<String> {
    read(path, rules).and_then(text)
}

/// The bytes of a regular file that the user named, or that pprepl itself keeps, wherever it is.
pub fn read_named(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_regular(path, limit, |_| Ok(()))
}

pub fn read_named_text(path: &Path, limit: u64) -> io::Result<String> {
    read_named(path, limit).and_then(text)
}

/// The bytes of a file of the command line, which may be a pipe or a terminal, too. A stream that nobody ends is given up
/// when the budget is exhausted.
pub fn read_argument(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(Rejection::Folder.into());
    }
    if metadata.is_file() && !handle::is_of_the_system(path) {
        return read_named(path, limit);
    }
    let path = path.to_owned();
    read_stream(move || File::open(path), limit)
}

/// The bytes of the standard input.
pub fn read_standard_input(limit: u64) -> io::Result<Vec<u8>> {
    read_stream(|| Ok(io::stdin()), limit)
}

/// Opens what is no regular file for writing. A pipe that nobody reads is refused, not waited for.
pub fn open_stream(path: &Path) -> io::Result<File> {
    handle::open_stream(path)
}

/// The bytes as text.
pub fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| Rejection::NotText(NotText::of(&error)).into())
}

fn read_regular(path: &Path, limit: u64, allow: impl Fn(&Path) -> io::Result<()>) -> io::Result<Vec<u8>> {
    handle::check_kind(&fs::metadata(path)?)?;
    if handle::is_of_the_system(path) {
        return Err(Rejection::System.into());
    }
    let mut file = handle::open(path)?;
    let metadata = file.metadata()?;
    handle::check_kind(&metadata)?;
    handle::check_system(&file, path)?;
    allow(&handle::real_path(&file, path)?)?;
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

/// Reads to the end, but no more than `limit` bytes.
fn fill(from: &mut impl Read, bytes: &mut Vec<u8>, limit: u64, stop: impl Fn() -> bool) -> io::Result<()> {
    loop {
        let left = (limit + 1).saturating_sub(bytes.len() as u64);
        let read = from.take(CHUNK.min(left)).read_to_end(bytes)?;
        if bytes.len() as u64 > limit {
            return Err(Rejection::TooLarge(limit).into());
        }
        if read == 0 {
            return Ok(());
        }
        if stop() {
            return Err(interrupted());
        }
    }
}

/// Reads a stream on a thread of its own: a read that waits for ever cannot be ended otherwise.
fn read_stream<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static, limit: u64) -> io::Result<Vec<u8>> {
    let (sender, receiver) = channel();
    let body = move || {
        let mut bytes = Vec::new();
        let read = open().and_then(|mut stream| fill(&mut stream, &mut bytes, limit, || false)).map(|()| bytes);
        // Nobody listens any more when the read was given up.
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

/// The budget is exhausted: who asked looks there for the reason.
fn interrupted() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "reading was stopped")
}
