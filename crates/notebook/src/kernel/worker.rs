//! The kernel's thread: it handles requests, sends events, and never brings the front end down. A newer request
//! replaces a queued one of its kind; after a panic the kernel is built again.
//!
//! The thread of a canceled cell really ends: all its work is under a budget with the kernel's stop flag. Work that
//! ignores the flag is abandoned after seconds, as a last resort. Its thread sends no more events and ends when it
//! can, and a new thread restores the state of the other cells. The same applies to a query; then no query of its
//! kind is answered until the cells change.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::CellId;
use pprepl_budget as budget;
use pprepl_files::Reach;
use pprepl_session::inspect::ScopeView;
use puppet_check::RuleSet;
use puppet_eval::Level;

use super::facts::{FactsChange, FactsChanged, FactsChanges};
use super::kernel::{Kernel, Observer};
use super::plan::Mode;
use super::report::{CellReport, Finding};
use super::setup::Setup;
use super::table::PausedCell;

/// The identity of a query to the kernel.
pub type QueryId = u64;

/// A query to the kernel, answered on its thread.
pub type KernelQuery<A> = Box<dyn FnOnce(&mut Kernel) -> A + Send>;

/// An event of the kernel.
#[derive(Debug)]
pub enum Event<A> {
    /// A cell started to run.
    Began { cell: CellId },
    /// The scopes before the cell that started to run, if [`Worker::show_scopes`] requests them.
    Scopes(Vec<ScopeView>),
    /// A running cell logged a line. Only the first lines of a run are sent; the report has all.
    Log { cell: CellId, level: Level, text: String },
    /// A cell has run.
    Finished { cell: CellId, report: Box<CellReport> },
    /// The stale cells in the order of the document; sent when the list changes.
    Stale(Vec<CellId>),
    /// The stale cells that run only on request, with the reasons; sent when the list changes.
    Held(Vec<(CellId, PausedCell)>),
    /// The diagnostics about the relations between cells; sent when they change.
    Findings(Vec<Finding>),
    /// The facts were changed, or cannot be changed for this reason.
    Facts(Result<FactsChanged, String>),
    /// The answer to a query.
    Answer(QueryId, A),
    /// The evaluator panicked: all cells restart except the one that caused it.
    Broken(String),
    /// The queue is empty.
    Idle,
}

enum Request<A> {
    /// The code cells, and the cells to run.
    Arrange(Vec<(CellId, Arc<str>)>, Vec<CellId>),
    Run(Vec<CellId>),
    RunAll,
    RunFrom(CellId),
    RunStale,
    Mode(Mode),
    Reach(Reach, String),
    Facts(FactsChange),
    Restart,
    Look(&'static str, QueryId, KernelQuery<A>),
    /// Continues for an abandoned kernel.
    TakeOver(KernelSnapshot),
    Stop,
}

/// The stack sizes of the thread, in bytes: the same as for the binary's main thread, see `main`.
const STACKS: [usize; 2] = [1 << 30, 96 << 20];

/// The part of the stack that evaluations may use, in bytes.
const FOR_EVALUATION: usize = 80 << 20;

/// The maximum number of log lines of a run that are sent at once.
const MAX_LOGS: usize = 500;

/// The time after which the thread of a canceled cell or query is abandoned. All long work checks the flag and stops
/// in a few milliseconds; abandoning a thread is the last resort for work that does not.
const PATIENCE: Duration = Duration::from_secs(5);

/// A kernel on its own thread; `A` is the type of the answers to queries.
pub struct Worker<A> {
    /// The time that a job may take to stop.
    patience: Duration,
    shared: Arc<Shared<A>>,
    events: Receiver<Event<A>>,
    start: Starter,
}

/// Starts a thread for a kernel with this state.
type Starter = Arc<dyn Fn(KernelSnapshot, Arc<Turn>) -> std::io::Result<()> + Send + Sync>;

/// The state from which a new kernel continues for another one.
#[derive(Clone, Default)]
struct KernelSnapshot {
    cells: Vec<(CellId, Arc<str>)>,
    mode: Mode,
    rules: RuleSet,
    facts: FactsChanges,
    /// The directories from which cells may read files, if set.
    reach: Option<(Reach, String)>,
    stale: Vec<CellId>,
    /// The cells that were canceled earlier.
    stopped: Vec<CellId>,
    /// The job that does not stop.
    hangs: Option<Job>,
}

/// A job of the thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Job {
    Cell(CellId),
    /// A query of this kind.
    Look(&'static str),
}

/// The current job of a thread.
#[derive(Default)]
struct Turn(Mutex<CurrentJob>);

#[derive(Default)]
struct CurrentJob {
    work: Option<Job>,
    /// The number of started jobs.
    began: u64,
    /// Whether another thread has replaced this one.
    is_over: bool,
}

impl Turn {
    fn doing(&self) -> MutexGuard<'_, CurrentJob> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.doing().is_over
    }

    fn begin(&self, work: Job) {
        let mut doing = self.doing();
        (doing.work, doing.began) = (Some(work), doing.began + 1);
    }

    fn end(&self) {
        self.doing().work = None;
    }
}

struct Shared<A> {
    requests: Mutex<VecDeque<Request<A>>>,
    arrived: Condvar,
    /// The stop flag of the current session.
    cancel: Mutex<Arc<AtomicBool>>,
    busy: AtomicBool,
    /// Whether the front end shows scopes.
    shows_scopes: AtomicBool,
    /// The job of the current thread.
    turn: Mutex<Arc<Turn>>,
    /// The state of its kernel before the last request.
    known: Mutex<KernelSnapshot>,
}

impl<A> Shared<A> {
    fn requests(&self) -> MutexGuard<'_, VecDeque<Request<A>>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cancel_flag(&self) -> MutexGuard<'_, Arc<AtomicBool>> {
        self.cancel.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn turn(&self) -> MutexGuard<'_, Arc<Turn>> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self) -> MutexGuard<'_, KernelSnapshot> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next request and returns it.
    fn next(&self) -> Request<A> {
        let mut requests = self.requests();
        loop {
            match requests.pop_front() {
                Some(request) => {
                    // Under the lock, so that a request is always either queued or running, and a cancellation meets it.
                    self.begin();
                    return request;
                }
                None => requests = self.arrived.wait(requests).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Says that a request begins.
    fn begin(&self) {
        self.cancel_flag().store(false, Ordering::Relaxed);
        self.busy.store(true, Ordering::Release);
    }

    fn is_waiting(&self) -> bool {
        self.requests().is_empty()
    }

    /// Returns whether a queued request makes the rest of a run pointless.
    fn is_overtaken(&self) -> bool {
        let urgent = |request: &Request<A>| matches!(request, Request::Arrange(..) | Request::Restart | Request::Stop);
        self.requests().iter().any(urgent)
    }
}

impl<A: Send + 'static> Worker<A> {
    /// Starts the thread. `setup` is called on it with the stack size for evaluations; `wake` is called there after
    /// each event.
    pub fn start(
        setup: impl Fn(usize) -> Setup + Send + Sync + 'static,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> std::io::Result<Worker<A>> {
        let (sender, events) = channel();
        let shared = Arc::new(Shared {
            requests: Mutex::default(),
            arrived: Condvar::new(),
            cancel: Mutex::default(),
            busy: AtomicBool::new(false),
            shows_scopes: AtomicBool::new(false),
            turn: Mutex::default(),
            known: Mutex::default(),
        });
        let (setup, wake) = (Arc::new(setup), Arc::new(wake));
        let of_all = shared.clone();
        let begin = move |bytes: usize, known: KernelSnapshot, turn: Arc<Turn>| {
            let (setup, wake, sender, shared) = (setup.clone(), wake.clone(), sender.clone(), of_all.clone());
            let body = move || {
                let told = EventSink { sender, wake: Arc::new(move || wake()), turn };
                serve(setup(FOR_EVALUATION), known, told, &shared);
            };
            thread::Builder::new().name("kernel".to_owned()).stack_size(bytes).spawn(body).map(drop)
        };
        let start: Starter = Arc::new(move |known, turn| {
            begin(STACKS[0], known.clone(), turn.clone()).or_else(|_| begin(STACKS[1], known, turn))
        });
        start(KernelSnapshot::default(), shared.turn().clone())?;
        Ok(Worker { patience: PATIENCE, shared, events, start })
    }

    /// Sets the time after which a job that does not stop is abandoned.
    pub fn with_patience(mut self, patience: Duration) -> Worker<A> {
        self.patience = patience;
        self
    }

    /// Returns the receiver of the events.
    pub fn events(&self) -> &Receiver<Event<A>> {
        &self.events
    }

    /// Returns the next event, if there is one, without waiting.
    pub fn event(&self) -> Option<Event<A>> {
        self.events.try_recv().ok()
    }

    /// Returns whether a job is running or queued.
    pub fn is_busy(&self) -> bool {
        // The queue first: a request that has left it has begun.
        !self.shared.is_waiting() || self.shared.busy.load(Ordering::Acquire)
    }

    fn ask(&self, mut request: Request<A>) {
        let mut requests = self.shared.requests();
        if let Request::Arrange(_, asked) = &mut request {
            // Cells requested for an earlier state of the cells are still requested.
            asked.extend(requests.iter().flat_map(|old| match old {
                Request::Arrange(_, asked) => asked.clone(),
                _ => Vec::new(),
            }));
        }
        let overtaken = |old: &Request<A>| match (old, &request) {
            (Request::Arrange(..), Request::Arrange(..)) => true,
            (Request::Look(old, ..), Request::Look(new, ..)) => old == new,
            _ => false,
        };
        requests.retain(|old| !overtaken(old));
        requests.push_back(request);
        drop(requests);
        self.shared.arrived.notify_one();
    }

    /// Sets the current code cells of the document, in its order.
    pub fn arrange(&self, cells: Vec<(CellId, Arc<str>)>) {
        self.ask(Request::Arrange(cells, Vec::new()));
    }

    /// Does the same as [`Worker::arrange`], and runs the requested cells.
    pub fn arrange_and_run(&self, cells: Vec<(CellId, Arc<str>)>, asked: Vec<CellId>) {
        self.ask(Request::Arrange(cells, asked));
    }

    /// Sets the directories from which cells may read files.
    pub fn set_reach(&self, reach: Reach, folder: String) {
        self.ask(Request::Reach(reach, folder));
    }

    /// Runs cells, including the stale ones that they need.
    pub fn run(&self, cells: Vec<CellId>) {
        self.ask(Request::Run(cells));
    }

    /// Requests the scopes before each cell that runs, or no more.
    pub fn show_scopes(&self, shows: bool) {
        self.shared.shows_scopes.store(shows, Ordering::Relaxed);
    }

    /// Runs all cells.
    pub fn run_all(&self) {
        self.ask(Request::RunAll);
    }

    /// Runs a cell and those below it.
    pub fn run_from(&self, cell: CellId) {
        self.ask(Request::RunFrom(cell));
    }

    /// Runs the stale cells.
    pub fn run_stale(&self) {
        self.ask(Request::RunStale);
    }

    /// Sets when cells run.
    pub fn set_mode(&self, mode: Mode) {
        self.ask(Request::Mode(mode));
    }

    /// Changes the facts.
    pub fn change_facts(&self, change: FactsChange) {
        self.ask(Request::Facts(change));
    }

    /// Restarts with a new session; in `auto` all cells run in it.
    pub fn restart(&self) {
        self.cancel();
        self.ask(Request::Restart);
    }

    /// Sends a query; it replaces a queued one of the same kind. The answer arrives as `Event::Answer`.
    pub fn inspect(&self, kind: &'static str, ticket: QueryId, look: KernelQuery<A>) {
        self.ask(Request::Look(kind, ticket, look));
    }

    /// Cancels the running cell and the queued ones.
    pub fn cancel(&self) {
        let runs = |request: &Request<A>| {
            matches!(request, Request::Run(_) | Request::RunAll | Request::RunFrom(_) | Request::RunStale)
        };
        let mut requests = self.shared.requests();
        requests.retain(|request| !runs(request));
        for request in requests.iter_mut() {
            if let Request::Arrange(_, asked) = request {
                asked.clear();
            }
        }
        drop(requests);
        if self.shared.busy.load(Ordering::Acquire) {
            self.shared.cancel_flag().store(true, Ordering::Relaxed);
            self.watch();
        }
    }

    /// Starts a watchdog that abandons the thread if the running cell or query does not stop.
    fn watch(&self) {
        let turn = self.shared.turn().clone();
        let CurrentJob { work: Some(_), began, is_over: false } = *turn.doing() else { return };
        let (shared, start, patience) = (self.shared.clone(), self.start.clone(), self.patience);
        let watch = move || {
            thread::sleep(patience);
            shared.cancel(&turn, began, &start);
        };
        // Without a watchdog thread the cell stops when it checks the flag.
        let _ = thread::Builder::new().name("stop".to_owned()).spawn(watch);
    }
}

impl<A> Shared<A> {
    /// Abandons a thread that still has the same job, and starts another one in its place.
    fn cancel(&self, turn: &Turn, began: u64, start: &Starter) {
        let mut doing = turn.doing();
        let Some(work) = doing.work.filter(|_| doing.began == began && !doing.is_over) else { return };
        let known = KernelSnapshot { hangs: Some(work), ..self.known().clone() };
        let next = Arc::new(Turn::default());
        // Without a new thread the old one continues.
        if start(known, next.clone()).is_ok() {
            *self.turn() = next;
            doing.is_over = true;
        }
    }
}

impl<A> Drop for Worker<A> {
    fn drop(&mut self) {
        self.shared.cancel_flag().store(true, Ordering::Relaxed);
        let mut requests = self.shared.requests();
        requests.clear();
        requests.push_back(Request::Stop);
        drop(requests);
        self.shared.arrived.notify_one();
    }
}

/// The sender of events.
struct EventSink<A> {
    sender: Sender<Event<A>>,
    wake: Arc<dyn Fn() + Send + Sync>,
    /// The job of the thread that sends the events.
    turn: Arc<Turn>,
}

impl<A> Clone for EventSink<A> {
    fn clone(&self) -> Self {
        EventSink { sender: self.sender.clone(), wake: self.wake.clone(), turn: self.turn.clone() }
    }
}

impl<A> EventSink<A> {
    fn report(&self, event: Event<A>) {
        // The receiver no longer exists when the front end has ended; then the thread ends.
        if !self.turn.is_stopped() && self.sender.send(event).is_ok() {
            (self.wake)();
        }
    }
}

/// An observer that sends the kernel's progress to the front end.
struct Follower<'a, A> {
    told: EventSink<A>,
    shared: &'a Shared<A>,
    /// The start of the thread, the time that scopes have taken since, and when they were requested.
    began: Instant,
    spent: Duration,
    asked: Instant,
}

impl<'a, A> Follower<'a, A> {
    fn new(told: EventSink<A>, shared: &'a Shared<A>) -> Follower<'a, A> {
        let began = Instant::now();
        Follower { told, shared, began, spent: Duration::ZERO, asked: began }
    }
}

/// Scopes may take this part of the time of a thread: a tenth.
const SCOPES_PART: u32 = 10;

/// The time that scopes may take in any case.
const SCOPES_TIME: Duration = Duration::from_millis(50);

impl<A> Observer for Follower<'_, A> {
    fn began(&mut self, cell: CellId) {
        self.told.turn.begin(Job::Cell(cell));
        self.told.report(Event::Began { cell });
    }

    fn shows_scopes(&mut self) -> bool {
        self.asked = Instant::now();
        let is_cheap = self.spent <= SCOPES_TIME || self.spent * SCOPES_PART <= self.began.elapsed();
        is_cheap && self.shared.shows_scopes.load(Ordering::Relaxed)
    }

    fn scopes(&mut self, scopes: Vec<ScopeView>) {
        self.spent += self.asked.elapsed();
        self.told.report(Event::Scopes(scopes));
    }

    fn finished(&mut self, cell: CellId, report: &CellReport) {
        self.told.turn.end();
        self.told.report(Event::Finished { cell, report: Box::new(report.clone()) });
    }

    fn is_expected(&mut self) -> bool {
        self.told.turn.is_stopped() || self.shared.is_overtaken()
    }
}

/// Handles requests until the thread is stopped or replaced.
fn serve<A: Send + 'static>(setup: Setup, known: KernelSnapshot, told: EventSink<A>, shared: &Shared<A>) {
    let mut kernel = Kernel::new(setup.with_logs(log_of(&told)));
    let mut follower = Follower::new(told, shared);
    let mut first = known.hangs.is_some().then_some(Request::TakeOver(known));
    // The last events of the replaced kernel are unknown.
    let mut last = first.is_none().then(|| (Vec::new(), Vec::new(), Vec::new()));
    loop {
        *shared.cancel_flag() = kernel.cancel_flag();
        let request = first.take().inspect(|_| shared.begin()).unwrap_or_else(|| shared.next());
        if matches!(request, Request::Stop) {
            return;
        }
        catch_panic(&mut kernel, &mut follower, shared, |kernel, follower| answer(kernel, request, follower));
        while shared.is_waiting()
            && !follower.told.turn.is_stopped()
            && catch_panic(&mut kernel, &mut follower, shared, |kernel, follower| kernel.resume_run(follower))
                == Some(true)
        {}
        if follower.told.turn.is_stopped() {
            return;
        }
        let now = (kernel.stale(), kernel.findings(), kernel.paused_cells());
        if last.as_ref().is_none_or(|last| last.0 != now.0) {
            follower.told.report(Event::Stale(now.0.clone()));
        }
        if last.as_ref().is_none_or(|last| last.2 != now.2) {
            follower.told.report(Event::Held(now.2.clone()));
        }
        if last.as_ref().is_none_or(|last| last.1 != now.1) {
            follower.told.report(Event::Findings(now.1.clone()));
        }
        let mut known = shared.known();
        known.stale.clone_from(&now.0);
        known.stopped = kernel.stopped();
        known.rules = kernel.rules();
        known.facts = kernel.facts_changes();
        drop(known);
        last = Some(now);
        shared.busy.store(false, Ordering::Release);
        if shared.is_waiting() {
            follower.told.report(Event::Idle);
        }
    }
}

/// Sends the first log lines of each run.
fn log_of<A: Send + 'static>(told: &EventSink<A>) -> impl Fn(CellId, Level, &str) + use<A> {
    let told = told.clone();
    let count = std::cell::Cell::new((None, 0));
    move |cell, level, text| {
        let (last, told_of_it) = count.get();
        let told_of_it = if last == Some(cell) { told_of_it + 1 } else { 1 };
        count.set((Some(cell), told_of_it));
        if told_of_it <= MAX_LOGS {
            told.report(Event::Log { cell, level, text: text.to_owned() });
        }
    }
}

/// Runs `act`. Reports a panic and restarts the kernel without the cell that ran.
fn catch_panic<A, T>(
    kernel: &mut Kernel,
    follower: &mut Follower<'_, A>,
    shared: &Shared<A>,
    act: impl FnOnce(&mut Kernel, &mut Follower<'_, A>) -> T,
) -> Option<T> {
    let panic = match catch_unwind(AssertUnwindSafe(|| act(kernel, follower))) {
        Ok(result) => return Some(result),
        Err(panic) => panic,
    };
    follower.told.report(Event::Broken(words(&*panic)));
    if follower.told.turn.is_stopped() {
        return None;
    }
    // Each attempt excludes one cell, so this ends.
    for _ in 0..=MAX_ATTEMPTS {
        let again = catch_unwind(AssertUnwindSafe(|| {
            let fresh = kernel.recover();
            *shared.cancel_flag() = kernel.cancel_flag();
            kernel.resume(fresh, follower);
        }));
        match again {
            Ok(()) => return None,
            Err(panic) => follower.told.report(Event::Broken(words(&*panic))),
        }
    }
    kernel.restart();
    None
}

/// The maximum number of restarts after one request.
const MAX_ATTEMPTS: usize = 20;

/// Returns the message of a panic.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}

fn answer<A>(kernel: &mut Kernel, request: Request<A>, follower: &mut Follower<'_, A>) {
    match request {
        Request::Arrange(cells, asked) => {
            let mut known = follower.shared.known();
            known.cells.clone_from(&cells);
            // A query that could not be answered may have an answer now.
            known.hangs = None;
            drop(known);
            kernel.arrange_and_run(cells, &asked, follower);
        }
        Request::TakeOver(known) => {
            follower.shared.known().hangs = known.hangs;
            take_over(kernel, known, follower);
        }
        Request::Run(cells) => kernel.run(&cells, follower),
        Request::RunAll => kernel.run_all(follower),
        Request::RunFrom(cell) => kernel.run_from(cell, follower),
        Request::RunStale => kernel.run_stale(follower),
        Request::Mode(mode) => {
            follower.shared.known().mode = mode;
            kernel.set_mode(mode, follower);
        }
        Request::Reach(reach, folder) => {
            kernel.set_reach(reach, &folder);
            follower.shared.known().reach = Some((reach, folder));
        }
        Request::Facts(change) => {
            let changed = kernel.change_facts(&change, follower);
            follower.told.report(Event::Facts(changed));
        }
        Request::Restart => {
            kernel.restart();
            *follower.shared.cancel_flag() = kernel.cancel_flag();
            if kernel.mode() == Mode::Auto {
                kernel.begin(follower);
            }
        }
        Request::Look(kind, ..) if follower.shared.known().hangs == Some(Job::Look(kind)) => {}
        Request::Look(kind, ticket, look) => {
            follower.told.turn.begin(Job::Look(kind));
            let budget = kernel.session().budget_scope();
            let answer = look(kernel);
            let ended = budget::check();
            drop(budget);
            follower.told.turn.end();
            // A result after an exhausted budget may be incomplete.
            if ended.is_ok() {
                follower.told.report(Event::Answer(ticket, answer));
            }
        }
        Request::Stop => {}
    }
}

/// Restores the state of another kernel in a new one. The cell that does not stop counts as canceled, and the cells
/// after it wait.
fn take_over<A>(kernel: &mut Kernel, known: KernelSnapshot, follower: &mut Follower<'_, A>) {
    kernel.set_rules(known.rules);
    kernel.adopt_facts(known.facts);
    if let Some((reach, folder)) = &known.reach {
        kernel.set_reach(*reach, folder);
    }
    let hangs = |id: &CellId| known.hangs == Some(Job::Cell(*id));
    for (id, text) in known.cells.iter().filter(|(id, _)| known.stopped.contains(id) || hangs(id)) {
        kernel.skip_once(*id, text.clone(), hangs(id));
    }
    let ids = known.cells.iter().map(|(id, _)| *id);
    let ran: Vec<CellId> = ids.filter(|id| !known.stale.contains(id) || hangs(id)).collect();
    kernel.put_in_mode(Mode::Lazy);
    kernel.arrange(known.cells, follower);
    kernel.run_again(&ran, follower);
    kernel.put_in_mode(known.mode);
}
