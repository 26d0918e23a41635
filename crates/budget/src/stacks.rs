//! More of the machine's stack for a program that has several. A page has: each call into a module may get a stack of its
//! own from the browser, and no single one holds as many calls as a thread's stack elsewhere.

use std::cell::Cell;

/// Runs work on another stack and returns true; returns false, and runs nothing, when no stack is left.
pub type StackRunner = fn(&mut dyn FnMut()) -> bool;

thread_local! {
    static RUNNER: Cell<Option<StackRunner>> = const { Cell::new(None) };
}

pub(super) fn install(runner: Option<StackRunner>) {
    RUNNER.set(runner);
}

pub(super) fn has_more() -> bool {
    RUNNER.get().is_some()
}

pub(super) fn run(work: &mut dyn FnMut()) -> bool {
    RUNNER.get().is_some_and(|runner| runner(work))
}
