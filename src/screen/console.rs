//! The full screen of a console that obeys no escape sequences: styles, positions and text go to it by calls of Windows.
//!
//! The terminal library has such calls, too, but its second screen vanishes at once, since nothing keeps it, and its text goes
//! to the first one.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crossterm_winapi::{Console, Handle, ScreenBuffer};
use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::crossterm::cursor::{Hide, MoveTo, Show};
use ratatui::crossterm::terminal::{self, Clear, DisableLineWrap};
use ratatui::crossterm::{Command, terminal::ClearType as Clearing};
use ratatui::layout::{Position, Size};

use pprepl_widgets::console_style::attributes;

/// The second screen while it is shown: after a panic no guard of the terminal can hide it.
static SECOND: Mutex<Option<ScreenBuffer>> = Mutex::new(None);

fn second() -> MutexGuard<'static, Option<ScreenBuffer>> {
    SECOND.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shows the second screen.
pub fn enter() -> io::Result<()> {
    let screen = ScreenBuffer::create()?;
    screen.show()?;
    *second() = Some(screen);
    // Else the last cell of the last row scrolls the screen.
    DisableLineWrap.execute_winapi()
}

/// Shows the first screen again.
pub fn leave() -> io::Result<()> {
    match second().take() {
        Some(_) => ScreenBuffer::from(Handle::output_handle()?).show(),
        None => Ok(()),
    }
}

/// Draws on the second screen.
pub struct ConsoleScreen {
    /// The attributes of a cell without a style.
    plain: u16,
}

impl ConsoleScreen {
    /// Takes the second screen, which is shown.
    pub fn take() -> io::Result<ConsoleScreen> {
        Ok(ConsoleScreen { plain: ScreenBuffer::current()?.info()?.attributes() })
    }
}

/// Cells of one style side by side.
#[derive(Default)]
struct Run {
    text: String,
    start: (u16, u16),
    /// The column after the last cell.
    end: u16,
    attributes: u16,
}

impl Run {
    fn continues_at(&self, column: u16, row: u16, attributes: u16) -> bool {
        (self.end, self.start.1, self.attributes) == (column, row, attributes)
    }

    fn write(&mut self, console: &Console) -> io::Result<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        MoveTo(self.start.0, self.start.1).execute_winapi()?;
        console.set_text_attribute(self.attributes)?;
        console.write_char_buffer(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }
}

impl Backend for ConsoleScreen {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> io::Result<()> {
        let console = Console::from(Handle::current_out_handle()?);
        let mut run = Run::default();
        for (column, row, cell) in content {
            let attributes = attributes(cell.style(), self.plain);
            if !run.continues_at(column, row, attributes) {
                run.write(&console)?;
                run = Run { start: (column, row), attributes, ..Run::default() };
            }
            run.text.push_str(cell.symbol());
            run.end = column + 1;
        }
        run.write(&console)?;
        console.set_text_attribute(self.plain)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        Hide.execute_winapi()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        Show.execute_winapi()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        ratatui::crossterm::cursor::position().map(Position::from)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        MoveTo(x, y).execute_winapi()
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        let region = match region {
            ClearType::All => Clearing::All,
            ClearType::AfterCursor => Clearing::FromCursorDown,
            ClearType::BeforeCursor => Clearing::FromCursorUp,
            ClearType::CurrentLine => Clearing::CurrentLine,
            ClearType::UntilNewLine => Clearing::UntilNewLine,
        };
        Clear(region).execute_winapi()
    }

    fn size(&self) -> io::Result<Size> {
        terminal::size().map(Size::from)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.size()?, pixels: Size::ZERO })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
