//! The notebook in a terminal: cells on the left, panes that follow the cursor on the right. A key becomes an action, an
//! action changes the state, the state is drawn. Evaluation runs on a thread of its own, so that a frame never waits.

mod act;
pub mod action;
pub mod app;
mod bar;
pub mod book;
mod browse;
pub mod burst;
mod checking;
pub mod dialog;
mod disk;
mod docks;
mod draw;
pub mod editor;
pub mod engine;
mod explore;
mod external;
mod files;
mod find;
mod glyphs;
mod help;
pub mod key;
pub mod keymap;
mod layout;
mod manifest;
mod memory;
mod mouse;
mod open;
pub mod paint;
mod pick;
mod pump;
mod refresh;
mod results;
mod signal;
mod state;
pub mod table;
mod terminal;
mod trusting;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::terminal::hold::Hold;
use pprepl_notebook::kernel::Setup;
use pprepl_notebook::trust::Trust;
use pprepl_session::Settings;
use pprepl_text::theme::terminal as terminal_of;

use app::{App, Wish};
use book::Book;
use engine::Engine;
use paint::Palette;
use pump::{Happening, Pump};
use terminal::Held;

/// The name of the evaluator's thread.
pub(crate) const EVALUATOR: &str = "kernel";

/// How to start.
pub struct Start {
    /// The settings.
    pub settings: Settings,
    /// The notebook; none for a new one.
    pub file: Option<PathBuf>,
    /// The folder of an environment.
    pub environment: Option<PathBuf>,
    /// Use colours: `None` asks the terminal.
    pub color: Option<bool>,
    /// The set of keys; `None` for the one of last time.
    pub keys: Option<table::KeySet>,
    /// Does the mouse report to the notebook?
    pub mouse: bool,
    /// Is the time shown that a cell took?
    pub times: bool,
    /// The file of the user's own keys.
    pub key_file: Option<PathBuf>,
    /// Where what is remembered is kept; nowhere without one.
    pub state_folder: Option<PathBuf>,
    /// The notebooks that the user trusts.
    pub trust: Trust,
    /// Does no notebook run by itself, trusted or not?
    pub safe: bool,
}

/// Runs the notebook until the user leaves.
///
/// Fails with what is wrong with the file or the terminal.
pub fn run(start: Start) -> Result<Option<i32>, String> {
    if terminal_of::is_dumb() {
        let term = std::env::var("TERM").unwrap_or_default();
        return Err(format!("a terminal of kind '{term}' cannot show a notebook; 'pprepl run FILE' runs one without"));
    }
    let book = Book::open(start.file.clone(), start.state_folder.clone())?;
    let hold = Hold::take(start.state_folder.as_deref());
    let pump = Pump::start().map_err(|error| format!("cannot use this terminal: {error}"))?;
    let engine = evaluator(&start, &pump).map_err(|error| format!("cannot start the evaluator: {error}"))?;
    let mut app = App::new(book, engine, &start);
    let mut held =
        Held::take(start.mouse, app.depth()).map_err(|error| format!("cannot use this terminal: {error}"))?;
    let ended = serve(&mut app, &mut held, &pump).map_err(|error| format!("the terminal failed: {error}"));
    drop(held);
    drop(hold);
    app.close();
    ended
}

fn evaluator(start: &Start, pump: &Pump) -> io::Result<Engine> {
    let (settings, environment) = (start.settings.clone(), start.environment.clone());
    let setup = move |stack| Setup::new(settings.clone(), stack).with_environment(environment.clone());
    Engine::start(setup, pump.waker(), true)
}

/// Serves until it is over; tells the signal that ended it, where one did.
fn serve(app: &mut App, held: &mut Held, pump: &Pump) -> io::Result<Option<i32>> {
    let mut shows = true;
    loop {
        if shows {
            held.draw(app)?;
        }
        app.engine.ask();
        let first = match app.patience() {
            Some(time) => pump.next_within(time),
            None => Some(pump.next()),
        };
        // What came in the meantime is taken in before the next frame, which does not wait for ever.
        let began = Instant::now();
        let happened = first.is_some();
        let mut next = first;
        while let Some(happening) = next {
            if let Some(signal) = end_of(&happening) {
                return Ok(Some(signal));
            }
            heed(app, held, happening)?;
            if app.over {
                return Ok(None);
            }
            next = if began.elapsed() < FRAME { pump.next_within(Duration::ZERO) } else { None };
        }
        shows = app.tick() || happened || !app.wishes.is_empty();
        for wish in std::mem::take(&mut app.wishes) {
            grant(app, held, pump, wish)?;
        }
        if app.over {
            return Ok(None);
        }
    }
}

/// How long keys are taken in before a frame is drawn.
const FRAME: Duration = Duration::from_millis(12);

/// The signal that ends the notebook. A terminal that is gone has hung up, whether or not the system says so.
fn end_of(happening: &Happening) -> Option<i32> {
    const HANGUP: i32 = 1;
    match happening {
        Happening::Ended(signal) => Some(*signal),
        Happening::Lost => Some(HANGUP),
        _ => None,
    }
}

/// Takes a happening in.
fn heed(app: &mut App, held: &mut Held, happening: Happening) -> io::Result<()> {
    match happening {
        Happening::Terminal(event) => app.terminal(event),
        Happening::Worker => app.listen(),
        Happening::Resumed => held.take_again()?,
        Happening::Interrupted => app.engine.cancel(),
        Happening::Ended(_) | Happening::Lost => {}
    }
    Ok(())
}

fn grant(app: &mut App, held: &mut Held, pump: &Pump, wish: Wish) -> io::Result<()> {
    match wish {
        Wish::Copy(text) => held.copy(&text),
        Wish::Redraw => held.clear(),
        Wish::Suspend => held.lend(pump, signal::stop_here)?,
        Wish::External(id) => {
            let text = app.book.cell(id).map(|cell| cell.text.clone()).unwrap_or_default();
            let edited = held.lend(pump, || external::edit(&text))?;
            app.edited_elsewhere(id, edited);
            Ok(())
        }
    }
}

/// The colours of the standard output: the theme of this name, or the one without colours.
fn palette(color: Option<bool>, theme: &str) -> Palette {
    let is_terminal = io::stdout().is_terminal();
    let colors = terminal_of::has_colors(color, is_terminal);
    let theme = if colors { theme } else { "none" };
    Palette { theme: terminal_of::theme(theme), depth: terminal_of::depth(colors, is_terminal) }
}
