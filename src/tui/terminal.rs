//! The terminal in the notebook's state and back in its own: alternate screen, raw keys, paste as one event, mouse. It is
//! returned on every way out, a panic included.

use std::cell::RefCell;
use std::io::{self, Write, stdout};
use std::rc::Rc;

use ratatui::Terminal;
use ratatui::backend::{self, Backend, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::crossterm::clipboard::CopyToClipboard;
use ratatui::crossterm::cursor::{MoveTo, SetCursorStyle, Show};
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use ratatui::layout::{Position, Rect, Size};

use super::app::App;
use super::events::EventReader;
use super::glyphs::Glyphs;
use crate::terminal::size::clamped;
use pprepl_text::theme::ColorDepth;
use pprepl_text::theme::terminal::{has_one_screen, is_console};

/// The terminal while it shows the notebook.
pub struct TerminalGuard {
    /// What is drawn on.
    screen: Terminal<Screen>,
    /// What was drawn and is to be sent.
    sheet: FrameBuffer,
    /// Returns whether the mouse reports to us.
    mouse: bool,
    /// What can be shown.
    glyphs: Glyphs,
    /// How the cursor looks now.
    cursor: Option<SetCursorStyle>,
}

/// Collects a frame, so that it goes out in one piece: the library flushes after each of its parts, and each piece
/// wakes the terminal.
#[derive(Clone, Default)]
struct FrameBuffer {
    bytes: Rc<RefCell<Vec<u8>>>,
    /// Are there sixteen colors and no more?
    few: bool,
}

impl FrameBuffer {
    /// Sends what was collected.
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

/// The library's way to draw, on a screen of a size that can be.
struct Screen(CrosstermBackend<FrameBuffer>);

impl Backend for Screen {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> io::Result<()> {
        self.0.draw(content)
    }

    fn append_lines(&mut self, count: u16) -> io::Result<()> {
        self.0.append_lines(count)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.0.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        Backend::clear(&mut self.0)
    }

    fn clear_region(&mut self, region: backend::ClearType) -> io::Result<()> {
        self.0.clear_region(region)
    }

    fn size(&self) -> io::Result<Size> {
        self.0.size().map(believed)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.0.window_size().map(|size| WindowSize { columns_rows: believed(size.columns_rows), ..size })
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.0)
    }
}

fn believed(size: Size) -> Size {
    clamped(size.width, size.height).into()
}

impl TerminalGuard {
    /// Takes the terminal.
    pub fn take(mouse: bool, depth: ColorDepth) -> io::Result<TerminalGuard> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |about| {
            // Only what happens on this thread leaves the notebook; the evaluator's thread catches its own.
            let thread = std::thread::current();
            if thread.name() != Some(crate::tui::EVALUATOR) {
                give_back();
                before(about);
            }
            // The notebook's own thread has no name and ends the process; without one of its helpers it would wait for ever.
            if thread.name().is_some_and(|name| name != crate::tui::EVALUATOR) {
                std::process::exit(101);
            }
        }));
        enter(mouse)?;
        let sheet = FrameBuffer { few: depth == ColorDepth::Ansi16, ..FrameBuffer::default() };
        let screen = Terminal::new(Screen(CrosstermBackend::new(sheet.clone())))?;
        Ok(TerminalGuard { screen, sheet, mouse, glyphs: Glyphs::of_environment(), cursor: None })
    }

    /// Draws the state, as one change where the terminal knows how to show it so.
    pub fn draw(&mut self, app: &mut App) -> io::Result<()> {
        queue!(&mut self.screen.backend_mut().0, BeginSynchronizedUpdate)?;
        let glyphs = self.glyphs;
        self.screen.draw(|frame| {
            app.draw(frame);
            glyphs.fit(frame.buffer_mut());
        })?;
        let cursor = app.cursor_style();
        if cursor != self.cursor {
            self.cursor = cursor;
            queue!(&mut self.screen.backend_mut().0, cursor.unwrap_or(SetCursorStyle::DefaultUserShape))?;
        }
        queue!(&mut self.screen.backend_mut().0, EndSynchronizedUpdate)?;
        self.sheet.send()
    }

    /// The next frame is drawn again, whatever is on the screen.
    pub fn clear(&mut self) -> io::Result<()> {
        // The library's own `clear` asks the terminal where its cursor is, and fails where none answers.
        let area = Rect::from((Position::ORIGIN, self.screen.size()?));
        self.screen.resize(area)
    }

    /// Takes the terminal again, in whatever state others left it while this process was stopped.
    pub fn take_again(&mut self) -> io::Result<()> {
        if !is_console() {
            execute!(stdout(), PopKeyboardEnhancementFlags)?;
        }
        disable_raw_mode()?;
        enter(self.mouse)?;
        self.clear()
    }

    /// Gives the terminal to `other` and takes it again.
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

    /// Sends text to the clipboard of the terminal that the user sits at (OSC 52), which works over SSH too.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(stdout(), CopyToClipboard::to_clipboard_from(text))
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

fn enter(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    let mut out = stdout();
    execute!(out, EnterAlternateScreen, EnableBracketedPaste, EnableFocusChange)?;
    // Terminals that do not know it leave it out; those that do tell Ctrl-Enter and Shift-Enter from Enter.
    let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES;
    if !is_console() {
        execute!(out, PushKeyboardEnhancementFlags(flags))?;
    }
    if mouse {
        execute!(out, EnableMouseCapture)?;
    }
    out.flush()
}

/// Where there is no second screen nothing of the notebook is to stay among what follows.
fn wipe() {
    if has_one_screen() {
        let _ = execute!(stdout(), Clear(ClearType::All), MoveTo(0, 0));
    }
}

/// The same bytes with the first sixteen colors told as terminals do that have no more: `38;5;9` would be blinking and
/// bold to some of them.
fn in_sixteen(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.windows(2).position(|pair| pair == b"\x1b[") {
        let (before, sequence) = rest.split_at(at + 2);
        all.extend_from_slice(before);
        let end = sequence.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b';')).unwrap_or(sequence.len());
        let (parameters, behind) = sequence.split_at(end);
        match (behind.first(), std::str::from_utf8(parameters)) {
            (Some(b'm'), Ok(parameters)) => all.extend_from_slice(sixteen(parameters).as_bytes()),
            _ => all.extend_from_slice(parameters),
        }
        rest = behind;
    }
    all.extend_from_slice(rest);
    all
}

/// The parameters of a look, `38;5;9` as `91`.
fn sixteen(parameters: &str) -> String {
    let mut told: Vec<String> = Vec::new();
    let mut words = parameters.split(';');
    while let Some(word) = words.next() {
        let mut ahead = words.clone();
        let color = match (word, ahead.next(), ahead.next().and_then(|color| color.parse::<u8>().ok())) {
            ("38" | "48", Some("5"), Some(color @ 0..16)) => color,
            _ => {
                told.push(word.to_owned());
                continue;
            }
        };
        let base = if color < 8 { 30 + color } else { 82 + color };
        told.push((if word == "38" { base } else { base + 10 }).to_string());
        words = ahead;
    }
    told.join(";")
}

/// Puts the terminal into its own state again. A terminal that is gone cannot be helped.
pub fn give_back() {
    let mut out = stdout();
    if !is_console() {
        let _ = execute!(out, PopKeyboardEnhancementFlags);
    }
    let _ = execute!(
        out,
        DisableMouseCapture,
        DisableFocusChange,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        SetCursorStyle::DefaultUserShape,
        Show
    );
    let _ = disable_raw_mode();
}
