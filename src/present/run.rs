//! Running the presenter or its second terminal until the user quits.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pprepl_text::theme::Themes;
use pprepl_text::theme::terminal as terminal_of;

use super::follower::Follower;
use super::presenter::Presenter;
use super::screenful::{Effect, Screenful};
use super::start::Start;
use super::talk::{Talk, key_of_name};
use crate::classroom::LessonError;
use crate::screen::{AppEvent, EventReader, TerminalGuard, palette, stop_here};
use crate::terminal::hold::Hold;

/// An error that ends the presenter, or prevents its start.
#[derive(Debug)]
pub enum PresentError {
    /// The type of the terminal, which cannot show slides.
    DumbTerminal(String),
    /// The lesson cannot be opened.
    Lesson(LessonError),
    /// Without a home, the terminals cannot exchange notes.
    NoStateFolder,
    /// The terminal cannot be set up, or it failed later.
    Terminal(io::Error),
}

impl fmt::Display for PresentError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PresentError::DumbTerminal(term) => write!(out, "a terminal of type '{term}' cannot show slides"),
            PresentError::Lesson(error) => error.fmt(out),
            PresentError::NoStateFolder => out.write_str("no state directory: set HOME to exchange notes"),
            PresentError::Terminal(error) => write!(out, "the terminal failed: {error}"),
        }
    }
}

impl std::error::Error for PresentError {}

/// The lesson to present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presented {
    /// A chapter of the course, a file, or a shared line.
    Named(String),
    /// A file, whatever its name.
    File(PathBuf),
}

/// The colors of a run.
#[derive(Clone, Debug)]
pub struct Colors {
    /// Whether to use colors; `None` detects it from the terminal.
    pub color: Option<bool>,
    pub themes: Themes,
    /// The name of the theme.
    pub theme: String,
}

impl Colors {
    fn palette(&self) -> pprepl_widgets::paint::Palette {
        palette(self.color, self.themes, &self.theme)
    }
}

/// Presents a lesson until the user quits. Returns the signal that ended it, if any.
///
/// # Errors
/// The lesson cannot be opened, or the terminal fails.
pub fn present(what: &Presented, start: &Start) -> Result<Option<i32>, PresentError> {
    reject_dumb_terminal()?;
    let talk = match what {
        Presented::Named(name) => Talk::open(name),
        Presented::File(path) => Talk::open_file(path),
    };
    let talk = talk.map_err(PresentError::Lesson)?;
    let colors =
        Colors { color: start.color, themes: start.settings.themes, theme: start.settings.display.theme.clone() };
    let palette = colors.palette();
    on_screen(start.state_folder.as_deref(), &colors, |pump| {
        Presenter::new(talk, start, palette, Arc::new(pump.waker()))
    })
}

/// Shows the notes of a presentation until the user quits: of a named one, or of the newest. Returns the signal that
/// ended it, if any.
///
/// # Errors
/// The named lesson does not exist, or the terminal fails.
pub fn follow(name: Option<&str>, state_folder: Option<&Path>, colors: &Colors) -> Result<Option<i32>, PresentError> {
    reject_dumb_terminal()?;
    let wanted = name.map(key_of_name).transpose().map_err(PresentError::Lesson)?;
    let folder = state_folder.ok_or(PresentError::NoStateFolder)?.to_owned();
    let palette = colors.palette();
    on_screen(state_folder, colors, |_| Follower::new(folder, wanted, palette))
}

fn reject_dumb_terminal() -> Result<(), PresentError> {
    match terminal_of::is_dumb() {
        true => Err(PresentError::DumbTerminal(std::env::var("TERM").unwrap_or_default())),
        false => Ok(()),
    }
}

/// Runs a full screen, and restores the terminal after it.
fn on_screen<S: Screenful>(
    state_folder: Option<&Path>,
    colors: &Colors,
    open: impl FnOnce(&EventReader) -> S,
) -> Result<Option<i32>, PresentError> {
    let hold = Hold::take(state_folder);
    let pump = EventReader::start().map_err(PresentError::Terminal)?;
    let mut screen = open(&pump);
    let mut guard = TerminalGuard::take(false, colors.palette().depth).map_err(PresentError::Terminal)?;
    let ended = serve(&mut screen, &mut guard, &pump).map_err(PresentError::Terminal);
    drop(guard);
    drop(hold);
    ended
}

/// Maximum time to handle events before a frame is drawn.
const FRAME: Duration = Duration::from_millis(12);

/// Runs the event loop until the user quits. Returns the signal that ended it, if any.
fn serve<S: Screenful>(screen: &mut S, guard: &mut TerminalGuard, pump: &EventReader) -> io::Result<Option<i32>> {
    const HANGUP: i32 = 1;
    let mut is_changed = true;
    loop {
        if is_changed {
            guard.draw(|frame| screen.draw(frame))?;
        }
        let mut next = pump.next_inside(screen.wait());
        is_changed = next.is_some();
        let began = Instant::now();
        while let Some(event) = next {
            match event {
                AppEvent::Terminal(event) => screen.terminal(event),
                AppEvent::Worker => screen.listen(),
                AppEvent::Resumed => guard.take_again()?,
                AppEvent::Interrupted => return Ok(None),
                AppEvent::Ended(signal) => return Ok(Some(signal)),
                AppEvent::Lost => return Ok(Some(HANGUP)),
            }
            if screen.should_quit() {
                return Ok(None);
            }
            next = if began.elapsed() < FRAME { pump.next_inside(Duration::ZERO) } else { None };
        }
        is_changed |= screen.tick(Instant::now());
        for effect in screen.take_effects() {
            is_changed = true;
            match effect {
                Effect::Redraw => guard.clear()?,
                Effect::Suspend => guard.lend(pump, stop_here)??,
            }
        }
    }
}
