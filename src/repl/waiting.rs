//! The terminal mode while an input runs. Typed-ahead keys are kept for the next line and not echoed into the output; a
//! Ctrl-D among them is a key, not an end of input. Ctrl-C still sends a signal. While a line is edited, rustyline sets
//! the raw mode and restores the previous one, so this mode is entered once and left at the end. Bracketed paste is
//! enabled all the time: switching it at each line costs two more writes.

use std::io::{self, Write};

#[cfg(unix)]
use rustix::termios::{InputModes, LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// Guard that keeps the terminal in this mode until it is dropped.
pub struct TerminalGuard {
    #[cfg(unix)]
    original: Option<Termios>,
}

#[cfg(unix)]
impl TerminalGuard {
    /// Enters the mode. Does nothing without a terminal.
    pub fn enter() -> TerminalGuard {
        let original = if super::terminal::is_dumb() { None } else { tcgetattr(rustix::stdio::stdin()).ok() };
        let waiting = TerminalGuard { original };
        waiting.resume();
        waiting
    }

    /// Enters the mode again after [`TerminalGuard::pause`].
    pub fn resume(&self) {
        if let Some(mut mode) = self.original.clone() {
            mark_pastes(true);
            mode.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::IEXTEN;
            mode.local_modes |= LocalModes::ISIG;
            mode.input_modes -= InputModes::ICRNL | InputModes::IXON;
            set(&mode);
        }
    }

    /// Restores the previous mode, for another program or at the end.
    pub fn pause(&self) {
        if let Some(mode) = &self.original {
            mark_pastes(false);
            set(mode);
        }
    }
}

/// Enables bracketed paste.
pub const MARK_PASTES: &str = "\x1b[?2004h";

/// Enables or disables bracketed paste.
pub fn mark_pastes(on: bool) {
    let mut out = io::stdout().lock();
    let switch = if on { MARK_PASTES } else { "\x1b[?2004l" };
    // Without bracketed paste, pasted text is read as keys; nothing else is lost.
    let _ = out.write_all(switch.as_bytes()).and_then(|()| out.flush());
}

#[cfg(unix)]
fn set(mode: &Termios) {
    // If the terminal rejects the mode, it is unchanged: keys are echoed, and nothing else is lost.
    let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Drain, mode);
}

#[cfg(not(unix))]
impl TerminalGuard {
    /// Does nothing on this system.
    pub fn enter() -> TerminalGuard {
        TerminalGuard {}
    }

    /// Does nothing on this system.
    pub fn resume(&self) {}

    /// Does nothing on this system.
    pub fn pause(&self) {}
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        self.pause();
    }
}
