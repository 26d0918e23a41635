//! Restores the state of a terminal that an interactive session changed. The process that ends the session does it, or
//! a signal thread, or the next start after a crash.
//!
//! While a process holds a terminal, a file in the state directory records it, with a lock that ends with the process.
//! A file without a lock was left by a crashed process; its content names the terminal.

use std::fs::{self, File};
#[cfg(not(unix))]
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pprepl_files::{self as files, Access, private};
#[cfg(unix)]
use rustix::termios::{InputModes, LocalModes, OptionalActions, OutputModes, Termios, tcgetattr, tcsetattr};

/// Resets what a crashed process may have left enabled: the alternate screen, mouse and focus reports, bracketed paste,
/// the extended keyboard protocol, a hidden or restyled cursor, colors.
const RESET: &str = "\x1b[<u\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1004l\x1b[?2004l\x1b[?2026l\
                     \x1b[?1049l\x1b[0 q\x1b[?25h\x1b[0m";

/// Resets the margins and keeps the cursor position: a tall block is edited inside margins.
const NO_MARGINS: &str = "\x1b7\x1b[?6l\x1b[r\x1b8";

/// The subdirectory of the state directory.
const FOLDER: &str = "terminals";

/// Maximum age of a file. The terminal of an older one is no longer in use.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Time limit for a terminal to accept the restoring sequences.
const PATIENCE: Duration = Duration::from_millis(500);

/// The original terminal modes, read at startup.
#[cfg(unix)]
static OWN_MODES: std::sync::OnceLock<Option<Termios>> = std::sync::OnceLock::new();

/// The file that records that this process holds the terminal.
static MARK: Mutex<Option<PathBuf>> = Mutex::new(None);

/// A terminal held by this process. Dropped after its state is restored.
pub struct Hold {
    /// The open file, locked for the lifetime of the process.
    _file: File,
}

impl Hold {
    /// Records in the state directory that this process holds the terminal, after repairing the state that an earlier
    /// process left. Without a directory or a terminal name, records nothing.
    pub fn take(state_folder: Option<&Path>) -> Option<Hold> {
        let folder = state_folder.map(|folder| folder.join(FOLDER));
        let folder = folder.as_deref();
        let terminal = terminal_name();
        if let (Some(folder), Some(terminal)) = (folder, &terminal)
            && has_died_on(folder, terminal)
        {
            repair();
        }
        remember_modes();
        let folder = folder?;
        let path = folder.join(format!("{}-{}", terminal?, std::process::id()));
        fs::create_dir_all(folder).ok()?;
        let file = private::open_for_append(&path).ok()?;
        file.try_lock().ok()?;
        *MARK.lock().unwrap_or_else(PoisonError::into_inner) = Some(path);
        Some(Hold { _file: file })
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        remove_mark();
    }
}

/// Removes the file. If that fails, the next start makes an unnecessary repair.
fn remove_mark() {
    if let Some(path) = MARK.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = fs::remove_file(path);
    }
}

/// Returns whether a process crashed while it held this terminal. Removes the files of crashed processes.
fn has_died_on(folder: &Path, terminal: &str) -> bool {
    let mut died = false;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(file) = files::open(&entry.path(), Access::Write) else { continue };
        if file.try_lock().is_err() {
            continue;
        }
        let name = entry.file_name();
        let is_here = name.to_string_lossy().rsplit_once('-').is_some_and(|(held, _)| held == terminal);
        let is_old = entry.metadata().and_then(|about| about.modified());
        let is_old = is_old.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > MAX_AGE));
        if is_here || is_old {
            let _ = fs::remove_file(entry.path());
        }
        died |= is_here;
    }
    died
}

/// Returns the terminal of standard input as a file name.
#[cfg(unix)]
fn terminal_name() -> Option<String> {
    let input = rustix::stdio::stdin();
    if !rustix::termios::isatty(input) {
        return None;
    }
    rustix::fs::fstat(input).ok().map(|about| format!("{:x}", about.st_rdev))
}

/// Returns `None`: this system has no terminal names.
#[cfg(not(unix))]
fn terminal_name() -> Option<String> {
    None
}

#[cfg(unix)]
fn remember_modes() {
    OWN_MODES.get_or_init(|| tcgetattr(rustix::stdio::stdin()).ok());
}

#[cfg(not(unix))]
fn remember_modes() {}

/// Repairs a terminal after a crashed process. Most shells restore the modes, but none the rest.
fn repair() {
    write(NO_MARGINS);
    write(RESET);
    #[cfg(unix)]
    if let Ok(mut modes) = tcgetattr(rustix::stdio::stdin()) {
        modes.local_modes |= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN;
        modes.input_modes |= InputModes::ICRNL | InputModes::IXON | InputModes::BRKINT;
        modes.output_modes |= OutputModes::OPOST | OutputModes::ONLCR;
        let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &modes);
    }
}

/// Restores the terminal, then ends the process as the signal would. Does not wait for a terminal that accepts no
/// output.
pub fn end(signal: i32, give_back: impl FnOnce() + Send + 'static) -> ! {
    let (done, is_done) = std::sync::mpsc::channel();
    let act = move || {
        give_back();
        remove_mark();
        let _ = done.send(());
    };
    if std::thread::Builder::new().spawn(act).is_ok() {
        let _ = is_done.recv_timeout(PATIENCE);
    }
    super::signal::die_of(signal)
}

/// Restores the original modes of the terminal and disables all session features. Called from a thread that ends the
/// process, whatever other threads do.
pub fn restore() {
    // A prompt has no alternate screen to leave: leaving it would move the cursor.
    write("\x1b[?2004l\x1b[?2026l\x1b[?25h\x1b[0m");
    #[cfg(unix)]
    if let Some(Some(modes)) = OWN_MODES.get() {
        let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, modes);
    }
}

/// Writes to the terminal if it still exists. Does not lock standard output: a thread blocked in a write may hold the
/// lock.
pub fn write(sequences: &str) {
    if !super::sequences::are_obeyed() {
        return;
    }
    #[cfg(unix)]
    let _ = rustix::io::write(rustix::stdio::stdout(), sequences.as_bytes());
    #[cfg(not(unix))]
    {
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(sequences.as_bytes()).and_then(|()| out.flush());
    }
}
