//! The queue of requests for the session, and the running request. A separate thread reads requests, so that a `cancel`
//! arrives while an evaluation runs.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use crate::protocol::Request;

/// Maximum size of queued requests, in bytes. Above it, reading pauses until some are answered.
const MAX_WAITING: usize = 64 << 20;

/// The requests between the reading thread and the session's thread.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    /// The size of all queued requests, in bytes.
    bytes: usize,
    running: Option<Running>,
    /// Whether the last request was read.
    is_closed: bool,
}

/// A queued line of the input.
pub(super) struct Job {
    pub(super) request: Request,
    /// Whether it was canceled in the queue.
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

    /// Adds a request of this size in bytes. Blocks while the queue is full.
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

    /// Waits for the next request and marks it as running; returns `None` after the last one. Setting `stop` stops it.
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

    /// Marks the running request as answered. A later cancellation has no effect.
    pub(super) fn finish(&self) {
        if let Some(running) = self.state().running.take() {
            running.stop.store(false, Ordering::Relaxed);
        }
    }

    /// Stops the running request, if any.
    pub(super) fn interrupt(&self) {
        if let Some(running) = &self.state().running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Cancels the request with this id. Returns false if the id is unknown or already answered.
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
