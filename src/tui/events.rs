//! What happens to the notebook, in one stream: keys, signals, the evaluator's events. A thread reads the terminal, so
//! that nothing has to be asked in turns; it rests while another program has the terminal.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

use super::burst::joined;
use super::signal;

/// What happens.
#[derive(Debug)]
pub enum AppEvent {
    /// The terminal: a key, the mouse, a paste, another size.
    Terminal(Event),
    /// The evaluator has something to tell.
    Worker,
    /// The process is asked to end, by this signal.
    Ended(i32),
    /// What runs is to stop.
    Interrupted,
    /// The process continues after it was stopped.
    Resumed,
    /// The terminal is gone.
    Lost,
}

#[derive(Default)]
struct PauseGate {
    /// Returns whether it is to rest, and does it.
    state: Mutex<(bool, bool)>,
    changed: Condvar,
}

/// The stream of events.
pub struct EventReader {
    sender: Sender<AppEvent>,
    receiver: Receiver<AppEvent>,
    rest: Arc<PauseGate>,
    /// Returns whether a word is from the evaluator on its way already.
    told: Arc<AtomicBool>,
}

impl EventReader {
    /// Begins to read the terminal.
    ///
    /// Fails where no thread can be had or a signal cannot be watched.
    pub fn start() -> io::Result<EventReader> {
        let (sender, receiver) = channel();
        let rest = Arc::new(PauseGate::default());
        let (to_terminal, resting) = (sender.clone(), rest.clone());
        thread::Builder::new().name("terminal".to_owned()).spawn(move || read(&to_terminal, &resting))?;
        signal::watch(sender.clone())?;
        Ok(EventReader { sender, receiver, rest, told: Arc::new(AtomicBool::new(false)) })
    }

    /// What the evaluator calls when it has something to tell.
    pub fn waker(&self) -> impl Fn() + Send + Sync + Clone + 'static {
        let (sender, told) = (self.sender.clone(), self.told.clone());
        move || {
            if !told.swap(true, Ordering::AcqRel) {
                let _ = sender.send(AppEvent::Worker);
            }
        }
    }

    /// Waits for the next event.
    pub fn next(&self) -> AppEvent {
        self.acknowledge(self.receiver.recv().unwrap_or(AppEvent::Lost))
    }

    /// The next event, when there is one within this time.
    pub fn next_inside(&self, time: Duration) -> Option<AppEvent> {
        self.receiver.recv_timeout(time).ok().map(|happening| self.acknowledge(happening))
    }

    fn acknowledge(&self, happening: AppEvent) -> AppEvent {
        if matches!(happening, AppEvent::Worker) {
            self.told.store(false, Ordering::Release);
        }
        happening
    }

    /// Lets `other` have the terminal.
    pub fn rest_while<T>(&self, other: impl FnOnce() -> T) -> T {
        self.rest.set(true);
        signal::wake_reader();
        self.rest.wait_for_rest();
        let result = other();
        self.rest.set(false);
        result
    }
}

impl PauseGate {
    fn set(&self, rest: bool) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).0 = rest;
        self.changed.notify_all();
    }

    fn wait_for_rest(&self) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = self.changed.wait_timeout_while(state, Duration::from_millis(500), |state| !state.1);
    }

    /// Rests as long as it is requested.
    fn acknowledge(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.0 {
            state.1 = true;
            self.changed.notify_all();
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.1 = false;
    }
}

fn read(sender: &Sender<AppEvent>, rest: &PauseGate) {
    loop {
        rest.acknowledge();
        let events = match next_event() {
            Ok(None) => continue,
            Ok(Some(event)) => joined(with_more(event)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => {
                let _ = sender.send(AppEvent::Lost);
                return;
            }
        };
        for event in events {
            if sender.send(AppEvent::Terminal(event)).is_err() {
                return;
            }
        }
    }
}

/// The next event; `None` where it is time to look whether to rest.
#[cfg(unix)]
fn next_event() -> io::Result<Option<Event>> {
    event::read().map(Some)
}

/// The next event; `None` where it is time to look whether to rest: no signal wakes the reading thread.
#[cfg(not(unix))]
fn next_event() -> io::Result<Option<Event>> {
    if event::poll(Duration::from_millis(100))? { event::read().map(Some) } else { Ok(None) }
}

/// An event, and those that have come with it.
fn with_more(first: Event) -> Vec<Event> {
    let mut events = vec![first];
    while events.len() < MAX && event::poll(AT_ONCE).unwrap_or(false) {
        // What cannot be read now is told when it is asked for next.
        match event::read() {
            Ok(event) => events.push(event),
            Err(_) => break,
        }
    }
    events
}

/// What has come already is told within this time. (With none at all the library does not look.)
const AT_ONCE: Duration = Duration::from_micros(50);

/// So many events are taken at once.
const MAX: usize = 4096;
