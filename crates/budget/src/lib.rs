//! The budget of one evaluation: a stop flag, a deadline, and limits of time, steps and memory.
//!
//! Whoever starts an evaluation enters a [`Scope`]; whatever may take long below it calls [`poll`] once for each element,
//! and [`charge`] before it allocates much. The budget belongs to the thread that evaluates and is found there, not
//! passed along: values are also walked by `Hash`, `Display`, comparison closures and iterators, whose signatures have no
//! room for it. Scopes nest; without a scope nothing is limited.
//!
//! Memory is what the process really uses ([`memory`]), looked at after every few megabytes that were charged and every few
//! milliseconds: so it counts what no evaluator could (caches, growth of a vector), at no cost for a short input.
//!
//! Once a budget is exhausted, every further `poll` in its scope fails at once, so that nested walks end quickly. A walk
//! that cannot fail (`PartialEq`, `Hash`) may then return anything: its caller polls before it uses the result.

mod memory;
mod scope;

use std::time::Duration;

pub use scope::{Limits, Scope};

/// Why an evaluation must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The stop flag was set (Ctrl-C, a `cancel` request), or the deadline of a preview passed.
    Canceled,
    /// The evaluation took longer than this.
    Time(Duration),
    /// The evaluation took more calls and loop rounds than this.
    Steps(u64),
    /// The evaluation used more bytes than this.
    Memory(u64),
    /// A text got longer than this many bytes.
    Text(u64),
}

impl Exhausted {
    /// The code of the diagnostic.
    pub const fn code(self) -> &'static str {
        match self {
            Exhausted::Canceled => "CANCELLED",
            Exhausted::Time(_) => "TIME_LIMIT",
            Exhausted::Steps(_) => "STEP_LIMIT",
            Exhausted::Memory(_) | Exhausted::Text(_) => "MEMORY_LIMIT",
        }
    }

    /// What is wrong.
    pub fn message(self) -> String {
        match self {
            Exhausted::Canceled => "the evaluation was stopped".to_owned(),
            Exhausted::Time(limit) => format!("the evaluation took longer than {} s", limit.as_secs_f64()),
            Exhausted::Steps(limit) => format!("the evaluation took more than {limit} steps (calls and loop rounds)"),
            Exhausted::Memory(limit) => format!("the evaluation needs more than {} MiB of memory", limit >> 20),
            Exhausted::Text(limit) => {
                format!("the text is longer than {} MiB, the most that a string may have", limit >> 20)
            }
        }
    }

    /// What to type next.
    pub const fn help(self) -> Option<&'static str> {
        match self {
            Exhausted::Canceled => None,
            Exhausted::Time(_) => Some("`:set time SECONDS` changes the limit, 0 removes it"),
            Exhausted::Steps(_) => Some("`:set steps NUMBER` changes the limit, 0 removes it"),
            Exhausted::Memory(_) => Some("`:set memory MIB` changes the limit"),
            Exhausted::Text(_) => Some("write a part of the value: $value[0, 10]"),
        }
    }
}

/// Fails when the evaluation must end. Cheap (a counter): call it for each element of what may be large.
#[inline]
pub fn poll() -> Result<(), Exhausted> {
    scope::poll()
}

/// Fails when the evaluation must end, having looked at the flag and the clock: before and after a single long operation.
pub fn check() -> Result<(), Exhausted> {
    scope::sample()
}

/// Counts a call or a loop round of the evaluator against the limit of steps, then does as [`poll`].
#[inline]
pub fn step() -> Result<(), Exhausted> {
    scope::step()
}

/// Returns whether the evaluation must end: [`poll`] for a walk that cannot fail.
#[inline]
pub fn is_exhausted() -> bool {
    poll().is_err()
}

/// Counts that many polls at once: for an element that takes as long as that many short ones. Returns whether the evaluation
/// must end.
#[inline]
pub fn is_exhausted_after(polls: usize) -> bool {
    scope::poll_many(u32::try_from(polls).unwrap_or(u32::MAX)).is_err()
}

/// Ends the evaluation because a text would get longer than `limit` bytes: for a writer that cannot fail.
#[cold]
pub fn exceed_text_limit(limit: u64) {
    scope::exhaust(Exhausted::Text(limit));
}

/// Announces an allocation of that many bytes. Fails where it would exceed the limit, so ask before a large one.
#[inline]
pub fn charge(bytes: usize) -> Result<(), Exhausted> {
    scope::charge(bytes)
}

/// Counts that many allocated bytes where nothing can fail. Over the limit, the stop flag is set and the next poll fails.
#[inline]
pub fn note(bytes: usize) {
    scope::note(bytes);
}

/// How many bytes an evaluation may use when nobody says otherwise.
pub fn default_memory() -> u64 {
    memory::default_limit()
}

/// Does something that the budget does not end: short work of pprepl itself whose result is kept for later, such as reading
/// the signature of a built-in function. What is cut short must never get into a cache.
pub fn unlimited<T>(act: impl FnOnce() -> T) -> T {
    scope::unlimited(act)
}

/// Why the current scope's evaluation must end, if it must; looks at nothing.
pub fn reason() -> Option<Exhausted> {
    scope::reason()
}
