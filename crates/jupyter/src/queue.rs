//! The queue of requests for the session, and the running request. Another thread receives them, so that an interrupt
//! arrives while code runs.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;

use super::message::Request;

/// The requests between the two threads.
#[derive(Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    running: Option<Running>,
    /// The number of requests that have started.
    started: u64,
    /// Whether the running request asks the user for a line.
    is_asking: bool,
    /// The line that the user entered for it.
    input: Option<String>,
    is_closed: bool,
}

/// A request in the queue.
pub(crate) struct Job {
    pub request: Request,
    /// Whether an earlier cell failed, so that this one does not run.
    pub is_aborted: bool,
}

/// The request that the session answers now.
#[derive(Clone)]
pub(crate) struct Running {
    /// The position among all requests, from 1.
    pub number: u64,
    pub header: Value,
    /// Stops the evaluation.
    stop: Arc<AtomicBool>,
}

/// The time between two looks at the flag that stops the evaluation, while it waits for input.
const PAUSE: Duration = Duration::from_millis(50);

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn push(&self, request: Request) {
        self.state().waiting.push_back(Job { request, is_aborted: false });
        self.changed.notify_all();
    }

    /// Ends [`Queue::next`].
    pub(crate) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Waits for the next request and marks it as running; `None` after the end. Setting `stop` stops it.
    pub(crate) fn next(&self, stop: Arc<AtomicBool>) -> Option<Job> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(job) = state.waiting.pop_front() {
                stop.store(false, Ordering::Relaxed);
                state.started += 1;
                state.running = Some(Running { number: state.started, header: job.request.header.clone(), stop });
                return Some(job);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Marks the running request as answered.
    pub(crate) fn finish(&self) {
        if let Some(running) = self.state().running.take() {
            running.stop.store(false, Ordering::Relaxed);
        }
    }

    /// Returns the running request.
    pub(crate) fn running(&self) -> Option<Running> {
        self.state().running.clone()
    }

    /// Stops the running request, if any.
    pub(crate) fn interrupt(&self) {
        if let Some(running) = &self.state().running {
            running.stop.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }

    /// Marks the queued executions: they do not run.
    pub(crate) fn abort_executions(&self) {
        let mut state = self.state();
        let executions = state.waiting.iter_mut().filter(|job| job.request.kind() == "execute_request");
        executions.for_each(|job| job.is_aborted = true);
    }

    /// Takes a line that the user entered, if the running request asks for one.
    pub(crate) fn enter(&self, line: String) {
        let mut state = self.state();
        if state.is_asking {
            state.input = Some(line);
            self.changed.notify_all();
        }
    }

    /// Asks the user with `ask`, and waits for the line; `None` when the request is interrupted or the kernel ends.
    pub(crate) fn entered(&self, ask: impl FnOnce()) -> Option<String> {
        self.state().is_asking = true;
        ask();
        let mut state = self.state();
        let line = loop {
            if let Some(line) = state.input.take() {
                break Some(line);
            }
            let is_stopped = state.running.as_ref().is_none_or(|running| running.stop.load(Ordering::Relaxed));
            if is_stopped || state.is_closed {
                break None;
            }
            state = self.changed.wait_timeout(state, PAUSE).unwrap_or_else(PoisonError::into_inner).0;
        };
        state.is_asking = false;
        line
    }
}

/// Interrupts the running cell, as a signal does.
#[derive(Clone)]
pub struct Interrupter {
    queue: Arc<Queue>,
}

impl Interrupter {
    pub(crate) fn new(queue: Arc<Queue>) -> Interrupter {
        Interrupter { queue }
    }

    /// Stops the running cell; without one it has no effect.
    pub fn interrupt(&self) {
        self.queue.interrupt();
    }
}
