//! When to check cells before they run, and the rules of the checker.

use std::time::{Duration, Instant};

use pprepl_session::{RULES, RuleSet};

/// The pause in typing before a check.
const PAUSE: Duration = Duration::from_millis(200);

/// The checker's rules and the state of the checks before runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checks {
    /// The enabled rules of the checker.
    pub rules: RuleSet,
    /// The time of the next check.
    due: Option<Instant>,
    /// Whether a check is pending.
    asked: bool,
    /// Number of changes that diagnostics depend on.
    age: u64,
    /// This number at the last request.
    asked_at: u64,
}

impl Checks {
    pub fn new(rules: RuleSet) -> Checks {
        Checks { rules, ..Checks::default() }
    }

    /// Postpones checks after typing, until the keys rest.
    pub fn put_off(&mut self) {
        self.due = Some(Instant::now() + PAUSE);
    }

    /// Returns whether no check is scheduled or pending.
    pub fn is_unscheduled(&self) -> bool {
        self.due.is_none() && !self.asked
    }

    /// Returns the number of changes that diagnostics depend on.
    pub fn age(&self) -> u64 {
        self.age
    }

    /// Records the answer to the last request. Returns the age at that request.
    pub fn answered(&mut self) -> u64 {
        self.asked = false;
        self.asked_at
    }

    /// Invalidates the checks after a run.
    pub fn invalidate(&mut self) {
        self.age += 1;
    }

    /// Returns the time of the next check.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Forgets the pending check, which will have no answer.
    pub fn forget(&mut self) {
        self.asked = false;
    }

    /// Returns whether a check is due, or at once if `now`. A check is postponed while cells run.
    pub fn take_due(&mut self, now: bool, is_busy: bool) -> bool {
        let Some(due) = self.due.filter(|due| now || *due <= Instant::now()) else { return false };
        // A running cell changes the diagnostics.
        let waits = is_busy && !now;
        self.due = waits.then(|| due + PAUSE);
        !waits
    }

    /// Records a request.
    pub fn ask(&mut self) {
        self.asked = true;
        self.asked_at = self.age;
    }

    /// Toggles a rule, given by index.
    pub fn toggle(&mut self, at: usize) {
        if let Some(rule) = RULES.get(at) {
            self.rules = self.rules.with(rule.code, !self.rules.has(rule.code));
        }
    }
}
