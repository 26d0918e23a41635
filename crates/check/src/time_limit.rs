//! The deadline of a check: someone may be waiting for the next key. When it expires, or when the enclosing
//! budget is exhausted, the checker reports nothing more, and all remaining types are `Any`.

use pprepl_budget as budget;

/// The number of expressions between two reads of the clock.
const BETWEEN: u32 = 128;

/// The deadline, and whether it has expired.
#[derive(Debug, Default)]
pub(super) struct TimeLimit {
    until: Option<budget::Deadline>,
    count: u32,
    late: bool,
}

impl TimeLimit {
    pub(super) fn new(until: Option<budget::Deadline>) -> TimeLimit {
        TimeLimit { until, count: 0, late: false }
    }

    /// Counts an expression; returns whether the deadline has expired.
    pub(super) fn tick(&mut self) -> bool {
        if self.late {
            return true;
        }
        self.count += 1;
        self.late = budget::is_exhausted()
            || (self.count.is_multiple_of(BETWEEN) && self.until.is_some_and(|until| until.is_over()));
        self.late
    }

    pub(super) fn is_expired(&self) -> bool {
        self.late
    }
}
