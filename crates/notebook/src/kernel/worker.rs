//! The kernel's thread: takes requests, tells what happens, and never brings the front end down. A request that a newer
//! one overtakes is dropped; a panic is told and the kernel built again.
//!
//! A stopped cell's thread really ends: all that it does is under a budget with the kernel's stop flag. The last resort,
//! after seconds, is for what does not look at the flag all the same: its thread is left alone, says nothing more and ends
//! when it can, and a new one brings the other cells to where they were. So is a question; none of its kind is answered
//! then until the cells change.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::CellId;
use pprepl_budget as budget;
use pprepl_files::Reach;
use puppet_check::RuleSet;
use puppet_eval::Level;

use super::kernel::{HeldCell, Kernel, Mode, Observer};
use super::report::{CellReport, Finding};
use super::setup::Setup;

/// What a question to the kernel is known by.
pub type QueryId = u64;

/// A question to the kernel, answered on its thread.
pub type KernelQuery<A> = Box<dyn FnOnce(&mut Kernel) -> A + Send>;

/// What happened.
#[derive(Debug)]
pub enum Event<A> {
    /// A cell began to run.
    Began {
        /// Which.
        cell: CellId,
    },
    /// A running cell logged a line. Of very many only the first come; the report has them.
    Log {
        /// Which.
        cell: CellId,
        level: Level,
        text: String,
    },
    /// A cell has run.
    Finished {
        /// Which.
        cell: CellId,
        /// What it gave.
        report: Box<CellReport>,
    },
    /// The cells that have no effect until they run, in the order of the document; sent when that has changed.
    Stale(Vec<CellId>),
    /// The stale cells that only run when the user asks for it, and why; sent when that has changed.
    Held(Vec<(CellId, HeldCell)>),
    /// What is to be said of how cells stand to each other; sent when that has changed.
    Findings(Vec<Finding>),
    /// The answer to a question.
    Answer(QueryId, A),
    /// The evaluator broke down: all cells begin again, but for the one that did it.
    Broken(String),
    /// There is nothing to do.
    Idle,
}

enum Request<A> {
    /// The cells of code, and those to be run.
    Arrange(Vec<(CellId, Arc<str>)>, Vec<CellId>),
    Run(Vec<CellId>),
    RunAll,
    RunFrom(CellId),
    RunStale,
    Mode(Mode),
    Reach(Reach, String),
    Restart,
    Look(&'static str, QueryId, KernelQuery<A>),
    /// Goes on for a kernel that was given up.
    TakeOver(KernelSnapshot),
    Stop,
}

/// The stack of the thread: as that of the binary's own, see `main`.
const STACKS: [usize; 2] = [1 << 30, 96 << 20];

/// How much of it evaluations may use.
const FOR_EVALUATION: usize = 80 << 20;

/// How many log lines of a run are told at once.
const MAX_LOGS: usize = 500;

/// How long a cell or a question may take to stop before its thread is left alone. All that may take long looks at the
/// flag and stops in a few milliseconds; leaving a thread alone is the last resort against what does not.
const PATIENCE: Duration = Duration::from_secs(5);

/// A kernel on a thread of its own; `A` is what questions are answered with.
pub struct Worker<A> {
    /// How long a work may take to stop.
    patience: Duration,
    shared: Arc<Shared<A>>,
    events: Receiver<Event<A>>,
    start: Starter,
}

/// Starts a thread for a kernel in a state.
type Starter = Arc<dyn Fn(KernelSnapshot, Arc<Turn>) -> std::io::Result<()> + Send + Sync>;

/// What a new kernel must know to continue for another one.
#[derive(Clone, Default)]
struct KernelSnapshot {
    cells: Vec<(CellId, Arc<str>)>,
    mode: Mode,
    rules: RuleSet,
    /// From where cells may read files, when that was said.
    reach: Option<(Reach, String)>,
    /// The cells that had no effect.
    stale: Vec<CellId>,
    /// The cells that were stopped earlier.
    stopped: Vec<CellId>,
    /// What does not stop.
    hangs: Option<Job>,
}

/// What a thread works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Job {
    Cell(CellId),
    /// A question of this kind.
    Look(&'static str),
}

/// What a thread is doing.
#[derive(Default)]
struct Turn(Mutex<CurrentJob>);

#[derive(Default)]
struct CurrentJob {
    work: Option<Job>,
    /// How many works have begun.
    began: u64,
    /// Returns whether another thread is at work in the place of this one.
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
    /// What stops the session that there is now.
    cancel: Mutex<Arc<AtomicBool>>,
    busy: AtomicBool,
    /// What the thread does that there is now.
    turn: Mutex<Arc<Turn>>,
    /// What its kernel was before the last request.
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

    /// The next request; waits for it.
    fn next(&self) -> Request<A> {
        let mut requests = self.requests();
        loop {
            match requests.pop_front() {
                Some(request) => return request,
                None => requests = self.arrived.wait(requests).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    fn is_waiting(&self) -> bool {
        self.requests().is_empty()
    }

    /// Does something wait that makes the rest of a run pointless?
    fn is_overtaken(&self) -> bool {
        let urgent = |request: &Request<A>| matches!(request, Request::Arrange(..) | Request::Restart | Request::Stop);
        self.requests().iter().any(urgent)
    }
}

impl<A: Send + 'static> Worker<A> {
    /// Starts the thread. `setup` is called on it with the bytes of stack that evaluations may use; `wake` is called
    /// there after each event.
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

    /// With another time that a work may take to stop before its thread is left alone.
    pub fn with_patience(mut self, patience: Duration) -> Worker<A> {
        self.patience = patience;
        self
    }

    /// The events, to be waited for.
    pub fn events(&self) -> &Receiver<Event<A>> {
        &self.events
    }

    /// The next event, if there is one.
    pub fn event(&self) -> Option<Event<A>> {
        self.events.try_recv().ok()
    }

    /// Returns whether anything is being done, or waiting to be done.
    pub fn is_busy(&self) -> bool {
        self.shared.busy.load(Ordering::Acquire) || !self.shared.is_waiting()
    }

    fn ask(&self, mut request: Request<A>) {
        let mut requests = self.shared.requests();
        if let Request::Arrange(_, asked) = &mut request {
            // What was to run in an earlier state of the cells still is.
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

    /// The cells of code that the document has now, in its order.
    pub fn arrange(&self, cells: Vec<(CellId, Arc<str>)>) {
        self.ask(Request::Arrange(cells, Vec::new()));
    }

    /// The same, and runs cells that the user asks for.
    pub fn arrange_and_run(&self, cells: Vec<(CellId, Arc<str>)>, asked: Vec<CellId>) {
        self.ask(Request::Arrange(cells, asked));
    }

    /// From now on cells may read files from here.
    pub fn set_reach(&self, reach: Reach, folder: String) {
        self.ask(Request::Reach(reach, folder));
    }

    /// Runs cells, with the stale ones that they need.
    pub fn run(&self, cells: Vec<CellId>) {
        self.ask(Request::Run(cells));
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

    /// Changes when cells run.
    pub fn set_mode(&self, mode: Mode) {
        self.ask(Request::Mode(mode));
    }

    /// Begins with a fresh session; in `auto` all cells run in it.
    pub fn restart(&self) {
        self.cancel();
        self.ask(Request::Restart);
    }

    /// Asks a question; one of the same kind that still waits is dropped. What is answered is `Event::Answer`.
    pub fn inspect(&self, kind: &'static str, ticket: QueryId, look: KernelQuery<A>) {
        self.ask(Request::Look(kind, ticket, look));
    }

    /// Stops the cell that runs, and those that would run after it.
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

    /// Sees to it that the cell that runs stops, or the search for an answer.
    fn watch(&self) {
        let turn = self.shared.turn().clone();
        let CurrentJob { work: Some(_), began, is_over: false } = *turn.doing() else { return };
        let (shared, start, patience) = (self.shared.clone(), self.start.clone(), self.patience);
        let watch = move || {
            thread::sleep(patience);
            shared.cancel(&turn, began, &start);
        };
        // Without a thread for it the cell stops when it looks at the flag.
        let _ = thread::Builder::new().name("stop".to_owned()).spawn(watch);
    }
}

impl<A> Shared<A> {
    /// Gives a thread up that still works on what it worked on, and starts another one in its place.
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

/// Where events go.
struct EventSink<A> {
    sender: Sender<Event<A>>,
    wake: Arc<dyn Fn() + Send + Sync>,
    /// What the thread does whose events these are.
    turn: Arc<Turn>,
}

impl<A> Clone for EventSink<A> {
    fn clone(&self) -> Self {
        EventSink { sender: self.sender.clone(), wake: self.wake.clone(), turn: self.turn.clone() }
    }
}

impl<A> EventSink<A> {
    fn report(&self, event: Event<A>) {
        // Nobody listens any more when the front end is gone; the thread ends then.
        if !self.turn.is_stopped() && self.sender.send(event).is_ok() {
            (self.wake)();
        }
    }
}

/// Follows a kernel for the front end.
struct Follower<'a, A> {
    told: EventSink<A>,
    shared: &'a Shared<A>,
}

impl<A> Observer for Follower<'_, A> {
    fn began(&mut self, cell: CellId) {
        self.told.turn.begin(Job::Cell(cell));
        self.told.report(Event::Began { cell });
    }

    fn finished(&mut self, cell: CellId, report: &CellReport) {
        self.told.turn.end();
        self.told.report(Event::Finished { cell, report: Box::new(report.clone()) });
    }

    fn is_expected(&mut self) -> bool {
        self.told.turn.is_stopped() || self.shared.is_overtaken()
    }
}

/// The thread's work, until it is told to stop or another one does it.
fn serve<A: Send + 'static>(setup: Setup, known: KernelSnapshot, told: EventSink<A>, shared: &Shared<A>) {
    let mut kernel = Kernel::new(setup.with_logs(log_of(&told)));
    let mut follower = Follower { told, shared };
    let mut first = known.hangs.is_some().then_some(Request::TakeOver(known));
    // What another kernel told last is not known.
    let mut last = first.is_none().then(|| (Vec::new(), Vec::new(), Vec::new()));
    loop {
        *shared.cancel_flag() = kernel.cancel_flag();
        let request = first.take().unwrap_or_else(|| shared.next());
        shared.busy.store(true, Ordering::Release);
        kernel.cancel_flag().store(false, Ordering::Relaxed);
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
        let now = (kernel.stale(), kernel.findings(), kernel.held_cells());
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
        drop(known);
        last = Some(now);
        shared.busy.store(false, Ordering::Release);
        if shared.is_waiting() {
            follower.told.report(Event::Idle);
        }
    }
}

/// Tells the log lines of cells, of each run the first.
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

/// Does something; when it panics, that is told and the kernel begins again without the cell that ran.
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
    // Each attempt sets one cell aside, so this ends.
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

/// How often the kernel is begun again after one request.
const MAX_ATTEMPTS: usize = 20;

/// What a panic says.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without words").to_owned()
}

fn answer<A>(kernel: &mut Kernel, request: Request<A>, follower: &mut Follower<'_, A>) {
    match request {
        Request::Arrange(cells, asked) => {
            let mut known = follower.shared.known();
            known.cells.clone_from(&cells);
            // What could not be answered may be another question now.
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
            // What was found under a budget that did not hold may be anything.
            if ended.is_ok() {
                follower.told.report(Event::Answer(ticket, answer));
            }
        }
        Request::Stop => {}
    }
}

/// Brings a fresh kernel to where another one was. The cell that does not stop counts as stopped, and those after it
/// wait.
fn take_over<A>(kernel: &mut Kernel, known: KernelSnapshot, follower: &mut Follower<'_, A>) {
    kernel.set_rules(known.rules);
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
