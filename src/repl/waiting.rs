//! The terminal while an input runs: keys that are typed ahead are kept for the next line, not echoed into the output,
//! and a Ctrl-D among them is a key, not an end. Ctrl-C still signals. (While a line is edited rustyline has the terminal
//! raw; it gives it back as it found it, so this mode is entered once and left at the end.) Pasted text is marked as such
//! all the while, not only while a line is edited: switching that at each line costs the terminal two more writes.

use std::io::{self, Write};

#[cfg(unix)]
use rustix::termios::{InputModes, LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// The terminal in this mode, until it is dropped.
pub struct TerminalGuard {
    #[cfg(unix)]
    original: Option<Termios>,
}

#[cfg(unix)]
impl TerminalGuard {
    /// Enters the mode. Without a terminal there is nothing to enter.
    pub fn enter() -> TerminalGuard {
        let original = if super::terminal::is_dumb() { None } else { tcgetattr(rustix::stdio::stdin()).ok() };
        let waiting = TerminalGuard { original };
        waiting.resume();
        waiting
    }

    /// Enters it again after [`Waiting::pause`].
    pub fn resume(&self) {
        if let Some(mut mode) = self.original.clone() {
            mark_pastes(true);
            mode.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::IEXTEN;
            mode.local_modes |= LocalModes::ISIG;
            mode.input_modes -= InputModes::ICRNL | InputModes::IXON;
            set(&mode);
        }
    }

    /// Gives the terminal back as it was, for another program or for good.
    pub fn pause(&self) {
        if let Some(mode) = &self.original {
            mark_pastes(false);
            set(mode);
        }
    }
}

/// Has the terminal put marks around pasted text.
pub const MARK_PASTES: &str = "\x1b[?2004h";

/// Has the terminal put marks around pasted text, or leave that.
pub fn mark_pastes(on: bool) {
    let mut out = io::stdout().lock();
    let switch = if on { MARK_PASTES } else { "\x1b[?2004l" };
    // Without them a paste is taken for keys, and nothing else is lost.
    let _ = out.write_all(switch.as_bytes()).and_then(|()| out.flush());
}

#[cfg(unix)]
fn set(mode: &Termios) {
    // A terminal that refuses stays as it is: keys are echoed then, and nothing else is lost.
    let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Drain, mode);
}

#[cfg(not(unix))]
impl TerminalGuard {
    /// Nothing to enter here.
    pub fn enter() -> TerminalGuard {
        TerminalGuard {}
    }

    /// Nothing to enter again.
    pub fn resume(&self) {}

    /// Nothing to return.
    pub fn pause(&self) {}
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        self.pause();
    }
}
