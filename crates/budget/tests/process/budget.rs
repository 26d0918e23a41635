//! The budget of an evaluation by itself: what exhausts it, what nests, and what a scope leaves behind.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pprepl_budget::{self as budget, Deadline, Exhausted, Limits, Scope};

const MIB: usize = 1 << 20;

fn flag() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(false))
}

/// Polls until the budget is exhausted, at most so many times.
fn poll_until_exhausted(most: usize) -> Option<Exhausted> {
    (0..most).find_map(|_| budget::poll().err())
}

/// The evaluation-relevant things: memory that is really taken.
fn touched(bytes: usize) -> Vec<u8> {
    let mut memory = vec![0u8; bytes];
    memory.iter_mut().step_by(4096).for_each(|byte| *byte = 1);
    memory
}

#[test]
fn without_a_scope_nothing_is_limited() {
    assert_eq!(poll_until_exhausted(10_000), None);
    assert_eq!(budget::charge(1 << 40), Ok(()));
    assert_eq!(budget::step(), Ok(()));
    assert_eq!(budget::reason(), None);
}

#[test]
fn the_stop_flag_ends_an_evaluation() {
    let stop = flag();
    let scope = Scope::enter(stop.clone(), Limits::default());
    assert_eq!(poll_until_exhausted(10_000), None);
    stop.store(true, Ordering::Relaxed);
    assert_eq!(poll_until_exhausted(10_000), Some(Exhausted::Canceled));
    // From now on each poll fails, so that nested walks end at once.
    assert_eq!(budget::poll(), Err(Exhausted::Canceled));
    assert_eq!(budget::charge(1), Err(Exhausted::Canceled));
    drop(scope);
    assert_eq!(budget::poll(), Ok(()));
    assert!(stop.load(Ordering::Relaxed), "the user's flag stays until the front end has answered it");
}

#[test]
fn a_deadline_ends_an_evaluation_without_a_word() {
    let stop = flag();
    let scope =
        Scope::enter(stop.clone(), Limits { deadline: Some(Deadline::after(Duration::ZERO)), ..Limits::default() });
    assert_eq!(poll_until_exhausted(10_000), Some(Exhausted::Canceled));
    assert!(stop.load(Ordering::Relaxed), "the evaluator sees the flag only");
    drop(scope);
    assert!(!stop.load(Ordering::Relaxed), "a limit lowers the flag that it raised");
}

#[test]
fn the_limit_of_time_is_named() {
    let time = Duration::from_millis(1);
    let _scope = Scope::enter(flag(), Limits { time: Some(time), ..Limits::default() });
    let end = Instant::now() + 2 * time;
    while Instant::now() < end {
        std::hint::spin_loop();
    }
    assert_eq!(budget::check(), Err(Exhausted::Time(time)));
}

#[test]
fn steps_are_counted_exactly() {
    let _scope = Scope::enter(flag(), Limits { steps: Some(3), ..Limits::default() });
    assert_eq!([budget::step(), budget::step(), budget::step()], [Ok(()); 3]);
    assert_eq!(budget::step(), Err(Exhausted::Steps(3)));
    assert_eq!(budget::reason(), Some(Exhausted::Steps(3)));
}

#[test]
fn memory_that_was_taken_exhausts_the_budget() {
    let limit = 64 * MIB as u64;
    let _scope = Scope::enter(flag(), Limits { memory: Some(limit), ..Limits::default() });
    assert_eq!(budget::charge(MIB), Ok(()));
    let memory = touched(96 * MIB);
    budget::note(memory.len());
    assert_eq!(budget::check(), Err(Exhausted::Memory(limit)));
    drop(memory);
    assert_eq!(budget::poll(), Err(Exhausted::Memory(limit)), "the reason stays until the scope ends");
}

#[test]
fn a_large_allocation_is_refused_before_it_is_made() {
    let limit = 64 * MIB as u64;
    let _scope = Scope::enter(flag(), Limits { memory: Some(limit), ..Limits::default() });
    assert_eq!(budget::charge(65 * MIB), Err(Exhausted::Memory(limit)));
}

#[test]
fn memory_that_was_given_back_does_not_count() {
    let _scope = Scope::enter(flag(), Limits { memory: Some(256 * MIB as u64), ..Limits::default() });
    for _ in 0..40 {
        assert_eq!(budget::charge(32 * MIB), Ok(()));
        drop(touched(32 * MIB));
    }
    assert_eq!(budget::check(), Ok(()));
}

#[test]
fn an_inner_scope_ends_alone() {
    let _outer = Scope::enter(flag(), Limits::default());
    let inner = Scope::enter(flag(), Limits { deadline: Some(Deadline::after(Duration::ZERO)), ..Limits::default() });
    assert_eq!(poll_until_exhausted(10_000), Some(Exhausted::Canceled));
    drop(inner);
    assert_eq!(budget::reason(), None);
    assert_eq!(poll_until_exhausted(10_000), None);
}

#[test]
fn the_tighter_limit_holds_in_an_inner_scope() {
    let _outer = Scope::enter(flag(), Limits { steps: Some(2), ..Limits::default() });
    assert_eq!(budget::step(), Ok(()));
    let inner = Scope::enter(flag(), Limits { steps: Some(100), ..Limits::default() });
    assert_eq!(budget::step(), Ok(()));
    assert_eq!(budget::step(), Err(Exhausted::Steps(2)));
    drop(inner);
    assert_eq!(budget::step(), Err(Exhausted::Steps(2)), "steps of the inner scope count for the outer one");
}

#[test]
fn what_is_kept_for_later_is_not_cut_short() {
    let stop = flag();
    stop.store(true, Ordering::Relaxed);
    let _scope = Scope::enter(stop, Limits::default());
    assert_eq!(budget::check(), Err(Exhausted::Canceled));
    assert_eq!(budget::unlimited(|| (budget::check(), budget::reason())), (Ok(()), None));
    assert_eq!(budget::poll(), Err(Exhausted::Canceled));
    assert_eq!(budget::reason(), Some(Exhausted::Canceled));
}

/// Time in which the thread does not run does not count, up to a multiple of it.
#[cfg(unix)]
#[test]
fn a_deadline_counts_the_time_that_the_thread_runs() {
    let within = Duration::from_millis(20);
    let deadline = Deadline::after(within);
    std::thread::sleep(2 * within);
    assert!(!deadline.is_over(), "it slept");
    assert_eq!(deadline.remaining(), Duration::ZERO);
    std::thread::sleep(30 * within);
    assert!(deadline.is_over(), "it slept for too long");
    let deadline = Deadline::after(within);
    let end = Instant::now() + 200 * within;
    while !deadline.is_over() && Instant::now() < end {
        std::hint::spin_loop();
    }
    assert!(Instant::now() < end);
}

/// A second reason does not replace the first. Outside of a scope nothing is exhausted.
#[test]
fn the_first_reason_stays() {
    budget::exceed_text_limit(1 << 20);
    assert_eq!((budget::reason(), budget::poll()), (None, Ok(())));
    let scope = Scope::enter(flag(), Limits { steps: Some(1), ..Limits::default() });
    assert_eq!(budget::step(), Ok(()));
    budget::exceed_text_limit(1 << 20);
    budget::exceed_text_limit(2 << 20);
    assert_eq!(budget::reason(), Some(Exhausted::Text(1 << 20)));
    assert_eq!(budget::step(), Err(Exhausted::Text(1 << 20)), "the limit of steps is another reason");
    assert_eq!(budget::reason(), Some(Exhausted::Text(1 << 20)));
    assert_eq!(budget::unlimited(|| (budget::reason(), budget::poll())), (None, Ok(())));
    drop(scope);
    assert_eq!(budget::reason(), None);
}
