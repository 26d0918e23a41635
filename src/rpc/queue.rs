//! Requests that wait for the session, and the one that it answers. They are read on a thread of their own, so that a
//! `cancel` arrives while an evaluation runs.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::protocol::Request;

/// How many bytes of requests may wait; then nothing is read until some are answered.
const MAX_WAITING: usize = 64 << 20;

/// The requests between the reading thread and the session's.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    /// The bytes of what waits.
    bytes: usize,
    running: Option<Running>,
    /// Returns whether the last was request read.
    is_closed: bool,
}

/// A line of the input.
pub(super) struct Job {
    /// What it says.
    pub(super) request: Request,
    /// Returns whether it was canceled while it waited.
    pub(super) is_canceled: bool,
    bytes: usize,
}

struct Running {
    id: Option<Value>,
    /// Stops the session's evaluation.
    stop: Arc<AtomicBool>,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request of that many bytes; waits while too many wait already.
    pub(super) fn push(&self, request: Request, bytes: usize) {
        let mut state = self.state();
        while state.bytes > MAX_WAITING {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.bytes += bytes;
        state.waiting.push_back(Job { request, is_canceled: false, bytes });
        self.changed.notify_all();
    }

    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Waits for the next request, which runs from now on; `None` after the last one. `stop` stops it.
    pub(super) fn next(&self, stop: Arc<AtomicBool>) -> Option<Job> {
        let mut state = self.state();
        loop {
            if let Some(job) = state.waiting.pop_front() {
                state.bytes -= job.bytes;
                stop.store(false, Ordering::Relaxed);
                state.running = Some(Running { id: job.request.id().cloned(), stop });
                self.changed.notify_all();
                return Some(job);
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The request that ran is answered: what stops it comes too late from now on.
    pub(super) fn finish(&self) {
        if let Some(running) = self.state().running.take() {
            running.stop.store(false, Ordering::Relaxed);
        }
    }

    /// Stops what runs, if anything does.
    pub(super) fn interrupt(&self) {
        if let Some(running) = &self.state().running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Cancels the request with this id; false when it is answered already, or was never asked.
    pub(super) fn cancel(&self, id: &Value) -> bool {
        let mut state = self.state();
        if let Some(running) = state.running.as_ref().filter(|running| running.id.as_ref() == Some(id)) {
            running.stop.store(true, Ordering::Relaxed);
            return true;
        }
        let job = state.waiting.iter_mut().find(|job| !job.is_canceled && job.request.id() == Some(id));
        job.map(|job| job.is_canceled = true).is_some()
    }
}
