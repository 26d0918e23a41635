//! The first thread of the process, which is idle while another one works. It runs tasks, so that a short run starts no
//! extra thread.

use std::sync::mpsc::{Receiver, Sender, channel};

type Task = Box<dyn FnOnce() + Send>;

/// Sender of tasks to the idle thread.
#[derive(Clone)]
pub struct MainThread(Sender<Task>);

/// Receiver of the tasks, on the idle thread.
pub struct Tasks(Receiver<Task>);

/// Returns both ends of the channel.
pub fn main_thread() -> (MainThread, Tasks) {
    let (sender, receiver) = channel();
    (MainThread(sender), Tasks(receiver))
}

impl MainThread {
    /// Runs a task on the idle thread. Does nothing if that thread has ended.
    pub fn run(&self, task: impl FnOnce() + Send + 'static) {
        let _ = self.0.send(Box::new(task));
    }
}

impl Tasks {
    /// Runs tasks until every [`MainThread`] is dropped.
    pub fn run_all(&self) {
        for task in &self.0 {
            task();
        }
    }
}
