//! A limit on events over time: a bucket of tokens that refills.

/// A bucket: each event takes a token.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The maximum number of tokens.
    burst: u64,
    /// Tokens a second.
    each_second: u64,
    /// Thousandths of tokens that are left.
    left: u64,
    /// The time of the last event in milliseconds.
    last: u64,
}

impl Rate {
    /// Creates a full bucket.
    pub const fn new(burst: u64, each_second: u64) -> Rate {
        Rate { burst, each_second, left: burst * 1_000, last: 0 }
    }

    /// Takes `count` tokens at a time in milliseconds. Returns whether there were enough; otherwise none is used.
    pub fn take(&mut self, count: u64, now: u64) -> bool {
        let passed = now.saturating_sub(self.last);
        self.last = now.max(self.last);
        self.left = self.left.saturating_add(passed.saturating_mul(self.each_second)).min(self.burst * 1_000);
        let Some(left) = self.left.checked_sub(count.saturating_mul(1_000)) else { return false };
        self.left = left;
        true
    }
}
