//! The budget of the running program: the depth of its calls, its steps and the flag that cancels it.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pprepl_budget as budget;
use pprepl_text::{IssueCode, Source};

use super::{EvalResult, Flow, Limits, SourcePos};

/// The number of rounds of loops between two checks of the budget; a power of two.
const ROUNDS_PER_SAMPLE: u32 = 256;

/// The bytes that functions leave free on a machine stack where another one follows: what is called between two functions,
/// such as a template, cannot change the stack.
const STACK_RESERVE: usize = 16 << 10;

/// A budget in effect, and the counts before it.
#[must_use = "the budget ends when this is dropped"]
pub struct BudgetScope {
    before: bool,
    _scope: budget::Scope,
}

/// The counters that bound calls and loops.
pub struct CallBudget {
    cancel: Arc<AtomicBool>,
    /// True if each call and each loop round counts against a limit or a deadline.
    counts_steps: bool,
    /// A loop round checks the budget when these bits of `ticks` are 0.
    tick_mask: u32,
    ticks: Cell<u32>,
    /// The current depth of calls.
    pub(crate) depth: usize,
    pub(crate) limits: Limits,
    /// The address in the machine's stack from which calls are measured.
    stack_base: usize,
    /// The last call of `break()`, `next()` or `return()`.
    exit: Option<ExitCall>,
}

/// A call of `break()`, `next()` or `return()`; `source` is `None` for the code of the input.
#[derive(Clone, Debug)]
pub struct ExitCall {
    pub site: SourcePos,
    pub source: Option<Arc<Source>>,
}

impl CallBudget {
    pub(crate) fn new(cancel: Arc<AtomicBool>, limits: Limits) -> CallBudget {
        CallBudget {
            cancel,
            counts_steps: false,
            tick_mask: ROUNDS_PER_SAMPLE - 1,
            ticks: Cell::new(0),
            depth: 0,
            limits,
            stack_base: 0,
            exit: None,
        }
    }

    /// Notes a call of `break()`, `next()` or `return()`, which has no place of its own on its way out.
    pub(crate) fn note_exit(&mut self, site: SourcePos) {
        self.exit = Some(ExitCall { site, source: None });
    }

    /// Notes the source of the body that such a call leaves; the innermost one counts.
    pub(crate) fn note_exit_source(&mut self, source: &Arc<Source>) {
        if let Some(exit) = &mut self.exit {
            exit.source.get_or_insert_with(|| source.clone());
        }
    }

    /// Returns the call that ended the program, when it ended outside of any loop or function.
    pub fn take_exit(&mut self) -> Option<ExitCall> {
        self.exit.take()
    }

    /// Starts a program: no call is entered, and the machine's stack is measured from here on.
    #[inline(always)]
    pub(crate) fn restart(&mut self) {
        self.begin_here();
        self.depth = 0;
    }

    /// Measures the machine's stack from here on: work outside of any program starts.
    #[inline(always)]
    pub fn begin_here(&mut self) {
        let marker = 0u8;
        self.stack_base = std::ptr::from_ref(&marker) as usize;
    }

    /// Leaves the call that `enter` entered.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Starts a budget. [`CallBudget::end`] restores the former one.
    pub fn begin(&mut self, limits: budget::Limits) -> BudgetScope {
        let before = self.counts_steps;
        self.count_steps(before || limits.steps.is_some() || limits.deadline.is_some() || limits.time.is_some());
        BudgetScope { before, _scope: budget::Scope::enter(self.cancel.clone(), limits) }
    }

    /// Ends the budget that [`CallBudget::begin`] started.
    pub fn end(&mut self, scope: BudgetScope) {
        self.count_steps(scope.before);
    }

    fn count_steps(&mut self, counts: bool) {
        self.counts_steps = counts;
        self.tick_mask = if counts { 0 } else { ROUNDS_PER_SAMPLE - 1 };
    }

    /// Uses another flag to cancel evaluations.
    pub fn set_cancel_flag(&mut self, flag: Arc<AtomicBool>) {
        self.cancel = flag;
    }

    /// Returns the flag that cancels an evaluation.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }

    /// Fails when the evaluation must end. Cheap; each call runs it.
    #[inline]
    pub fn check_cancelled(&self) -> EvalResult<()> {
        if self.cancel.load(Ordering::Relaxed) || self.counts_steps { self.count_step() } else { Ok(()) }
    }

    /// Counts a step; fails when the evaluation must end.
    #[cold]
    fn count_step(&self) -> EvalResult<()> {
        budget::step()?;
        if self.cancel.load(Ordering::Relaxed) { self.must_end() } else { Ok(()) }
    }

    /// Returns the error for a set flag: by a limit, which the budget knows, or by the user.
    #[cold]
    fn must_end(&self) -> EvalResult<()> {
        budget::check()?;
        Err(Box::new(Flow::Cancelled))
    }

    /// Checks everything that may end the evaluation.
    #[cold]
    fn check_now(&self) -> EvalResult<()> {
        if self.counts_steps {
            return self.count_step();
        }
        if self.cancel.load(Ordering::Relaxed) { self.must_end() } else { Ok(budget::check()?) }
    }

    /// Checks the same only from time to time: for each round of a loop.
    #[inline]
    pub fn tick(&self) -> EvalResult<()> {
        let ticks = self.ticks.get().wrapping_add(1);
        self.ticks.set(ticks);
        if ticks & self.tick_mask == 0 { self.check_now() } else { Ok(()) }
    }

    /// Enters a call as [`CallBudget::enter`] does if no limit prevents it and no steps are counted; otherwise does
    /// nothing.
    #[inline(always)]
    pub(crate) fn try_enter(&mut self) -> bool {
        let free = !self.cancel.load(Ordering::Relaxed)
            && !self.counts_steps
            && self.depth < self.limits.depth
            && self.used_stack() <= self.limits.stack_bytes;
        self.depth += usize::from(free);
        free
    }

    /// Enters a call: one level deeper, if the limits allow it.
    #[inline(always)]
    pub fn enter(&mut self) -> EvalResult<()> {
        self.check_cancelled()?;
        if self.depth >= self.limits.depth || self.used_stack() > self.limits.stack_bytes {
            return self.enter_reserve();
        }
        self.depth += 1;
        Ok(())
    }

    /// Enters the call of a function. On a full stack it fails before [`CallBudget::enter`] does, and the function may
    /// continue on another stack.
    #[inline(always)]
    pub(crate) fn enter_function(&mut self) -> EvalResult<()> {
        self.check_cancelled()?;
        if self.depth >= self.limits.depth || self.used_stack() > self.limits.stack_bytes {
            return Err(self.too_deep());
        }
        self.depth += 1;
        Ok(())
    }

    /// Returns the start of the machine stack, if only the stack is full: a call may continue on another one. Give it to
    /// [`CallBudget::return_to`] after that call.
    #[cold]
    pub(crate) fn full_stack(&self) -> Option<usize> {
        let is_full = self.depth < self.limits.depth && self.used_stack() > self.limits.stack_bytes;
        is_full.then_some(self.stack_base)
    }

    /// Counts from the start of an earlier machine stack again.
    pub(crate) fn return_to(&mut self, base: usize) {
        self.stack_base = base;
    }

    /// Returns the bytes between the start of the program and here.
    #[inline(always)]
    fn used_stack(&self) -> usize {
        let marker = 0u8;
        self.stack_base.abs_diff(std::ptr::from_ref(&marker) as usize)
    }

    /// Enters a call into the reserve of the stack, if it has one.
    #[cold]
    fn enter_reserve(&mut self) -> EvalResult<()> {
        let most = self.limits.stack_bytes + STACK_RESERVE;
        if self.depth >= self.limits.depth || self.used_stack() > most || !budget::has_more_stacks() {
            return Err(self.too_deep());
        }
        self.depth += 1;
        Ok(())
    }

    #[cold]
    fn too_deep(&self) -> Box<Flow> {
        let mut flow =
            Flow::fail_with(IssueCode::StackLevelTooDeep, format!("calls are nested {} levels deep", self.depth));
        flow.with_help(|| Some("look for infinite recursion".to_owned()));
        flow
    }
}
