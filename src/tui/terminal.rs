//! The terminal in the notebook's state and back in its own: alternate screen, raw keys, paste as one event, mouse. It is
//! given back on every way out, a panic included.

use std::io::{self, Stdout, Write, stdout};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::clipboard::CopyToClipboard;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, KeyboardEnhancementFlags,
    PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

use super::pump::Pump;

/// The terminal while it shows the notebook.
pub struct Held {
    /// What is drawn on.
    pub screen: Terminal<CrosstermBackend<Stdout>>,
    /// Does the mouse report to us?
    mouse: bool,
}

impl Held {
    /// Takes the terminal.
    pub fn take(mouse: bool) -> io::Result<Held> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |about| {
            // Only what happens on this thread leaves the notebook; the evaluator's thread catches its own.
            if std::thread::current().name() != Some(crate::tui::EVALUATOR) {
                give_back();
                before(about);
            }
        }));
        enter(mouse)?;
        Ok(Held { screen: Terminal::new(CrosstermBackend::new(stdout()))?, mouse })
    }

    /// Gives the terminal to `other` and takes it again.
    pub fn lend<T>(&mut self, pump: &Pump, other: impl FnOnce() -> T) -> io::Result<T> {
        let result = pump.rest_while(|| {
            give_back();
            let result = other();
            enter(self.mouse).map(|()| result)
        })?;
        self.screen.clear()?;
        Ok(result)
    }

    /// Sends text to the clipboard of the terminal that the user sits at (OSC 52), which works over SSH too.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(stdout(), CopyToClipboard::to_clipboard_from(text))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        give_back();
    }
}

fn enter(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    let mut out = stdout();
    execute!(out, EnterAlternateScreen, EnableBracketedPaste)?;
    // Terminals that do not know it leave it out; those that do tell Ctrl-Enter and Shift-Enter from Enter.
    let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES;
    execute!(out, PushKeyboardEnhancementFlags(flags))?;
    if mouse {
        execute!(out, EnableMouseCapture)?;
    }
    out.flush()
}

/// Puts the terminal into its own state again. A terminal that is gone cannot be helped.
pub fn give_back() {
    let mut out = stdout();
    let _ = execute!(
        out,
        PopKeyboardEnhancementFlags,
        DisableMouseCapture,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        ratatui::crossterm::cursor::Show
    );
    let _ = disable_raw_mode();
}
