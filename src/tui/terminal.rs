//! The terminal in the notebook's state and back in its own: alternate screen, raw keys, paste as one event, mouse. It is
//! given back on every way out, a panic included.

use std::cell::RefCell;
use std::io::{self, Write, stdout};
use std::rc::Rc;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::clipboard::CopyToClipboard;
use ratatui::crossterm::cursor::{SetCursorStyle, Show};
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use ratatui::layout::{Position, Rect};

use super::app::App;
use super::pump::Pump;

/// The terminal while it shows the notebook.
pub struct Held {
    /// What is drawn on.
    screen: Terminal<CrosstermBackend<Sheet>>,
    /// What was drawn and is to be sent.
    sheet: Sheet,
    /// Does the mouse report to us?
    mouse: bool,
    /// How the cursor looks now.
    cursor: Option<SetCursorStyle>,
}

/// Collects a frame, so that it goes out in one piece: the library flushes after each of its parts, and each piece
/// wakes the terminal.
#[derive(Clone, Default)]
struct Sheet(Rc<RefCell<Vec<u8>>>);

impl Sheet {
    /// Sends what was collected.
    fn send(&self) -> io::Result<()> {
        let mut bytes = self.0.borrow_mut();
        let mut out = stdout().lock();
        let sent = out.write_all(&bytes).and_then(|()| out.flush());
        bytes.clear();
        sent
    }
}

impl Write for Sheet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
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
        let sheet = Sheet::default();
        let screen = Terminal::new(CrosstermBackend::new(sheet.clone()))?;
        Ok(Held { screen, sheet, mouse, cursor: None })
    }

    /// Draws the state, as one change where the terminal knows how to show it so.
    pub fn draw(&mut self, app: &mut App) -> io::Result<()> {
        queue!(self.screen.backend_mut(), BeginSynchronizedUpdate)?;
        self.screen.draw(|frame| app.draw(frame))?;
        let cursor = app.cursor_style();
        if cursor != self.cursor {
            self.cursor = cursor;
            queue!(self.screen.backend_mut(), cursor.unwrap_or(SetCursorStyle::DefaultUserShape))?;
        }
        queue!(self.screen.backend_mut(), EndSynchronizedUpdate)?;
        self.sheet.send()
    }

    /// The next frame is drawn anew, whatever is on the screen.
    pub fn clear(&mut self) -> io::Result<()> {
        // The library's own `clear` asks the terminal where its cursor is, and fails where none answers.
        let area = Rect::from((Position::ORIGIN, self.screen.size()?));
        self.screen.resize(area)
    }

    /// Takes the terminal anew, in whatever state others left it while this process was stopped.
    pub fn take_again(&mut self) -> io::Result<()> {
        execute!(stdout(), PopKeyboardEnhancementFlags)?;
        disable_raw_mode()?;
        enter(self.mouse)?;
        self.clear()
    }

    /// Gives the terminal to `other` and takes it again.
    pub fn lend<T>(&mut self, pump: &Pump, other: impl FnOnce() -> T) -> io::Result<T> {
        let result = pump.rest_while(|| {
            give_back();
            let result = other();
            enter(self.mouse).map(|()| result)
        })?;
        self.clear()?;
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
    execute!(out, EnterAlternateScreen, EnableBracketedPaste, EnableFocusChange)?;
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
        DisableFocusChange,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        SetCursorStyle::DefaultUserShape,
        Show
    );
    let _ = disable_raw_mode();
}
