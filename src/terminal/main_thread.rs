//! The process's first thread, which has nothing to do while another one works: it takes tasks, so that a short run starts
//! no thread for them.

use std::sync::mpsc::{Receiver, Sender, channel};

type Task = Box<dyn FnOnce() + Send>;

/// Sends tasks to the idle thread.
#[derive(Clone)]
pub struct MainThread(Sender<Task>);

/// Where the idle thread waits for tasks.
pub struct Tasks(Receiver<Task>);

/// Both ends.
pub fn main_thread() -> (MainThread, Tasks) {
    let (sender, receiver) = channel();
    (MainThread(sender), Tasks(receiver))
}

impl MainThread {
    /// Runs a task on the idle thread; nothing where that thread has ended.
    pub fn run(&self, task: impl FnOnce() + Send + 'static) {
        let _ = self.0.send(Box::new(task));
    }
}

impl Tasks {
    /// Runs tasks until every [`Idle`] is dropped.
    pub fn run_all(&self) {
        for task in &self.0 {
            task();
        }
    }
}
