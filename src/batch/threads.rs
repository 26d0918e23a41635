//! Threads for many items of work. A session belongs to one thread, so each thread has its own.

use std::num::NonZeroU8;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::{Builder, Scope};

use super::interrupt;

/// Stack sizes of a thread, in bytes, as the working thread of the process has them. The second is for a system that
/// rejects the first.
const STACKS: [usize; 2] = [1 << 30, 96 << 20];

/// The indexes of the items, each for one thread.
#[derive(Default)]
pub(super) struct Queue {
    next: AtomicUsize,
    count: usize,
}

impl Queue {
    pub(super) fn new(count: usize) -> Queue {
        Queue { next: AtomicUsize::new(0), count }
    }

    /// Returns the next item; `None` at the end, and after Ctrl-C.
    pub(super) fn take(&self) -> Option<usize> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        (next < self.count && !interrupt::happened()).then_some(next)
    }
}

/// Returns the number of threads: the value of `--jobs`, or a thread for each core.
pub(super) fn count(jobs: Option<NonZeroU8>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    jobs.map_or_else(cores, |jobs| usize::from(jobs.get()))
}

/// Starts a thread with a large stack. Returns whether the system allows it.
pub(super) fn start<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    work: impl FnOnce() + Send + Clone + 'scope,
) -> bool {
    STACKS.into_iter().any(|bytes| Builder::new().stack_size(bytes).spawn_scoped(scope, work.clone()).is_ok())
}

/// Works on all items, each thread with a worker of its own. `done` gets each result in the calling thread, in the
/// order in which they are ready.
pub(super) fn each<R: Send, W: FnMut(usize) -> R>(
    count: usize,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    mut done: impl FnMut(usize, R),
) {
    let queue = Queue::new(count);
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        let (queue, worker) = (&queue, &worker);
        let work = || {
            let sender = sender.clone();
            move || {
                let mut work = worker();
                while let Some(index) = queue.take() {
                    let _ = sender.send((index, work(index)));
                }
            }
        };
        let started = (1..threads.min(count)).filter(|_| start(scope, work())).count();
        if started == 0 || !start(scope, work()) {
            // This thread has a large stack as well.
            let mut work = worker();
            while let Some(index) = queue.take() {
                done(index, work(index));
            }
        }
        drop(sender);
        receiver.into_iter().for_each(|(index, result)| done(index, result));
    });
}
