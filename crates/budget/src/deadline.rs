//! A deadline that a busy machine does not bring closer.

use std::time::{Duration, Instant};

/// How many times its time a deadline may take on the clock, on a machine that is busy.
const PATIENCE: u32 = 25;

/// A deadline in the time that this thread itself runs: time in which it waits for a processor does not count, up to 25
/// times as long on the clock. So what it allows does not depend on what else the machine does.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    /// The first time at which it may be over.
    earliest: Instant,
    /// The time at which it is over in any case.
    latest: Instant,
    /// The time that the thread has run by then; `None` where the system does not report it.
    run: Option<Duration>,
}

impl Deadline {
    /// Returns the deadline that is over when this thread has run for `within`.
    pub fn after(within: Duration) -> Deadline {
        let now = Instant::now();
        Deadline { earliest: now + within, latest: now + within * PATIENCE, run: thread_time().map(|run| run + within) }
    }

    /// Returns whether it is over, for the thread that made it.
    pub fn is_over(&self) -> bool {
        self.is_over_at(Instant::now())
    }

    /// Returns whether it is over now, which is `now` on the clock.
    pub(super) fn is_over_at(&self, now: Instant) -> bool {
        now >= self.earliest && (now >= self.latest || self.has_run())
    }

    /// Returns the time that remains on the clock if the thread does not have to wait.
    pub fn remaining(&self) -> Duration {
        self.earliest.saturating_duration_since(Instant::now())
    }

    /// Returns the deadline that is over first.
    pub(super) fn sooner(self, other: Deadline) -> Deadline {
        if self.earliest <= other.earliest { self } else { other }
    }

    fn has_run(&self) -> bool {
        self.run.zip(thread_time()).is_none_or(|(end, run)| run >= end)
    }
}

/// Returns the time that this thread has run.
#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    let run = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(run.tv_sec.try_into().ok()?, run.tv_nsec.try_into().ok()?))
}

/// Windows counts a thread's time in steps of 16 milliseconds, longer than most deadlines.
#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}
