//! The notebook in a terminal: cells on the left, panes that follow the cursor on the right. A key becomes an action,
//! an action changes the state, and the state is drawn. Evaluation runs on a separate thread, so that a frame never
//! waits.

pub mod action;
pub mod app;
mod appearance;
pub mod burst;
mod cells;
mod diagnostics;
mod dialog_host;
mod dialogs;
mod dispatch;
mod draw;
pub mod engine;
mod events;
mod explore;
mod external;
mod file_watch;
mod files;
mod find;
mod glyphs;
mod help;
mod keyboard;
pub mod keymap;
mod layout;
mod manifest;
mod mouse;
mod open;
mod pane_layout;
mod pane_navigation;
mod panes;
mod preferences;
mod refresh;
mod results;
mod signal;
mod state;
mod status_line;
mod terminal;
mod trusting;
mod viewport;
pub mod workspace;

pub use pprepl_widgets::{dialog, editor, key, paint, table};

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::terminal::hold::Hold;
use pprepl_notebook::kernel::Setup;
use pprepl_notebook::trust::Trust;
use pprepl_session::Settings;
use pprepl_text::theme::Themes;
use pprepl_text::theme::terminal as terminal_of;

use app::{App, Effect};
use engine::Engine;
use events::{AppEvent, EventReader};
use paint::Palette;
use terminal::TerminalGuard;
use workspace::Workspace;

/// The name of the evaluator thread.
pub(crate) const EVALUATOR: &str = "kernel";

/// Startup options.
pub struct Start {
    pub settings: Settings,
    /// The notebook; `None` for a new one.
    pub file: Option<PathBuf>,
    /// The directory of an environment.
    pub environment: Option<PathBuf>,
    /// Whether to use colors; `None` detects it from the terminal.
    pub color: Option<bool>,
    /// The key set; `None` for the last used one.
    pub keys: Option<table::KeySet>,
    /// Whether to enable mouse reports.
    pub mouse: bool,
    /// Whether to show the duration of each cell.
    pub times: bool,
    /// The file of the user's own keys.
    pub key_file: Option<PathBuf>,
    /// The directory of stored preferences; `None` stores nothing.
    pub state_folder: Option<PathBuf>,
    /// The notebooks that the user trusts.
    pub trust: Trust,
    /// Whether no notebook runs automatically, trusted or not.
    pub safe: bool,
}

/// Runs the notebook until the user quits.
///
/// Fails with the error of the file or the terminal.
pub fn run(start: Start) -> Result<Option<i32>, String> {
    if terminal_of::is_dumb() {
        let term = std::env::var("TERM").unwrap_or_default();
        return Err(format!(
            "a terminal of type '{term}' cannot show a notebook; 'pprepl run FILE' runs one without a screen"
        ));
    }
    let workspace = Workspace::open(start.file.clone(), start.state_folder.clone())?;
    let hold = Hold::take(start.state_folder.as_deref());
    let pump = EventReader::start().map_err(|error| format!("cannot use this terminal: {error}"))?;
    let engine = evaluator(&start, &pump).map_err(|error| format!("cannot start the evaluator: {error}"))?;
    let mut app = App::new(workspace, engine, &start);
    let mut held =
        TerminalGuard::take(start.mouse, app.depth()).map_err(|error| format!("cannot use this terminal: {error}"))?;
    let ended = serve(&mut app, &mut held, &pump).map_err(|error| format!("the terminal failed: {error}"));
    drop(held);
    drop(hold);
    app.close();
    ended
}

fn evaluator(start: &Start, pump: &EventReader) -> io::Result<Engine> {
    let (settings, environment) = (start.settings.clone(), start.environment.clone());
    let setup = move |stack| Setup::new(settings.clone(), stack).with_environment(environment.clone());
    Engine::start(setup, pump.waker(), true)
}

/// Runs the event loop until the user quits. Returns the signal that ended it, if any.
fn serve(app: &mut App, held: &mut TerminalGuard, pump: &EventReader) -> io::Result<Option<i32>> {
    let mut shows = true;
    loop {
        if shows {
            held.draw(app)?;
        }
        app.engine.flush_queries();
        let first = match app.poll_timeout() {
            Some(time) => pump.next_inside(time),
            None => Some(pump.next()),
        };
        // Pending events are handled before the next frame, but the frame does not wait for long.
        let began = Instant::now();
        let happened = first.is_some();
        let mut next = first;
        while let Some(happening) = next {
            if let Some(signal) = end_of(&happening) {
                return Ok(Some(signal));
            }
            acknowledge(app, held, happening)?;
            if app.should_quit {
                return Ok(None);
            }
            next = if began.elapsed() < FRAME { pump.next_inside(Duration::ZERO) } else { None };
        }
        shows = app.tick() || happened || !app.wishes.is_empty();
        for wish in std::mem::take(&mut app.wishes) {
            run_effect(app, held, pump, wish)?;
        }
        if app.should_quit {
            return Ok(None);
        }
    }
}

/// Maximum time to handle keys before a frame is drawn.
const FRAME: Duration = Duration::from_millis(12);

/// Returns the signal that ends the notebook. A closed terminal counts as a hangup, whether or not the system sends the
/// signal.
fn end_of(happening: &AppEvent) -> Option<i32> {
    const HANGUP: i32 = 1;
    match happening {
        AppEvent::Ended(signal) => Some(*signal),
        AppEvent::Lost => Some(HANGUP),
        _ => None,
    }
}

/// Handles an event.
fn acknowledge(app: &mut App, held: &mut TerminalGuard, happening: AppEvent) -> io::Result<()> {
    match happening {
        AppEvent::Terminal(event) => app.terminal(event),
        AppEvent::Worker => app.listen(),
        AppEvent::Resumed => held.take_again()?,
        AppEvent::Interrupted => app.engine.cancel(),
        AppEvent::Ended(_) | AppEvent::Lost => {}
    }
    Ok(())
}

fn run_effect(app: &mut App, held: &mut TerminalGuard, pump: &EventReader, wish: Effect) -> io::Result<()> {
    match wish {
        Effect::Copy(text) => held.copy(&text),
        Effect::Redraw => held.clear(),
        Effect::Suspend => held.lend(pump, signal::stop_here)?,
        Effect::External(id) => {
            let text = app.book.cell(id).map(|cell| cell.text.clone()).unwrap_or_default();
            let edited = held.lend(pump, || external::edit(&text))?;
            app.edited_elsewhere(id, edited);
            Ok(())
        }
    }
}

/// Returns the palette of standard output: the theme of this name, or the one without colors.
fn palette(color: Option<bool>, themes: Themes, theme: &str) -> Palette {
    let is_terminal = io::stdout().is_terminal();
    let colors = terminal_of::has_colors(color, is_terminal);
    let theme = if colors { theme } else { "none" };
    Palette { theme: themes.choose(theme), depth: terminal_of::depth(colors, is_terminal) }
}
