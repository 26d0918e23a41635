//! The second terminal: the notes of the current slide, the next slide, and the timer. It reads the presenter's state
//! file, and waits while no presentation runs.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::cursor::SetCursorStyle;
use ratatui::crossterm::event::{Event, KeyEventKind};
use ratatui::layout::Rect;

use pprepl_text::theme::Role;
use pprepl_text::visible;
use pprepl_widgets::dialog::StyledLine;
use pprepl_widgets::key::Key;
use pprepl_widgets::paint::Palette;
use puppet_tree::Highlighter;

use super::action::{Action, action_of};
use super::areas::{Areas, split_top};
use super::broadcast::{self, TalkState};
use super::screenful::{Effect, Screenful};
use super::scroll::Scroll;
use super::timer::timer_text;
use super::wrapping::flow;
use super::{painting, prose_rows};

/// The interval between two reads of the state file.
const INTERVAL: Duration = Duration::from_millis(200);

/// The second terminal of a presentation.
pub struct Follower {
    state_folder: PathBuf,
    /// The presentation that the user named.
    wanted: Option<String>,
    /// The name of the state file that it reads.
    current: Option<String>,
    state: Option<TalkState>,
    /// Whether its presenter runs.
    is_running: bool,
    /// The number of presentations that run.
    running: usize,
    scroll: Scroll,
    palette: Palette,
    highlighter: Highlighter,
    /// The time of the next read.
    due: Instant,
    /// The seconds on the screen.
    seconds: u64,
    effects: Vec<Effect>,
    should_quit: bool,
}

impl Follower {
    /// Follows the presentation with this name, or the newest one.
    pub fn new(state_folder: PathBuf, wanted: Option<String>, palette: Palette) -> Follower {
        let mut follower = Follower {
            state_folder,
            wanted,
            current: None,
            state: None,
            is_running: false,
            running: 0,
            scroll: Scroll::default(),
            palette,
            highlighter: Highlighter::new(),
            due: Instant::now(),
            seconds: 0,
            effects: Vec::new(),
            should_quit: false,
        };
        follower.read();
        follower
    }

    /// Reads the state. Returns whether it has changed.
    fn read(&mut self) -> bool {
        let running = broadcast::running(&self.state_folder);
        // It stays with a presentation up to its end.
        let stays = self.current.as_ref().is_some_and(|current| running.contains(current));
        if !stays && let Some(next) = self.wanted.as_ref().or(running.first()) {
            self.current = Some(next.clone());
        }
        let read = self.current.as_ref().and_then(|key| broadcast::state(&self.state_folder, key));
        let before = (self.state.clone(), self.is_running, self.running);
        self.is_running = read.as_ref().is_some_and(|(_, is_running)| *is_running);
        self.running = running.len();
        // After the end, the last notes stay on the screen.
        if let Some((state, _)) = read {
            if self.state.as_ref().map(|state| state.slide) != Some(state.slide) {
                self.scroll = Scroll::default();
            }
            self.state = Some(state);
        }
        before != (self.state.clone(), self.is_running, self.running)
    }

    fn key(&mut self, key: Key) {
        let page = self.scroll.page();
        match action_of(key) {
            Some(Action::Quit | Action::Stop) => self.should_quit = true,
            Some(Action::ScrollUp) => self.scroll.by(-1),
            Some(Action::ScrollDown) => self.scroll.by(1),
            Some(Action::PreviousSlide | Action::Back) => self.scroll.by(-page),
            Some(Action::NextSlide | Action::Next) => self.scroll.by(page),
            Some(Action::First) => self.scroll.by(isize::MIN),
            Some(Action::Last) => self.scroll.by(isize::MAX),
            Some(Action::Redraw) => self.effects.push(Effect::Redraw),
            Some(Action::Suspend) => self.effects.push(Effect::Suspend),
            _ => {}
        }
    }

    fn draw_notes(&mut self, frame: &mut Frame, area: Rect) {
        let Some(state) = self.state.clone() else { return self.draw_waiting(frame, area) };
        let width = usize::from(area.width.saturating_sub(1)).max(4);
        let heading = if state.title.is_empty() { &state.name } else { &state.title };
        let title = flow(&vec![(Role::Title, visible(heading).into_owned())], width, &StyledLine::new());
        let (head, rest) = split_top(area, title.len() + 1);
        painting::rows(frame.buffer_mut(), head, &title, Scroll::default(), &self.palette);
        let next = next_rows(&state, width);
        let (body, foot) = split_top(rest, usize::from(rest.height).saturating_sub(next.len() + 1));
        let rows = self.note_rows(&state, width);
        self.scroll.fit(rows.len(), usize::from(body.height), 0);
        painting::rows(frame.buffer_mut(), body, &rows, self.scroll, &self.palette);
        let (_, foot) = split_top(foot, 1);
        painting::rows(frame.buffer_mut(), foot, &next, Scroll::default(), &self.palette);
    }

    fn note_rows(&mut self, state: &TalkState, width: usize) -> Vec<StyledLine> {
        let mut rows = Vec::new();
        for note in &state.notes {
            if !rows.is_empty() {
                rows.push(StyledLine::new());
            }
            rows.extend(prose_rows::rows(note, width, &mut self.highlighter));
        }
        if rows.is_empty() {
            rows.push(vec![(Role::Hint, "no notes for this slide".to_owned())]);
        }
        rows
    }

    fn draw_waiting(&self, frame: &mut Frame, area: Rect) {
        let text = "Waiting for a presentation. 'pprepl present FILE' starts one in another terminal.";
        let rows = flow(&vec![(Role::Hint, text.to_owned())], usize::from(area.width).max(4), &StyledLine::new());
        let (_, area) = split_top(area, usize::from(area.height / 3));
        painting::rows(frame.buffer_mut(), area, &rows, Scroll::default(), &self.palette);
    }

    fn status_text(&self) -> (Role, String) {
        let Some(state) = &self.state else { return (Role::Hint, "q: quit".to_owned()) };
        if !self.is_running {
            return (Role::Warning, "the presentation has ended; waiting".to_owned());
        }
        let TalkState { slide, slides, revealed, parts, name, .. } = state;
        let others = match self.running {
            0 | 1 => String::new(),
            running => format!("  ({running} run: name a file)"),
        };
        (Role::Hint, format!("slide {slide} of {slides}, part {revealed} of {parts}  {name}{others}"))
    }
}

/// Returns the row of the next slide.
fn next_rows(state: &TalkState, width: usize) -> Vec<StyledLine> {
    let first = vec![(Role::Label, "Next: ".to_owned())];
    let text = match state.next.as_deref() {
        None => "the end",
        Some("") => "a slide without a heading",
        Some(title) => title,
    };
    flow(&vec![(Role::Plain, visible(text).into_owned())], width, &first)
}

impl Screenful for Follower {
    fn draw(&mut self, frame: &mut Frame) -> Option<SetCursorStyle> {
        let screen = frame.area();
        frame.buffer_mut().set_style(screen, self.palette.style(Role::Screen));
        let areas = Areas::new(screen);
        self.draw_notes(frame, areas.content);
        let (role, left) = self.status_text();
        let timer = self.state.as_ref().filter(|_| self.is_running);
        let timer = timer.map(|state| timer_text(broadcast::elapsed(state), state.minutes));
        let (timer_role, timer) = timer.unwrap_or_default();
        painting::status(frame.buffer_mut(), areas.status, &self.palette, (role, &left), (timer_role, &timer));
        None
    }

    fn terminal(&mut self, event: Event) {
        if let Event::Key(key) = event
            && key.kind != KeyEventKind::Release
        {
            self.key(Key::of(&key));
        }
    }

    fn listen(&mut self) {}

    fn tick(&mut self, now: Instant) -> bool {
        if now < self.due {
            return false;
        }
        self.due = now + INTERVAL;
        let seconds = self.state.as_ref().map_or(0, |state| broadcast::elapsed(state).as_secs());
        let has_second = std::mem::replace(&mut self.seconds, seconds) != seconds;
        self.read() || has_second && self.is_running
    }

    fn wait(&self) -> Duration {
        self.due.saturating_duration_since(Instant::now())
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    fn should_quit(&self) -> bool {
        self.should_quit
    }
}
