//! A terminal that was changed for an interactive session, and how it gets its own state back: by whoever ends the session,
//! by a signal's thread, or, after a process that died at once, by the next start.
//!
//! While a process holds a terminal there is a file for it in the state directory, with a lock that ends with the process: one
//! without a lock was left by a process that died, and says on which terminal.

use std::fs::{self, File, OpenOptions};
#[cfg(not(unix))]
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

#[cfg(unix)]
use rustix::termios::{InputModes, LocalModes, OptionalActions, OutputModes, Termios, tcgetattr, tcsetattr};

/// What a process that died may have left switched on: the second screen, reports of the mouse and the focus, marks around
/// pastes, keys in full, a hidden cursor of another form, colors.
const RESET: &str = "\x1b[<u\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1004l\x1b[?2004l\x1b[?2026l\
                     \x1b[?1049l\x1b[0 q\x1b[?25h\x1b[0m";

/// The margins of the whole screen, the cursor where it is: a tall block is edited within margins.
const NO_MARGINS: &str = "\x1b7\x1b[?6l\x1b[r\x1b8";

/// The directory in the state directory.
const FOLDER: &str = "terminals";

/// A file that is older than this is of a terminal that nobody waits for.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// How long a terminal has to take what gives it back.
const PATIENCE: Duration = Duration::from_millis(500);

/// The terminal's own modes, as they were at the start.
#[cfg(unix)]
static OWN_MODES: OnceLock<Option<Termios>> = OnceLock::new();

/// The file that says that this process holds the terminal.
static MARK: Mutex<Option<PathBuf>> = Mutex::new(None);

/// A terminal that this process holds. Dropped when it has its own state again.
pub struct Hold {
    /// Locked as long as the process lives.
    _file: File,
}

impl Hold {
    /// Says in the state directory that this process holds the terminal, having repaired what an earlier one left. Without a directory,
    /// or a terminal with a name, nothing is said.
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
        let file = OpenOptions::new().write(true).create(true).truncate(true).open(&path).ok()?;
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

/// Where no file can be removed the next start repairs what needs no repair.
fn remove_mark() {
    if let Some(path) = MARK.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = fs::remove_file(path);
    }
}

/// Did a process die while it held this terminal? What such processes left is removed.
fn has_died_on(folder: &Path, terminal: &str) -> bool {
    let mut died = false;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(file) = OpenOptions::new().write(true).open(entry.path()) else { continue };
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

/// The terminal of the standard input, as a file name.
#[cfg(unix)]
fn terminal_name() -> Option<String> {
    let input = rustix::stdio::stdin();
    if !rustix::termios::isatty(input) {
        return None;
    }
    rustix::fs::fstat(input).ok().map(|about| format!("{:x}", about.st_rdev))
}

/// No terminal has a name here.
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

/// Puts a terminal in order that a process left as it was when it died. Most shells do the modes, none the rest.
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

/// Ends the process in the place of a signal, having given the terminal back; one that takes nothing any more is not waited
/// for.
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

/// Gives the terminal the modes back that it had at the start, and switches off what sessions switch on. For a thread that
/// ends the process, whatever the others do.
pub fn restore() {
    // At a prompt there is no second screen to leave: leaving it would move the cursor.
    write("\x1b[?2004l\x1b[?2026l\x1b[?25h\x1b[0m");
    #[cfg(unix)]
    if let Some(Some(modes)) = OWN_MODES.get() {
        let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, modes);
    }
}

/// Writes to the terminal, if it is still there. Takes no lock of the standard output: a thread that hangs in a write may hold it.
pub fn write(sequences: &str) {
    #[cfg(unix)]
    let _ = rustix::io::write(rustix::stdio::stdout(), sequences.as_bytes());
    #[cfg(not(unix))]
    {
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(sequences.as_bytes()).and_then(|()| out.flush());
    }
}
