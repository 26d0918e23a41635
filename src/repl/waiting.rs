//! The terminal mode between two lines. Typed-ahead keys are kept for the next line and not echoed into the output;
//! Ctrl-C and Ctrl-D among them are keys, too, so that a fast Ctrl-C discards the line that it was typed at. Only while
//! an input runs or its output is written does Ctrl-C send a signal. While a line is edited, rustyline sets the raw mode
//! and restores the previous one, so this mode is entered once and left at the end. Bracketed paste is enabled all the
//! time: switching it at each line costs two more writes.

use std::io::{self, Write};

use crate::terminal::sequences;

#[cfg(unix)]
use rustix::termios::{InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

/// Guard that keeps the terminal in this mode until it is dropped.
pub struct TerminalGuard {
    #[cfg(unix)]
    original: Option<Termios>,
}

#[cfg(unix)]
impl TerminalGuard {
    /// Enters the mode. Does nothing without a terminal.
    pub fn enter() -> TerminalGuard {
        let original =
            if pprepl_text::theme::terminal::is_dumb() { None } else { tcgetattr(rustix::stdio::stdin()).ok() };
        let waiting = TerminalGuard { original };
        waiting.resume();
        waiting
    }

    /// Enters the mode again after [`TerminalGuard::pause`].
    pub fn resume(&self) {
        if let Some(mut mode) = self.original.clone() {
            mark_pastes(true);
            mode.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::IEXTEN;
            mode.local_modes -= LocalModes::ISIG;
            mode.input_modes -= InputModes::ICRNL | InputModes::IXON;
            set(&mode);
        }
    }

    /// Makes Ctrl-C a signal until the returned guard is dropped.
    pub fn run(&self) -> RunGuard<'_> {
        self.send_signals(true);
        RunGuard { terminal: self }
    }

    /// Reads keys byte by byte until the returned guard is dropped; Ctrl-C is a key. `None` without a terminal.
    pub fn read_keys(&self) -> Option<KeyGuard> {
        self.original.as_ref()?;
        let mode = tcgetattr(rustix::stdio::stdin()).ok()?;
        let mut keys = mode.clone();
        keys.local_modes -= LocalModes::ISIG;
        // A read returns after a tenth of a second without a key.
        keys.special_codes[SpecialCodeIndex::VMIN] = 0;
        keys.special_codes[SpecialCodeIndex::VTIME] = 1;
        set(&keys);
        Some(KeyGuard { mode })
    }

    fn send_signals(&self, on: bool) {
        if self.original.is_none() {
            return;
        }
        if let Ok(mut mode) = tcgetattr(rustix::stdio::stdin()) {
            mode.local_modes.set(LocalModes::ISIG, on);
            // Output need not drain for a change that concerns keys only.
            let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &mode);
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
    if !sequences::are_obeyed() {
        return;
    }
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

/// A console keeps keys typed ahead unseen, and reports Ctrl-C while no program reads keys.
#[cfg(not(unix))]
impl TerminalGuard {
    /// Changes nothing.
    pub fn enter() -> TerminalGuard {
        TerminalGuard {}
    }

    /// Changes nothing.
    pub fn resume(&self) {}

    /// Changes nothing.
    pub fn pause(&self) {}

    /// Changes nothing: Ctrl-C is reported already.
    pub fn run(&self) -> RunGuard<'_> {
        RunGuard { terminal: self }
    }

    fn send_signals(&self, _: bool) {}

    /// Reads keys one by one until the returned guard is dropped; Ctrl-C is a key. `None` without a console.
    pub fn read_keys(&self) -> Option<KeyGuard> {
        crossterm::terminal::enable_raw_mode().ok().map(|()| KeyGuard {})
    }
}

/// Guard that keeps a terminal returning key by key until it is dropped.
pub struct KeyGuard {
    #[cfg(unix)]
    mode: Termios,
}

#[cfg(unix)]
impl Drop for KeyGuard {
    fn drop(&mut self) {
        set(&self.mode);
    }
}

#[cfg(not(unix))]
impl Drop for KeyGuard {
    fn drop(&mut self) {
        // A console that rejects the mode has lost its window.
        let _ = crossterm::terminal::disable_raw_mode();
    }
}

/// Guard that lets Ctrl-C send a signal until it is dropped.
pub struct RunGuard<'t> {
    terminal: &'t TerminalGuard,
}

impl Drop for RunGuard<'_> {
    fn drop(&mut self) {
        self.terminal.send_signals(false);
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        self.pause();
    }
}
