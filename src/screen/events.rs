//! All events of a full screen in one channel: keys, signals, evaluator events. A thread reads the terminal, so that
//! nothing needs polling. It pauses while another program has the terminal.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

use super::burst::{Bursts, EventSource};
use super::event::AppEvent;
use super::signal;

#[derive(Default)]
struct PauseGate {
    /// Whether the reader should pause, and whether it has.
    state: Mutex<(bool, bool)>,
    changed: Condvar,
}

pub struct EventReader {
    sender: Sender<AppEvent>,
    receiver: Receiver<AppEvent>,
    rest: Arc<PauseGate>,
    /// Whether an evaluator notification is already in the channel.
    told: Arc<AtomicBool>,
}

impl EventReader {
    /// Starts reading the terminal.
    ///
    /// Fails if no thread can be started or a signal cannot be watched.
    pub fn start() -> io::Result<EventReader> {
        let (sender, receiver) = channel();
        let rest = Arc::new(PauseGate::default());
        let (to_terminal, resting) = (sender.clone(), rest.clone());
        thread::Builder::new().name("terminal".to_owned()).spawn(move || read(&to_terminal, &resting))?;
        signal::watch(sender.clone())?;
        Ok(EventReader { sender, receiver, rest, told: Arc::new(AtomicBool::new(false)) })
    }

    /// Returns the callback for the evaluator to announce events.
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

    /// Waits up to `time` for the next event.
    pub fn next_inside(&self, time: Duration) -> Option<AppEvent> {
        self.receiver.recv_timeout(time).ok().map(|happening| self.acknowledge(happening))
    }

    fn acknowledge(&self, happening: AppEvent) -> AppEvent {
        if matches!(happening, AppEvent::Worker) {
            self.told.store(false, Ordering::Release);
        }
        happening
    }

    /// Pauses reading while `other` uses the terminal.
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

    /// Waits while a pause is requested.
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
    let mut bursts = Bursts::default();
    loop {
        bursts.await_piece(&mut TerminalSource);
        rest.acknowledge();
        let events = match next_event() {
            Ok(None) => continue,
            Ok(Some(event)) => bursts.read(event, &mut TerminalSource),
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

/// Returns the next event; `None` when it is time to check for a pause.
#[cfg(unix)]
fn next_event() -> io::Result<Option<Event>> {
    event::read().map(Some)
}

/// Returns the next event; `None` when it is time to check for a pause. No signal wakes the reader thread here.
#[cfg(not(unix))]
fn next_event() -> io::Result<Option<Event>> {
    if event::poll(Duration::from_millis(100))? { event::read().map(Some) } else { Ok(None) }
}

/// The terminal of the process.
struct TerminalSource;

impl EventSource for TerminalSource {
    fn is_ready(&mut self, within: Duration) -> bool {
        event::poll(within).unwrap_or(false)
    }

    fn next(&mut self) -> Option<Event> {
        event::read().ok()
    }
}
