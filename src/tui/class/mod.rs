//! `pprepl class`: a live view of a class. It polls the reports once a second and draws only what changed.

mod draw;
mod view;

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use pprepl_lessons::{Class, Course};
use pprepl_text::theme::terminal as terminal_of;

use crate::screen::{AppEvent, EventReader, TerminalGuard, palette};
use crate::themes::THEMES;

pub use view::{ClassView, TimeSource};

/// The time between two looks at the files.
const POLL: Duration = Duration::from_secs(1);

/// The time after which the minutes on the screen are drawn again.
const REFRESH: Duration = Duration::from_secs(10);

/// The options of the view.
pub struct ClassStart {
    pub folder: PathBuf,
    /// The lesson to show; `None` for the one that most learners work on.
    pub lesson: Option<String>,
    pub course: Course,
    /// Whether to use colors; `None` detects it from the terminal.
    pub color: Option<bool>,
    pub theme: String,
    pub clock: TimeSource,
}

/// Shows a class until the user quits. Returns the signal that ended it, if any.
///
/// # Errors
/// The directory cannot be read, or the terminal cannot be used.
pub fn run(start: &ClassStart) -> io::Result<Option<i32>> {
    if terminal_of::is_dumb() {
        return Err(io::Error::other("this terminal cannot show a screen; 'pprepl class --list' prints the class"));
    }
    let class = Class::open(&start.folder)?;
    let palette = palette(start.color, THEMES, &start.theme);
    let mut view = ClassView::new(class, start.course, start.lesson.clone(), palette.clone(), start.clock);
    let pump = EventReader::start()?;
    let mut held = TerminalGuard::take(false, palette.depth)?;
    serve(&mut view, &mut held, &pump)
}

fn serve(view: &mut ClassView, held: &mut TerminalGuard, pump: &EventReader) -> io::Result<Option<i32>> {
    let mut polled = Instant::now();
    let mut drawn = None::<Instant>;
    loop {
        if drawn.is_none_or(|drawn| drawn.elapsed() >= REFRESH) {
            held.draw(|frame| {
                view.draw(frame.area(), frame.buffer_mut());
                None
            })?;
            drawn = Some(Instant::now());
        }
        let happening = pump.next_inside(POLL.saturating_sub(polled.elapsed()));
        if polled.elapsed() >= POLL {
            polled = Instant::now();
            if view.poll() {
                drawn = None;
            }
        }
        match happening {
            None | Some(AppEvent::Worker) => {}
            Some(AppEvent::Terminal(event)) => {
                view.event(&event);
                drawn = None;
            }
            Some(AppEvent::Resumed) => {
                held.take_again()?;
                drawn = None;
            }
            Some(AppEvent::Interrupted) => return Ok(None),
            Some(AppEvent::Ended(signal)) => return Ok(Some(signal)),
            Some(AppEvent::Lost) => return Ok(Some(HANGUP)),
        }
        if view.should_quit() {
            return Ok(None);
        }
    }
}

/// The signal of a closed terminal.
const HANGUP: i32 = 1;
