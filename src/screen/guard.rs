//! The state of the terminal with a full screen: alternate screen, raw mode, bracketed paste, mouse. The previous state is restored on
//! every exit, including panics.

use std::cell::RefCell;
use std::io::{self, Write, stdout};
use std::rc::Rc;

use ratatui::backend::{self, Backend, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::crossterm::cursor::SetCursorStyle;
use ratatui::crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate, disable_raw_mode};
use ratatui::crossterm::{Command, queue};
use ratatui::layout::{Position, Rect, Size};
use ratatui::{Frame, Terminal};

#[cfg(windows)]
use super::console::ConsoleScreen;
use super::events::EventReader;
use super::glyphs::Glyphs;
use super::terminal_modes::{enter, forget_keys, give_back, wipe};
use crate::terminal::clipboard;
#[cfg(windows)]
use crate::terminal::sequences;
use crate::terminal::sixteen::in_sixteen;
use crate::terminal::size::clamped;
use pprepl_text::theme::ColorDepth;

/// The name of the evaluator thread.
const EVALUATOR: &str = "kernel";

/// Guard of the terminal while it shows a full screen.
pub struct TerminalGuard {
    /// The screen to draw on.
    screen: Terminal<Screen>,
    /// The drawn output to send.
    sheet: FrameBuffer,
    /// Whether mouse reports are enabled.
    mouse: bool,
    glyphs: Glyphs,
    /// The current cursor style.
    cursor: Option<SetCursorStyle>,
}

/// Buffer for a frame, so that it is one write: the library flushes after each part, and each write wakes the terminal.
#[derive(Clone, Default)]
struct FrameBuffer {
    bytes: Rc<RefCell<Vec<u8>>>,
    /// Whether the terminal has only sixteen colors.
    few: bool,
}

impl FrameBuffer {
    /// Writes the buffer.
    fn send(&self) -> io::Result<()> {
        let mut bytes = self.bytes.borrow_mut();
        if self.few {
            *bytes = in_sixteen(&bytes);
        }
        let mut out = stdout().lock();
        let sent = out.write_all(&bytes).and_then(|()| out.flush());
        bytes.clear();
        sent
    }
}

impl Write for FrameBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A backend, limited to a plausible screen size.
enum Screen {
    /// The library's, for terminals that obey escape sequences.
    Sequences(CrosstermBackend<FrameBuffer>),
    #[cfg(windows)]
    Console(ConsoleScreen),
}

/// Calls a method of the backend.
macro_rules! with_backend {
    ($screen:expr, $backend:ident => $call:expr) => {
        match $screen {
            Screen::Sequences($backend) => $call,
            #[cfg(windows)]
            Screen::Console($backend) => $call,
        }
    };
}

impl Screen {
    /// Takes the screen that is shown.
    fn take(sheet: FrameBuffer) -> io::Result<Screen> {
        #[cfg(windows)]
        if !sequences::are_obeyed() {
            return ConsoleScreen::take().map(Screen::Console);
        }
        Ok(Screen::Sequences(CrosstermBackend::new(sheet)))
    }

    /// Sets a mode that only sequences set: a console without them does not have it.
    fn set(&mut self, mode: impl Command) -> io::Result<()> {
        match self {
            Screen::Sequences(backend) => queue!(backend, mode),
            #[cfg(windows)]
            Screen::Console(_) => Ok(()),
        }
    }
}

impl Backend for Screen {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> io::Result<()> {
        with_backend!(self, backend => backend.draw(content))
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        with_backend!(self, backend => backend.hide_cursor())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        with_backend!(self, backend => backend.show_cursor())
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        with_backend!(self, backend => backend.get_cursor_position())
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        with_backend!(self, backend => backend.set_cursor_position(position))
    }

    fn clear(&mut self) -> io::Result<()> {
        with_backend!(self, backend => Backend::clear(backend))
    }

    fn clear_region(&mut self, region: backend::ClearType) -> io::Result<()> {
        with_backend!(self, backend => backend.clear_region(region))
    }

    fn size(&self) -> io::Result<Size> {
        with_backend!(self, backend => backend.size()).map(believed)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        let size = with_backend!(self, backend => backend.window_size())?;
        Ok(WindowSize { columns_rows: believed(size.columns_rows), ..size })
    }

    fn flush(&mut self) -> io::Result<()> {
        with_backend!(self, backend => Backend::flush(backend))
    }
}

fn believed(size: Size) -> Size {
    clamped(size.width, size.height).into()
}

impl TerminalGuard {
    /// Sets up the terminal.
    pub fn take(mouse: bool, depth: ColorDepth) -> io::Result<TerminalGuard> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |about| {
            // Only a panic of this thread ends the front end; the evaluator's thread catches its own panics.
            let thread = std::thread::current();
            if thread.name() != Some(EVALUATOR) {
                give_back();
                before(about);
            }
            // The main thread of a front end has no name, and its panic ends the process. Without one of its helper threads
            // it would wait forever.
            if thread.name().is_some_and(|name| name != EVALUATOR) {
                std::process::exit(101);
            }
        }));
        enter(mouse)?;
        let sheet = FrameBuffer { few: depth == ColorDepth::Ansi16, ..FrameBuffer::default() };
        let screen = Terminal::new(Screen::take(sheet.clone())?)?;
        Ok(TerminalGuard { screen, sheet, mouse, glyphs: Glyphs::of_environment(), cursor: None })
    }

    /// Draws a frame, as one synchronized update if the terminal supports it. `paint` returns the cursor style.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Frame) -> Option<SetCursorStyle>) -> io::Result<()> {
        self.screen.backend_mut().set(BeginSynchronizedUpdate)?;
        let glyphs = self.glyphs;
        let mut cursor = None;
        self.screen.draw(|frame| {
            cursor = paint(frame);
            glyphs.fit(frame.buffer_mut());
        })?;
        if cursor != self.cursor {
            self.cursor = cursor;
            self.screen.backend_mut().set(cursor.unwrap_or(SetCursorStyle::DefaultUserShape))?;
        }
        self.screen.backend_mut().set(EndSynchronizedUpdate)?;
        self.sheet.send()
    }

    /// Makes the next frame redraw the whole screen.
    pub fn clear(&mut self) -> io::Result<()> {
        // The library's own `clear` queries the cursor position, and fails if the terminal does not answer.
        let area = Rect::from((Position::ORIGIN, self.screen.size()?));
        self.screen.resize(area)
    }

    /// Sets up the terminal again after this process was suspended, whatever state others left it in.
    pub fn take_again(&mut self) -> io::Result<()> {
        forget_keys()?;
        disable_raw_mode()?;
        enter(self.mouse)?;
        self.clear()
    }

    /// Restores the terminal for `other`, then sets it up again.
    pub fn lend<T>(&mut self, pump: &EventReader, other: impl FnOnce() -> T) -> io::Result<T> {
        let result = pump.rest_while(|| {
            wipe();
            give_back();
            let result = other();
            enter(self.mouse).map(|()| result)
        })?;
        self.clear()?;
        Ok(result)
    }

    /// Copies text to the user's clipboard.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        clipboard::copy(text)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            wipe();
        }
        give_back();
    }
}
