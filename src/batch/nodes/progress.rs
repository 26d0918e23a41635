//! The progress of a long run: one line on a terminal's standard error, which is cleared at the end.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The time between two changes of the line.
const PAUSE: Duration = Duration::from_millis(100);

/// The width of the bar in columns.
const WIDTH: usize = 30;

/// A counter of finished nodes.
pub struct Progress {
    done: usize,
    all: usize,
    is_shown: bool,
    next: Instant,
}

impl Progress {
    /// Creates the progress of this number of nodes. Without a terminal, or with `quiet`, nothing is shown.
    pub fn new(all: usize, quiet: bool) -> Progress {
        let is_shown = !quiet && io::stderr().is_terminal();
        Progress { done: 0, all, is_shown, next: Instant::now() + PAUSE }
    }

    /// Counts a finished node.
    pub fn step(&mut self) {
        self.done += 1;
        if self.is_shown && Instant::now() >= self.next {
            self.next = Instant::now() + PAUSE;
            let _ = write!(io::stderr().lock(), "\r{}", self.line());
        }
    }

    /// Clears the line.
    pub fn end(&self) {
        if self.is_shown {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
    }

    fn line(&self) -> String {
        let full = WIDTH * self.done / self.all.max(1);
        format!("[{}{}] {} of {} nodes", "#".repeat(full), " ".repeat(WIDTH - full), self.done, self.all)
    }
}
