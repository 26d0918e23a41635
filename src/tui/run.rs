//! Running the notebook in the terminal until the user quits.

use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use crate::screen::{AppEvent, EventReader, TerminalGuard, stop_here};
use crate::terminal::hold::Hold;
use pprepl_lessons::CellJudge;
use pprepl_notebook::kernel::Setup;
use pprepl_session::edit::external;
use pprepl_text::theme::terminal as terminal_of;

use super::app::App;
use super::command::Effect;
use super::engine::Engine;
use super::lesson::{Learning, LessonStart, Tutor, open_copy};
use super::start::Start;
use super::workspace::{Workspace, WorkspaceError};

/// An error that ends the notebook, or prevents its start.
#[derive(Debug)]
pub enum RunError {
    /// The type of the terminal, which cannot show a notebook.
    DumbTerminal(String),
    /// The notebook cannot be opened.
    Notebook(WorkspaceError),
    /// The terminal cannot be set up.
    Unusable(io::Error),
    /// The evaluator cannot be started.
    Evaluator(io::Error),
    /// The terminal failed later.
    Terminal(io::Error),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::DumbTerminal(term) => write!(
                f,
                "a terminal of type '{term}' cannot show a notebook; 'pprepl run FILE' runs one without a screen"
            ),
            RunError::Notebook(error) => error.fmt(f),
            RunError::Unusable(error) => write!(f, "cannot use this terminal: {error}"),
            RunError::Evaluator(error) => write!(f, "cannot start the evaluator: {error}"),
            RunError::Terminal(error) => write!(f, "the terminal failed: {error}"),
        }
    }
}

impl std::error::Error for RunError {}

/// How the notebook ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The user quit, with or without saving.
    Quit,
    /// A signal ended it.
    Signal(i32),
    /// The user opened another lesson, by name.
    Lesson(String),
}

/// Runs the notebook until the user quits.
///
/// Fails with the error of the file or the terminal.
pub fn run(start: &Start) -> Result<Ended, RunError> {
    if terminal_of::is_dumb() {
        return Err(RunError::DumbTerminal(std::env::var("TERM").unwrap_or_default()));
    }
    let workspace = match &start.lesson {
        Some(lesson) => open_copy(lesson, start.state_folder.clone()),
        None => Workspace::open(start.file.clone(), start.state_folder.clone()),
    };
    let workspace = workspace.map_err(RunError::Notebook)?;
    let hold = Hold::take(start.state_folder.as_deref());
    let pump = EventReader::start().map_err(RunError::Unusable)?;
    let engine = evaluator(start, &pump).map_err(RunError::Evaluator)?;
    let learning = start.lesson.as_ref().map_or(Ok(Learning::default()), |lesson| learning(lesson, &pump));
    let mut app = App::new(workspace, engine, learning.map_err(RunError::Evaluator)?, start);
    let mut held = TerminalGuard::take(start.mouse, app.depth()).map_err(RunError::Unusable)?;
    let ended = serve(&mut app, &mut held, &pump).map_err(RunError::Terminal);
    drop(held);
    drop(hold);
    let next = app.learning.next.take();
    app.close();
    Ok(match (ended?, next) {
        (Some(signal), _) => Ended::Signal(signal),
        (None, Some(lesson)) => Ended::Lesson(lesson),
        (None, None) => Ended::Quit,
    })
}

/// Starts the learner's thread.
fn learning(lesson: &LessonStart, pump: &EventReader) -> io::Result<Learning> {
    let tutor = Tutor::start(lesson, pump.waker())?;
    Ok(Learning::new(lesson.open.lesson.clone(), lesson.open.file.clone(), tutor))
}

fn evaluator(start: &Start, pump: &EventReader) -> io::Result<Engine> {
    let (settings, environment) = (start.settings.clone(), start.environment.clone());
    let is_lesson = start.lesson.is_some();
    let setup = move |stack| {
        let setup = Setup::new(settings.clone(), stack).with_environment(environment.clone());
        // A lesson has a judge of its own.
        if is_lesson { setup } else { setup.with_judge(Box::new(CellJudge)) }
    };
    Engine::start(setup, pump.waker(), true)
}

/// Runs the event loop until the user quits. Returns the signal that ended it, if any.
fn serve(app: &mut App, held: &mut TerminalGuard, pump: &EventReader) -> io::Result<Option<i32>> {
    let mut shows = true;
    // Compiling the query of the colors takes a quarter of the time to the first frame.
    defer_colors(app, true);
    loop {
        if shows {
            held.draw(|frame| {
                app.draw(frame);
                app.cursor_style()
            })?;
        }
        app.flush_queries();
        if defer_colors(app, false) {
            continue;
        }
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

/// Draws code without colors, or ends that. Returns whether that changes the screen.
fn defer_colors(app: &mut App, is_deferred: bool) -> bool {
    let colors = &mut app.notebook.viewport.colours;
    let changes = colors.is_deferred() != is_deferred;
    colors.defer(is_deferred);
    if changes {
        app.notebook.cells.drop_lines();
    }
    changes
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
        AppEvent::Interrupted => app.interrupt(),
        AppEvent::Ended(_) | AppEvent::Lost => {}
    }
    Ok(())
}

fn run_effect(app: &mut App, held: &mut TerminalGuard, pump: &EventReader, wish: Effect) -> io::Result<()> {
    match wish {
        Effect::Copy(text) => held.copy(&text),
        Effect::Redraw => held.clear(),
        Effect::Suspend => held.lend(pump, stop_here)?,
        Effect::External(id) => {
            let text = app.workspace().cell(id).map(|cell| cell.text.clone()).unwrap_or_default();
            let edited = held.lend(pump, || external::edit(&text))?;
            app.edited_elsewhere(id, edited.map_err(|error| error.to_string()));
            Ok(())
        }
    }
}
