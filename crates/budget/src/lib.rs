//! The budget of one evaluation: a stop flag, a deadline, and limits of time, steps and memory.
//!
//! The caller that starts an evaluation enters a [`Scope`]. Code below it that may take long calls [`poll`] once
//! for each element, and [`charge`] before it allocates much. The budget is thread-local and not passed along:
//! `Hash`, `Display`, comparison closures and iterators also walk values, and their signatures have no room for it.
//! Scopes nest; without a scope nothing is limited.
//!
//! Memory is the real use of the process (module `memory`), sampled after every few charged megabytes and every few
//! milliseconds. So it includes caches and the growth of vectors, which no evaluator could count, and costs nothing
//! for a short input.
//!
//! Once a budget is exhausted, every further `poll` in its scope fails at once, so that nested walks end quickly. A
//! walk that cannot fail (`PartialEq`, `Hash`) may then return anything: its caller polls before it uses the
//! result.

mod deadline;
mod exhausted;
mod memory;
#[cfg(target_family = "wasm")]
mod module;
#[cfg(not(target_family = "wasm"))]
mod process;
mod scope;
mod stacks;

pub use deadline::Deadline;
pub use exhausted::Exhausted;
pub use scope::{Limits, Question, Scope};
pub use stacks::StackRunner;

/// Fails when the evaluation must end. It is cheap (a counter): call it for each element of a large collection.
#[inline]
pub fn poll() -> Result<(), Exhausted> {
    scope::poll()
}

/// Samples the flag and the clock, and fails when the evaluation must end. Call it before and after a single long
/// operation.
pub fn check() -> Result<(), Exhausted> {
    scope::sample()
}

/// Counts a call or a loop round of the evaluator against the step limit, then does the same as [`poll`].
#[inline]
pub fn step() -> Result<(), Exhausted> {
    scope::step()
}

/// Returns whether the evaluation must end: [`poll`] for a walk that cannot fail.
#[inline]
pub fn is_exhausted() -> bool {
    poll().is_err()
}

/// Counts `polls` polls at once, for an element that takes as long as `polls` short ones. Returns whether the
/// evaluation must end.
#[inline]
pub fn is_exhausted_after(polls: usize) -> bool {
    scope::poll_many(u32::try_from(polls).unwrap_or(u32::MAX)).is_err()
}

/// Ends the evaluation because a string would exceed `limit` bytes: for a writer that cannot fail.
#[cold]
pub fn exceed_text_limit(limit: u64) {
    scope::exhaust(Exhausted::Text(limit));
}

/// Announces an allocation of `bytes` bytes. Fails if it would exceed the limit, so call it before a large
/// allocation.
#[inline]
pub fn charge(bytes: usize) -> Result<(), Exhausted> {
    scope::charge(bytes)
}

/// Counts `bytes` allocated bytes where nothing can fail. Over the limit it sets the stop flag, and the next poll
/// fails.
#[inline]
pub fn note(bytes: usize) {
    scope::note(bytes);
}

/// The default memory limit of an evaluation, in bytes.
pub fn default_memory() -> u64 {
    memory::default_limit()
}

/// Runs `act` without the budget. For short work of pprepl itself whose result is cached, such as reading the
/// signature of a built-in function: an interrupted result must never get into a cache.
pub fn unlimited<T>(act: impl FnOnce() -> T) -> T {
    scope::unlimited(act)
}

/// Asks `question` every 20 ms while an evaluation of this thread works, and ends it as canceled when the answer is
/// true; `None` asks nothing. For a system without threads, where nothing else can set the stop flag.
pub fn watch(question: Option<Question>) {
    scope::watch(question);
}

/// Sets how evaluations of this thread continue when their machine stack is full; `None` ends them there.
pub fn use_stacks(runner: Option<StackRunner>) {
    stacks::install(runner);
}

/// Returns whether evaluations of this thread may continue on another machine stack.
pub fn has_more_stacks() -> bool {
    stacks::has_more()
}

/// Runs `work` on another machine stack. Returns false, and runs nothing, when no stack is left.
pub fn run_on_stack(work: &mut dyn FnMut()) -> bool {
    stacks::run(work)
}

/// Returns the reason why the current scope must end, if there is one. Samples nothing.
pub fn reason() -> Option<Exhausted> {
    scope::reason()
}
