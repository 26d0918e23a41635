//! Standard output, written so that Ctrl-C ends a write even while the terminal accepts nothing.
//!
//! A write to a terminal whose queue is full sleeps until the terminal reads. When Ctrl-C arrives, Linux drops the queue
//! without waking the writer, and delivers the signal to another thread: the writer would sleep until something else
//! wakes it. So a terminal is opened once more, without blocking. Its writer sleeps in `poll`, a short time at once,
//! and looks at the stop flag in between. The flag `O_NONBLOCK` cannot be set for standard output itself: the shell
//! shares it.

use std::fs::File;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Size of one write, in bytes.
const PIECE: usize = 64 * 1024;

/// How a write ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteEnd {
    /// The terminal has all of the text.
    All,
    /// The stop flag was set meanwhile.
    Stopped,
    /// The terminal is closed, and accepts no more.
    Closed,
}

/// Standard output.
#[derive(Debug)]
pub struct Output {
    /// The terminal, opened without blocking; `None` for a file or pipe, and where it cannot be opened.
    terminal: Option<File>,
}

impl Output {
    /// Returns standard output.
    pub fn new() -> Output {
        Output { terminal: system::open_terminal() }
    }

    /// Returns a terminal that is open without blocking.
    pub fn of_terminal(terminal: File) -> Output {
        Output { terminal: Some(terminal) }
    }

    /// Writes text. A stop flag that is set meanwhile ends the write; one that is set before ends it after the first
    /// [`PIECE`], so that the answer to Ctrl-C itself is written.
    pub fn write(&self, text: &[u8], stop: Option<&AtomicBool>) -> WriteEnd {
        let mut progress = Progress { rest: text, written: 0, stop, was_stopped: is_set(stop) };
        // The output that other code has buffered comes first.
        let mut out = io::stdout().lock();
        if out.flush().is_err() {
            return WriteEnd::Closed;
        }
        while !progress.rest.is_empty() {
            if progress.is_stopped() {
                return WriteEnd::Stopped;
            }
            let piece = &progress.rest[..progress.rest.len().min(PIECE)];
            let accepted = match &self.terminal {
                Some(terminal) => system::write(terminal, piece),
                None => out.write_all(piece).and_then(|()| out.flush()).map(|()| piece.len()),
            };
            match accepted {
                Ok(count) => progress.advance(count),
                Err(_) => return WriteEnd::Closed,
            }
        }
        WriteEnd::All
    }
}

impl Default for Output {
    fn default() -> Output {
        Output::new()
    }
}

/// A write in progress.
struct Progress<'t> {
    rest: &'t [u8],
    written: usize,
    stop: Option<&'t AtomicBool>,
    was_stopped: bool,
}

impl Progress<'_> {
    fn is_stopped(&self) -> bool {
        is_set(self.stop) && (!self.was_stopped || self.written >= PIECE)
    }

    fn advance(&mut self, count: usize) {
        self.written += count;
        self.rest = self.rest.get(count..).unwrap_or_default();
    }
}

fn is_set(stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
}

#[cfg(unix)]
mod system {
    use std::fs::File;
    use std::io;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{Mode, OFlags, fstat, open};
    use rustix::io::Errno;
    use rustix::termios::{isatty, ttyname};

    /// Time between two looks at the stop flag while the terminal accepts nothing.
    const WAIT: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };

    /// Opens the terminal of standard output, without blocking.
    pub fn open_terminal() -> Option<File> {
        let output = rustix::stdio::stdout();
        if !isatty(output) {
            return None;
        }
        let name = ttyname(output, Vec::new()).ok()?;
        let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let terminal = open(name, flags, Mode::empty()).ok()?;
        // In a container the name may belong to another terminal.
        let is_same = fstat(&terminal).ok()?.st_rdev == fstat(output).ok()?.st_rdev;
        is_same.then(|| File::from(terminal))
    }

    /// Pause where a terminal has room, but not for the next character: a line end takes two bytes.
    const PAUSE: Duration = Duration::from_millis(1);

    /// Writes what the terminal accepts, and returns the number of bytes; 0 if it accepts nothing within [`WAIT`].
    pub fn write(terminal: &File, piece: &[u8]) -> io::Result<usize> {
        let mut count = write_at_once(terminal, piece)?;
        if count == 0 && has_room(terminal)? {
            count = write_at_once(terminal, piece)?;
            if count == 0 {
                std::thread::sleep(PAUSE);
            }
        }
        Ok(count)
    }

    fn write_at_once(terminal: &File, piece: &[u8]) -> io::Result<usize> {
        match rustix::io::write(terminal, piece) {
            Ok(count) => Ok(count),
            Err(Errno::AGAIN | Errno::INTR) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    /// Waits until the terminal has room, for at most [`WAIT`].
    fn has_room(terminal: &File) -> io::Result<bool> {
        match poll(&mut [PollFd::new(terminal, PollFlags::OUT)], Some(&WAIT)) {
            Ok(ready) => Ok(ready > 0),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::fs::File;
    use std::io;

    /// Returns `None`: a console drops nothing on Ctrl-C, and its writers wake.
    pub fn open_terminal() -> Option<File> {
        None
    }

    pub fn write(mut terminal: &File, piece: &[u8]) -> io::Result<usize> {
        io::Write::write(&mut terminal, piece)
    }
}
