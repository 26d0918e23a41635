//! The time that a check may take: someone may be waiting for the next key. When it is up, or the budget around the check
//! is exhausted, nothing more is found and whatever is left is `Any`.

use std::time::Instant;

use pprepl_budget as budget;

/// Expressions between two looks at the time.
const BETWEEN: u32 = 128;

/// When to stop, and whether that time has come.
#[derive(Debug, Default)]
pub(super) struct Deadline {
    until: Option<Instant>,
    count: u32,
    late: bool,
}

impl Deadline {
    pub(super) fn new(until: Option<Instant>) -> Deadline {
        Deadline { until, count: 0, late: false }
    }

    /// One more expression is read: is it too late for that?
    pub(super) fn tick(&mut self) -> bool {
        if self.late {
            return true;
        }
        self.count += 1;
        self.late = budget::is_exhausted()
            || (self.count.is_multiple_of(BETWEEN) && self.until.is_some_and(|until| Instant::now() >= until));
        self.late
    }

    pub(super) fn is_expired(&self) -> bool {
        self.late
    }
}
