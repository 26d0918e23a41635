//! The time that a check may take: someone may be waiting for the next key. When it is up, nothing more is found and
//! whatever is left is `Any`.

use std::time::Instant;

/// Expressions between two looks at the time.
const BETWEEN: u32 = 128;

/// When to stop, and whether that time has come.
#[derive(Debug, Default)]
pub(super) struct Clock {
    until: Option<Instant>,
    count: u32,
    late: bool,
}

impl Clock {
    pub(super) fn new(until: Option<Instant>) -> Clock {
        Clock { until, count: 0, late: false }
    }

    /// One more expression is read: is it too late for that?
    pub(super) fn tick(&mut self) -> bool {
        let Some(until) = self.until.filter(|_| !self.late) else { return self.late };
        self.count += 1;
        self.late = self.count.is_multiple_of(BETWEEN) && Instant::now() >= until;
        self.late
    }

    pub(super) fn is_late(&self) -> bool {
        self.late
    }
}
