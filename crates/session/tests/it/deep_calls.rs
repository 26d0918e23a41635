//! Calls that continue on another machine stack, as in a page: the limit of calls is the same, whatever one stack holds.

use std::cell::Cell;
use std::thread;

use pprepl_session::{Session, Settings, SystemHost};

/// The bytes of one machine stack that evaluations may use: a tenth of what a thousand calls need.
const STACK: usize = 48 << 10;

thread_local! {
    static LEFT: Cell<usize> = const { Cell::new(0) };
    static USED: Cell<usize> = const { Cell::new(0) };
}

/// Runs the work on the same thread, whose stack is large enough: what counts here is where the evaluator asks.
fn run_on_stack(work: &mut dyn FnMut()) -> bool {
    let left = LEFT.get();
    if left == 0 {
        return false;
    }
    LEFT.set(left - 1);
    USED.set(USED.get().max(1000 - left + 1));
    work();
    LEFT.set(left);
    true
}

/// Runs a test with `stacks` further stacks, on a thread that holds all of them.
fn with_stacks(stacks: usize, test: impl FnOnce() + Send + 'static) {
    let work = move || {
        LEFT.set(stacks);
        pprepl_budget::use_stacks(Some(run_on_stack));
        test();
    };
    thread::Builder::new().stack_size(1 << 30).spawn(work).expect("a thread").join().expect("no panic");
}

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent().with_stack(STACK)))
}

/// Recursion of several kinds; `f(N)` calls N + 1 functions.
const KINDS: &[(&str, &str)] = &[
    ("calls", "function f($n) { if $n <= 0 { 0 } else { f($n - 1) + 1 } }"),
    ("typed", "function f(Integer $n) >> Integer { if $n <= 0 { 0 } else { f($n - 1) + 1 } }"),
    ("map", "function f($n) { if $n <= 0 { 0 } else { [$n].map |$x| { f($x - 1) }[0] + 1 } }"),
    ("with", "function f($n) { if $n <= 0 { 0 } else { with($n) |$x| { f($x - 1) + 1 } } }"),
];

#[test]
fn calls_continue_on_further_stacks_up_to_the_limit() {
    with_stacks(1000, || {
        for (kind, code) in KINDS {
            USED.set(0);
            let mut session = session();
            assert!(!session.evaluate("f", code).failed(), "{kind}");
            assert_eq!(session.evaluate("deep", "f(999)").value.as_deref(), Some("999"), "{kind}");
            assert!(USED.get() > 1, "{kind}: {} stacks", USED.get());
            let refused = session.evaluate("deeper", "f(1000)");
            assert_eq!(refused.reports[0].message, "calls are nested 1000 levels deep", "{kind}");
            assert_eq!(session.evaluate("after", "f(999)").value.as_deref(), Some("999"), "{kind}");
            assert_eq!(LEFT.get(), 1000, "{kind}");
        }
    });
}

#[test]
fn the_last_stack_ends_with_the_limit() {
    for stacks in [0, 1, 3] {
        with_stacks(stacks, || {
            for (kind, code) in KINDS {
                let mut session = session();
                assert!(!session.evaluate("f", code).failed(), "{kind}");
                let refused = session.evaluate("deep", "f(999)");
                assert_eq!(refused.reports[0].code.to_string(), "STACK_LEVEL_TOO_DEEP", "{kind}");
                assert_eq!(session.evaluate("after", "f(3)").value.as_deref(), Some("3"), "{kind}");
            }
        });
    }
}

#[test]
fn what_ends_a_call_on_another_stack_ends_it_on_the_first() {
    with_stacks(1000, || {
        let mut session = session();
        let code = "function f($n) { if $n <= 0 { fail('at the end') } else { f($n - 1) } }";
        assert!(!session.evaluate("f", code).failed());
        let failed = session.evaluate("deep", "f(900)");
        assert_eq!(failed.reports[0].message, "at the end");
        let code = "function g($n) { if $n <= 0 { return('early') } else { g($n - 1) } }";
        assert!(!session.evaluate("g", code).failed());
        assert_eq!(session.evaluate("early", "g(900)").value.as_deref(), Some("'early'"));
    });
}
