//! The state of a presentation, and the way through its slides.

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event, KeyEventKind};

use pprepl_lessons::{Deck, PartContent, Slide, SlidePosition, SlideTask};
use pprepl_notebook::kernel::Event as KernelEvent;
use pprepl_text::theme::Role;
use pprepl_widgets::key::Key;
use pprepl_widgets::paint::Palette;
use puppet_tree::Highlighter;

use super::broadcast::{Broadcast, BroadcastError, TalkState};
use super::consent::Consent;
use super::engine::{Answer, Engine, EngineSetup, Waker};
use super::help_table::HelpTable;
use super::mode::Mode;
use super::results::Results;
use super::scratch::Scratch;
use super::screenful::Effect;
use super::scroll::Scroll;
use super::start::Start;
use super::talk::Talk;
use super::talk_time::TalkTime;
use super::typing::Typing;

/// The message while a cell is stopped.
pub(super) const STOPPING: &str = "stopping …";

/// A presentation on the screen: a key becomes an action, and an action changes this state.
pub struct Presenter {
    pub(super) talk: Talk,
    pub(super) position: SlidePosition,
    pub(super) mode: Mode,
    pub(super) scroll: Scroll,
    /// The code that is typed now.
    pub(super) typing: Option<Typing>,
    pub(super) help: HelpTable,
    pub(super) results: Results,
    pub(super) consent: Consent,
    pub(super) engine: Option<Engine>,
    pub(super) engine_setup: EngineSetup,
    pub(super) scratch: Scratch,
    pub(super) palette: Palette,
    pub(super) highlighter: Highlighter,
    /// A message in the status line, up to the next key.
    pub(super) message: Option<(Role, String)>,
    pub(super) time: TalkTime,
    /// The typing speed in keys per second.
    pub(super) speed: u32,
    broadcast: Option<Broadcast>,
    pub(super) effects: Vec<Effect>,
    pub(super) should_quit: bool,
}

impl Presenter {
    /// Opens a presentation at its first slide. `waker` is called after each event of the evaluator.
    pub fn new(talk: Talk, start: &Start, palette: Palette, waker: Waker) -> Presenter {
        let mut settings = start.settings.clone();
        let configured = talk.configure(&mut settings);
        let folder = talk.files_folder();
        let reach = (settings.execution.files, talk.folder());
        let engine_setup = EngineSetup {
            settings,
            environment: folder.clone().or_else(|| start.environment.clone()),
            stack: start.stack,
            lesson: talk.lesson.clone(),
            folder,
            code: talk.deck.code(),
            reach,
            waker,
        };
        let mut app = Presenter {
            position: talk.deck.beginning(0),
            mode: Mode::Slides,
            scroll: Scroll::default(),
            typing: None,
            help: HelpTable::default(),
            results: Results::default(),
            consent: Consent::new(&talk, start.trust.clone(), start.safe),
            engine: None,
            engine_setup,
            scratch: Scratch::default(),
            palette,
            highlighter: Highlighter::new(),
            message: None,
            time: TalkTime::start(start.minutes),
            speed: start.speed,
            broadcast: None,
            effects: Vec::new(),
            should_quit: false,
            talk,
        };
        let finding = app.talk.finding().or_else(|| configured.err().map(|error| error.to_string()));
        app.message = finding.map(|text| (Role::Warning, text));
        app.open_broadcast(start);
        app.go(app.position);
        app.publish();
        app
    }

    /// Opens the state file for a second terminal.
    fn open_broadcast(&mut self, start: &Start) {
        let Some(folder) = &start.state_folder else { return };
        match Broadcast::open(folder, &self.talk.key()) {
            Ok(broadcast) => self.broadcast = Some(broadcast),
            Err(BroadcastError::Taken) => {
                self.warn("another presentation of this file runs; '--follow' shows its notes".to_owned());
            }
            Err(BroadcastError::Io(error)) => {
                self.warn(format!("no notes for '--follow': {}", pprepl_files::reason(&error)));
            }
        }
    }

    pub(super) fn warn(&mut self, text: String) {
        self.message = Some((Role::Warning, text));
    }

    pub(super) fn note(&mut self, text: &str) {
        self.message = Some((Role::Hint, text.to_owned()));
    }

    // Events

    /// Handles a terminal event.
    pub fn terminal(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(Key::of(&key)),
            Event::Paste(text) if matches!(self.mode, Mode::Scratch) => self.scratch.editor.paste(&text),
            _ => {}
        }
        self.publish();
    }

    /// Returns the time when the talk started, which its clock counts from.
    pub fn started(&self) -> Instant {
        self.time.started
    }

    /// Advances the clock and the typing. Returns whether the screen changes.
    pub fn tick(&mut self, now: Instant) -> bool {
        let before = self.time.elapsed().as_secs();
        self.time.now = now;
        let has_typed = self.typing.as_mut().is_some_and(|typing| typing.tick(now));
        if self.typing.as_ref().is_some_and(Typing::is_done) {
            self.end_typing();
        }
        self.publish();
        has_typed || self.time.elapsed().as_secs() != before
    }

    /// Returns the time until [`Presenter::tick`] has work.
    pub fn wait(&self) -> Duration {
        let key = self.typing.as_ref().and_then(|typing| typing.wait(Instant::now()));
        key.map_or(self.time.next_second(), |key| key.min(self.time.next_second()))
    }

    /// Handles the events of the evaluator.
    pub fn listen(&mut self) {
        while let Some(event) = self.engine.as_ref().and_then(Engine::event) {
            self.kernel(event);
        }
    }

    /// Waits until the evaluator has nothing left to do. Returns `false` if the time is over.
    pub fn settle(&mut self, time: Duration) -> bool {
        let end = Instant::now() + time;
        self.listen();
        while self.engine.as_ref().is_some_and(Engine::is_busy) {
            let event = self.engine.as_ref().and_then(|engine| engine.event_inside(Duration::from_millis(20)));
            if let Some(event) = event {
                self.kernel(event);
            }
            if Instant::now() > end {
                return false;
            }
        }
        self.listen();
        true
    }

    fn kernel(&mut self, event: KernelEvent<Answer>) {
        match event {
            KernelEvent::Finished { cell, report } => {
                self.results.add_report(cell, *report);
                self.scroll.reveal();
            }
            KernelEvent::Answer(_, Answer::Quiz(cell, verdict)) => {
                self.results.add_verdict(cell, *verdict);
                self.scroll.reveal();
            }
            KernelEvent::Answer(_, Answer::Scratch(report)) => {
                (self.scratch.report, self.scratch.is_running) = (Some(*report), false);
            }
            KernelEvent::Answer(_, Answer::Canceled) => {}
            KernelEvent::Broken(message) => self.warn(format!("internal error: {message}")),
            KernelEvent::Idle => self.end_requests(),
            KernelEvent::Began { .. } | KernelEvent::Log { .. } => {}
            KernelEvent::Stale(_)
            | KernelEvent::Held(_)
            | KernelEvent::Findings(_)
            | KernelEvent::Facts(_)
            | KernelEvent::Scopes(_) => {}
        }
    }

    /// Forgets what has no answer: a canceled run, or one that a newer request replaced.
    fn end_requests(&mut self) {
        if self.engine.as_ref().is_some_and(|engine| !engine.is_busy()) {
            self.results.forget_requests();
            if self.message.as_ref().is_some_and(|(_, text)| text == STOPPING) {
                self.note("stopped");
            }
            self.scratch.is_running = false;
        }
    }

    // Slides

    /// Returns the current slide.
    pub(super) fn slide(&self) -> Option<&Slide> {
        self.talk.deck.slide(self.position)
    }

    /// Returns the position in the deck.
    pub fn position(&self) -> SlidePosition {
        self.position
    }

    /// Returns the slides.
    pub fn deck(&self) -> &Deck {
        &self.talk.deck
    }

    /// Returns whether the user quits.
    pub fn is_over(&self) -> bool {
        self.should_quit
    }

    /// Returns the exercise on the screen.
    pub(super) fn task(&self) -> Option<&SlideTask> {
        self.slide()?.task(self.position.revealed)
    }

    /// Goes to a position, and runs what it shows.
    pub(super) fn go(&mut self, position: SlidePosition) {
        self.position = position;
        self.typing = None;
        self.mode = Mode::Slides;
        self.scroll = Scroll::default();
        self.scroll.reveal();
        self.request_runs();
    }

    /// Goes to the beginning of a slide.
    pub(super) fn go_to(&mut self, slide: usize) {
        self.go(self.talk.deck.beginning(slide));
    }

    /// Reveals the next part, after the rest of the rows on the screen.
    pub(super) fn next(&mut self) {
        if self.scroll.page_down() {
            return;
        }
        let Some(next) = self.talk.deck.next(self.position) else { return self.note("the end") };
        let is_same_slide = next.slide == self.position.slide;
        self.go(next);
        if is_same_slide {
            self.type_last();
        }
    }

    /// Goes back by one part.
    pub(super) fn back(&mut self) {
        match self.talk.deck.previous(self.position) {
            Some(previous) => self.go(previous),
            None => self.note("the beginning"),
        }
    }

    /// Starts to type the last revealed part, if it is typed.
    fn type_last(&mut self) {
        let last = self.slide().and_then(|slide| slide.visible(self.position.revealed).last());
        let Some(PartContent::Code(code)) = last.map(|part| &part.content) else { return };
        if code.is_typed {
            self.typing = Some(Typing::new(code.cell, code.text.clone(), self.speed, self.time.now));
        }
    }

    /// Ends the typing with the whole code.
    pub(super) fn end_typing(&mut self) {
        self.typing = None;
        self.scroll.reveal();
        self.request_runs();
    }

    /// Shows the slide as at its beginning. Its cells run again.
    pub(super) fn reset(&mut self) {
        let Some(slide) = self.talk.deck.slide(self.position) else { return };
        for part in &slide.parts {
            let cell = match &part.content {
                PartContent::Prose(_) => continue,
                PartContent::Task(task) => task.cell,
                PartContent::Code(code) => code.cell,
                PartContent::Result(cell) | PartContent::Answer { cell, .. } => *cell,
            };
            self.results.forget(cell);
            self.help.forget(cell);
        }
        self.consent.ask_again();
        self.go_to(self.position.slide);
        self.note("the slide is reset");
    }

    // The second terminal

    /// Returns the state for the second terminal.
    fn state(&self) -> TalkState {
        let slide = self.slide();
        TalkState {
            name: self.talk.name.clone(),
            slide: self.position.slide + 1,
            slides: self.talk.deck.slides.len(),
            title: slide.map(|slide| slide.title.clone()).unwrap_or_default(),
            revealed: self.position.revealed,
            parts: slide.map_or(0, |slide| slide.parts.len()),
            notes: slide.map(|slide| slide.notes.clone()).unwrap_or_default(),
            next: self.talk.deck.slides.get(self.position.slide + 1).map(|slide| slide.title.clone()),
            started: self.time.started_unix,
            minutes: self.time.minutes,
        }
    }

    /// Writes the state for the second terminal.
    fn publish(&mut self) {
        let state = self.state();
        let Some(Err(error)) = self.broadcast.as_mut().map(|broadcast| broadcast.publish(state)) else { return };
        self.broadcast = None;
        self.warn(format!("no notes for '--follow': {}", pprepl_files::reason(&error)));
    }
}
