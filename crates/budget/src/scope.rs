//! The budget in effect on a thread: counters for the hot path, backed by a stack of scopes.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::deadline::Deadline;
use super::exhausted::Exhausted;
use super::memory;

/// Polls between two samples of the flag and the clock; a power of two. A poll means a short step, so a sample
/// follows within less than a millisecond.
const POLLS_PER_SAMPLE: u32 = 256;

/// Charged bytes between two samples of the memory.
const BYTES_PER_SAMPLE: usize = 8 << 20;

/// Time between two samples of the memory.
const TIME_PER_SAMPLE: Duration = Duration::from_millis(2);

/// Time between two questions to the stop from outside: a question may be a system call.
const TIME_PER_QUESTION: Duration = Duration::from_millis(20);

/// The size from which a single allocation is checked against the limit before it is made, in bytes.
const LARGE: usize = 1 << 20;

/// The growth in bytes below which the default limit is not computed.
const SMALL_GROWTH: u64 = 24 << 20;

/// The limits of an evaluation. The default limits only memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The deadline at which it ends silently (a preview).
    pub deadline: Option<Deadline>,
    /// The time it may take.
    pub time: Option<Duration>,
    /// The number of calls and loop rounds it may take.
    pub steps: Option<u64>,
    /// The number of bytes it may use; `None` for a quarter of the available memory.
    pub memory: Option<u64>,
}

/// A guard that keeps an evaluation under a budget. Drop it on the thread that entered it.
#[must_use = "the budget ends when the scope is dropped"]
pub struct Scope {
    /// A scope belongs to the thread that entered it.
    _thread: std::marker::PhantomData<*const ()>,
}

impl Scope {
    /// Puts this thread under a budget until the scope is dropped. Inside another scope the tighter limits apply.
    pub fn enter(stop: Arc<AtomicBool>, limits: Limits) -> Scope {
        THREAD.with(|thread| thread.enter(stop, limits));
        Scope { _thread: std::marker::PhantomData }
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        THREAD.with(Thread::leave);
    }
}

#[inline]
pub(super) fn poll() -> Result<(), Exhausted> {
    THREAD.with(Thread::poll)
}

#[inline]
pub(super) fn poll_many(count: u32) -> Result<(), Exhausted> {
    THREAD.with(|thread| thread.poll_many(count))
}

#[cold]
pub(super) fn exhaust(reason: Exhausted) {
    THREAD.with(|thread| {
        if thread.active.get() && thread.reason.get().is_none() {
            thread.exhaust(reason);
        }
    });
}

#[cold]
pub(super) fn sample() -> Result<(), Exhausted> {
    THREAD.with(Thread::sample)
}

pub(super) fn step() -> Result<(), Exhausted> {
    THREAD.with(Thread::step)
}

pub(super) fn unlimited<T>(act: impl FnOnce() -> T) -> T {
    let _resumed = THREAD.with(Thread::suspend);
    act()
}

#[inline]
pub(super) fn charge(bytes: usize) -> Result<(), Exhausted> {
    THREAD.with(|thread| thread.charge(bytes))
}

#[inline]
pub(super) fn note(bytes: usize) {
    THREAD.with(|thread| thread.note(bytes));
}

pub(super) fn watch(question: Option<Question>) {
    THREAD.with(|thread| *thread.watch.borrow_mut() = question.map(|question| Watch { question, next: None }));
}

pub(super) fn reason() -> Option<Exhausted> {
    THREAD.with(|thread| thread.reason.get())
}

thread_local! {
    static THREAD: Thread = const { Thread::new() };
}

/// The state of a thread. The hot path touches only the cells.
struct Thread {
    /// Polls since the last sample; reset at [`POLLS_PER_SAMPLE`].
    polls: Cell<u32>,
    /// Bytes charged since the last sample of the memory.
    charged: Cell<usize>,
    /// The reason why the innermost scope must end.
    reason: Cell<Option<Exhausted>>,
    /// Whether there is a scope.
    active: Cell<bool>,
    /// The scopes, the innermost last.
    scopes: RefCell<Vec<Frame>>,
    /// The stop from outside, if the thread has one.
    watch: RefCell<Option<Watch>>,
}

/// A question that returns whether the evaluation must end.
pub type Question = Box<dyn Fn() -> bool>;

/// A stop from outside of the process, for a thread that no other thread can stop.
struct Watch {
    question: Question,
    /// The time of the next question.
    next: Option<Instant>,
}

impl Watch {
    /// Asks if that is due.
    fn is_stopped(&mut self) -> bool {
        let now = Instant::now();
        if self.next.is_some_and(|next| now < next) {
            return false;
        }
        self.next = Some(now + TIME_PER_QUESTION);
        (self.question)()
    }
}

/// One scope's budget.
struct Frame {
    stop: Arc<AtomicBool>,
    deadline: Option<Deadline>,
    /// The end of the time limit, and that limit.
    time: Option<(Instant, Duration)>,
    /// The steps taken, and the limit.
    steps: Option<(u64, u64)>,
    memory: Memory,
    /// The reason of the enclosing scope, while that scope is suspended.
    outer: Option<Exhausted>,
    /// Whether a limit set the stop flag. Then the end of the scope clears it; a flag that the user set stays until
    /// it is handled.
    raised: bool,
}

/// The memory account of a scope.
#[derive(Clone, Copy)]
struct Memory {
    /// The limit in bytes; `None` until the default is computed.
    limit: Option<u64>,
    /// The memory in use when the scope began, as far as sampled.
    base: Option<u64>,
    /// The time of the next sample.
    next: Option<Instant>,
}

/// A budget that is suspended until this is dropped.
struct Suspended {
    was_active: bool,
    reason: Option<Exhausted>,
}

impl Drop for Suspended {
    fn drop(&mut self) {
        THREAD.with(|thread| {
            thread.active.set(self.was_active);
            thread.reason.set(self.reason);
            // Forces the next poll to sample.
            thread.polls.set(POLLS_PER_SAMPLE);
        });
    }
}

impl Thread {
    fn suspend(&self) -> Suspended {
        Suspended { was_active: self.active.replace(false), reason: self.reason.replace(None) }
    }

    const fn new() -> Thread {
        Thread {
            polls: Cell::new(0),
            charged: Cell::new(0),
            reason: Cell::new(None),
            active: Cell::new(false),
            scopes: RefCell::new(Vec::new()),
            watch: RefCell::new(None),
        }
    }

    fn enter(&self, stop: Arc<AtomicBool>, limits: Limits) {
        let mut scopes = self.scopes.borrow_mut();
        let mut frame = Frame::new(stop, limits);
        if let Some(outer) = scopes.last() {
            frame.tighten(outer);
            frame.outer = self.reason.get();
        } else {
            self.charged.set(0);
            self.reason.set(None);
        }
        scopes.push(frame);
        self.active.set(true);
    }

    fn leave(&self) {
        let mut scopes = self.scopes.borrow_mut();
        let Some(frame) = scopes.pop() else { return };
        if frame.raised {
            frame.stop.store(false, Ordering::Relaxed);
        }
        self.reason.set(frame.outer);
        if let Some(outer) = scopes.last_mut() {
            outer.memory = Memory { limit: outer.memory.limit, ..frame.memory };
            outer.steps = outer.steps.map(|(taken, most)| (taken.max(frame.steps.map_or(0, |steps| steps.0)), most));
        }
        self.active.set(!scopes.is_empty());
    }

    #[inline]
    fn poll(&self) -> Result<(), Exhausted> {
        self.poll_many(1)
    }

    #[inline]
    fn poll_many(&self, count: u32) -> Result<(), Exhausted> {
        let polls = self.polls.get().saturating_add(count);
        self.polls.set(polls);
        if polls >= POLLS_PER_SAMPLE { self.sample() } else { Ok(()) }
    }

    /// Samples the flag, the clock and, when it is due, the memory. Once the budget is exhausted, each poll comes
    /// here.
    #[cold]
    fn sample(&self) -> Result<(), Exhausted> {
        self.polls.set(0);
        if !self.active.get() {
            return Ok(());
        }
        if let Some(reason) = self.reason.get() {
            self.polls.set(POLLS_PER_SAMPLE);
            return Err(reason);
        }
        let found = self.scopes.borrow_mut().last_mut().and_then(|frame| frame.sample(self.charged.get()));
        let is_stopped = || self.watch.borrow_mut().as_mut().is_some_and(Watch::is_stopped);
        match found.or_else(|| is_stopped().then_some(Exhausted::Canceled)) {
            Some(reason) => Err(self.exhaust(reason)),
            None => Ok(()),
        }
    }

    /// Ends the scope's evaluation. Sets the flag for the evaluator, which checks nothing else at each call.
    fn exhaust(&self, reason: Exhausted) -> Exhausted {
        self.reason.set(Some(reason));
        self.polls.set(POLLS_PER_SAMPLE);
        if let Some(frame) = self.scopes.borrow_mut().last_mut() {
            frame.raised |= !frame.stop.swap(true, Ordering::Relaxed);
        }
        reason
    }

    fn step(&self) -> Result<(), Exhausted> {
        let over = match self.scopes.borrow_mut().last_mut().and_then(|frame| frame.steps.as_mut()) {
            Some((taken, most)) => {
                *taken += 1;
                (*taken > *most).then_some(*most)
            }
            None => None,
        };
        match over {
            Some(most) if self.reason.get().is_none() => Err(self.exhaust(Exhausted::Steps(most))),
            _ => self.poll(),
        }
    }

    #[inline]
    fn charge(&self, bytes: usize) -> Result<(), Exhausted> {
        let charged = self.charged.get().saturating_add(bytes);
        self.charged.set(charged);
        if bytes >= LARGE || charged >= BYTES_PER_SAMPLE { self.measure(bytes) } else { self.poll() }
    }

    #[inline]
    fn note(&self, bytes: usize) {
        let charged = self.charged.get().saturating_add(bytes);
        self.charged.set(charged);
        if charged >= BYTES_PER_SAMPLE {
            let _ = self.measure(0);
        }
    }

    /// Checks the memory in use, and the `more` bytes that will be allocated, against the limit.
    #[cold]
    fn measure(&self, more: usize) -> Result<(), Exhausted> {
        let charged = self.charged.replace(0).saturating_sub(more);
        if !self.active.get() {
            return Ok(());
        }
        if let Some(reason) = self.reason.get() {
            return Err(reason);
        }
        let over = match self.scopes.borrow_mut().last_mut() {
            Some(frame) => frame.memory.over(charged as u64, more as u64),
            None => None,
        };
        match over {
            Some(limit) => Err(self.exhaust(Exhausted::Memory(limit))),
            None => self.sample(),
        }
    }
}

impl Frame {
    fn new(stop: Arc<AtomicBool>, limits: Limits) -> Frame {
        Frame {
            stop,
            deadline: limits.deadline,
            time: limits.time.map(|time| (Instant::now() + time, time)),
            steps: limits.steps.map(|most| (0, most)),
            memory: Memory { limit: limits.memory, base: None, next: None },
            outer: None,
            raised: false,
        }
    }

    /// Adopts the tighter limits of the enclosing scope.
    fn tighten(&mut self, outer: &Frame) {
        self.deadline = [self.deadline, outer.deadline].into_iter().flatten().reduce(Deadline::sooner);
        self.time = [self.time, outer.time].into_iter().flatten().min();
        self.steps = match (self.steps, outer.steps) {
            (Some((_, most)), Some((taken, outer))) => Some((taken, most.saturating_add(taken).min(outer))),
            (own, outer) => own.or(outer),
        };
        let limit = [self.memory.limit, outer.memory.limit].into_iter().flatten().min();
        self.memory = Memory { limit, ..outer.memory };
    }

    fn sample(&mut self, charged: usize) -> Option<Exhausted> {
        if self.stop.load(Ordering::Relaxed) {
            return Some(Exhausted::Canceled);
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| deadline.is_over_at(now)) {
            return Some(Exhausted::Canceled);
        }
        if let Some((end, time)) = self.time
            && now > end
        {
            return Some(Exhausted::Time(time));
        }
        match self.memory.next {
            Some(next) if now < next => None,
            Some(_) => {
                self.memory.next = Some(now + TIME_PER_SAMPLE);
                self.memory.over(charged as u64, 0).map(Exhausted::Memory)
            }
            None => {
                self.memory.next = Some(now + TIME_PER_SAMPLE);
                None
            }
        }
    }
}

impl Memory {
    /// Returns the limit if the memory in use and `more` exceed it. `charged` was allocated since the last sample.
    fn over(&mut self, charged: u64, more: u64) -> Option<u64> {
        let Some(used) = memory::in_use() else { return self.over_by_count(charged, more) };
        // The evaluation is not charged for memory that earlier inputs left and release only now.
        let base = self.base.map_or(used.saturating_sub(charged), |base| base.min(used));
        self.base = Some(base);
        let growth = (used - base).saturating_add(more);
        if self.limit.is_none() && growth < SMALL_GROWTH {
            return None;
        }
        let limit = *self.limit.get_or_insert_with(memory::default_limit);
        (growth > limit).then_some(limit)
    }

    /// Counts the charged bytes instead, as if nothing had been released, where the system does not report the
    /// memory in use.
    fn over_by_count(&mut self, charged: u64, more: u64) -> Option<u64> {
        let total = self.base.unwrap_or(0).saturating_add(charged);
        self.base = Some(total);
        let limit = *self.limit.get_or_insert_with(memory::default_limit);
        (total.saturating_add(more) > limit).then_some(limit)
    }
}
