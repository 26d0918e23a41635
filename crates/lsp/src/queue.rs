//! The queue of work between the thread that reads messages and the one that answers. Reading continues while an answer
//! is computed, so that a cancellation takes effect at once; a change of a document ends a check in the background.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use lsp_server::{Notification, Request, RequestId};

use super::indexing::Indexed;

/// A piece of work.
pub enum Task {
    Request(Request),
    Notification(Notification),
    /// The index of the directory with this number is complete.
    Indexed(usize, Box<Indexed>),
}

/// The next thing to do.
pub enum Next {
    Task(Task),
    /// A request that was canceled while it waited.
    Canceled(RequestId),
    /// Nothing waits: work in the background may be done.
    Idle,
    End,
}

/// The tasks that wait, and the running one.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Task>,
    canceled: HashSet<RequestId>,
    running: Option<Running>,
    is_closed: bool,
}

struct Running {
    /// The request that is answered; `None` for work in the background.
    id: Option<RequestId>,
    stop: Arc<AtomicBool>,
    is_stopped: bool,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a piece of work. It ends work in the background.
    pub fn push(&self, task: Task) {
        let mut state = self.state();
        state.waiting.push_back(task);
        if let Some(running) = state.running.as_mut().filter(|running| running.id.is_none()) {
            running.stop();
        }
        self.changed.notify_all();
    }

    /// Cancels a request that waits or runs.
    pub fn cancel(&self, id: RequestId) {
        let mut state = self.state();
        if let Some(running) = state.running.as_mut().filter(|running| running.id.as_ref() == Some(&id)) {
            running.stop();
        } else if state.waiting.iter().any(|task| matches!(task, Task::Request(request) if request.id == id)) {
            state.canceled.insert(id);
        }
    }

    /// Ends the work after the tasks that wait.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Returns the next task. Without one it waits, unless there is work for the background.
    pub fn next(&self, has_background: bool) -> Next {
        let mut state = self.state();
        loop {
            if let Some(task) = state.waiting.pop_front() {
                return match &task {
                    Task::Request(request) if state.canceled.remove(&request.id) => Next::Canceled(request.id.clone()),
                    _ => Next::Task(task),
                };
            }
            if state.is_closed {
                return Next::End;
            }
            if has_background {
                return Next::Idle;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Begins work that `stop` ends: of a request, or in the background.
    pub fn begin(&self, id: Option<RequestId>, stop: Arc<AtomicBool>) {
        let mut state = self.state();
        stop.store(false, Ordering::Relaxed);
        let mut running = Running { id, stop, is_stopped: false };
        if running.id.is_none() && !state.waiting.is_empty() {
            running.stop();
        }
        state.running = Some(running);
    }

    /// Ends the work. Returns whether it was stopped.
    pub fn end(&self) -> bool {
        let Some(running) = self.state().running.take() else { return false };
        running.stop.store(false, Ordering::Relaxed);
        running.is_stopped
    }
}

impl Running {
    fn stop(&mut self) {
        self.is_stopped = true;
        self.stop.store(true, Ordering::Relaxed);
    }
}
