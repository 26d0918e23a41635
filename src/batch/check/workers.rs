//! Threads for the check of many files. A session belongs to one thread, so each thread has its own.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope};

use super::findings::Findings;
use crate::batch::interrupt;

/// Stack sizes of a thread, in bytes, as the working thread of the process has them. The second is for a system that
/// rejects the first.
const STACKS: [usize; 2] = [1 << 30, 96 << 20];

/// The indexes of the files, each for one thread.
#[derive(Default)]
pub(super) struct Queue {
    next: AtomicUsize,
    count: usize,
}

impl Queue {
    pub(super) fn new(count: usize) -> Queue {
        Queue { next: AtomicUsize::new(0), count }
    }

    /// Returns the next file; `None` at the end, and after Ctrl-C.
    pub(super) fn take(&self) -> Option<usize> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        (next < self.count && !interrupt::happened()).then_some(next)
    }
}

/// Starts a thread with a large stack. Returns whether the system allows it.
pub(super) fn start<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    work: impl FnOnce() + Send + Clone + 'scope,
) -> bool {
    STACKS.into_iter().any(|bytes| Builder::new().stack_size(bytes).spawn_scoped(scope, work.clone()).is_ok())
}

/// The channel from the threads to the printer.
pub(super) fn results() -> (Sender<(usize, Findings)>, Receiver<(usize, Findings)>) {
    channel()
}

/// Prints the findings in the order of their files as soon as those before are there.
pub(super) fn print_in_order(results: Receiver<(usize, Findings)>, print: &mut dyn FnMut(Findings)) {
    let (mut waiting, mut next) = (BTreeMap::new(), 0);
    for (index, findings) in results {
        waiting.insert(index, findings);
        while let Some(findings) = waiting.remove(&next) {
            print(findings);
            next += 1;
        }
    }
    // A thread that ended early leaves gaps.
    waiting.into_values().for_each(print);
}
