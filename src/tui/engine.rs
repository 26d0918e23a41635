//! The connection to the evaluator: the kernel on its thread, and the queries that follow the cursor.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use pprepl_files::Reach;
use pprepl_notebook::CellId;
use pprepl_notebook::kernel::{CellFinding, Event, FactsChange, Kernel, KernelQuery, Mode, Setup, Worker};
use pprepl_notebook::pane::{self, CursorContext, Pane, View};
use pprepl_session::RuleSet;
use pprepl_session::complete::{self, Completion, Signature};
use pprepl_session::trace::{TraceView, judge};
use pprepl_session::{Deadline, FixedText, Part, Session};
use pprepl_text::Span;
use pprepl_text::theme::Role;
use puppet_tree::Document;

pub use pprepl_notebook::inspection::{CachedPane, CursorTarget, PaneQuery, numbered, source_name, view, view_of};

use super::editor::Marks;
use super::pause::Pause;

/// An answer of the kernel.
#[derive(Debug)]
pub enum Answer {
    /// The view of a pane for a pane slot and a cell, and the data it was made from.
    View(usize, Pane, CellId, Box<View>, Option<CachedPane>),
    /// The marks of a cell's text, and the most relevant pane for the cursor position.
    Marks(CellId, Marks, Option<Pane>),
    /// The signature of the call at the cursor of a cell, for a version of its text and the cursor offset.
    Signature(CellId, u64, usize, Option<Signature>),
    /// The completion at the cursor of a cell, for a version of its text, and whether the user requested it.
    Proposals(CellId, u64, Completion, bool),
    /// The trace of a cell with this text; `None` for a cell that has not run with it.
    Traced(CellId, Arc<str>, Option<Arc<TraceView>>),
    /// The verdict on a prediction: the answer, and whether it is right, or why it cannot be judged.
    Judged(String, Result<bool, String>),
    /// The rules have changed.
    Ruled,
    /// The diagnostics of cells before they run.
    Checked(Vec<Checked>),
    /// The fixed text of a cell for a version of it; `None` without a known fix.
    Mended(CellId, u64, Option<FixedText>),
    /// Help for the word under the cursor of a cell.
    Help(CellId, Box<View>),
    /// Elements of a cell's value.
    Parts(CellId, Vec<usize>, Vec<Part>),
}

/// Maximum number of elements shown at once.
const MAX_PARTS: usize = 500;

/// The kernel and its known state.
pub struct Engine {
    worker: Worker<Answer>,
    pause: Arc<Pause>,
    auto: bool,
    /// Whether nothing runs automatically, whatever the user's preference.
    held_back: bool,
    /// Queries to send after the frame is drawn, one of each kind. Sent earlier, the evaluator would compete with the
    /// frame that the user waits for.
    questions: Vec<(&'static str, KernelQuery<Answer>)>,
    /// Whether the evaluator has more events than were processed.
    backlog: bool,
}

/// A cell to check before it runs.
#[derive(Clone, Debug)]
pub struct PendingCheck {
    pub id: CellId,
    pub text: Arc<str>,
    /// The version of the text, if an editor has it.
    pub version: Option<u64>,
    /// The cursor, if the cell is being typed.
    pub typed: Option<usize>,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Checked {
    pub cell: PendingCheck,
    pub found: Vec<CellFinding>,
}

/// Time limit for the trace of a cell.
const TRACING: Duration = Duration::from_secs(2);

/// Time limit for checking all visible cells.
const CHECKING: Duration = Duration::from_millis(250);

impl Engine {
    /// Starts the thread. Calls `setup` on it with its stack size, and `wake` after each event.
    pub fn start(
        setup: impl Fn(usize) -> Setup + Send + Sync + 'static,
        wake: impl Fn() + Send + Sync + 'static,
        auto: bool,
    ) -> io::Result<Engine> {
        let wake = Arc::new(wake);
        let of_pause = wake.clone();
        let pause = Arc::new(Pause::new(move || of_pause()));
        let pauses = pause.clone();
        let setup = move |stack| setup(stack).with_pauses(pauses.clone(), stack);
        let engine = Engine {
            worker: Worker::start(setup, move || wake())?,
            pause,
            auto,
            held_back: false,
            questions: Vec::new(),
            backlog: false,
        };
        engine.worker.set_mode(mode(auto));
        // The first cells may start before the first frame says which panes are open.
        engine.worker.show_scopes(true);
        Ok(engine)
    }

    /// Returns the state of the paused cell.
    pub fn pause(&self) -> &Pause {
        &self.pause
    }

    /// Returns the next event, if any.
    pub fn event(&self) -> Option<Event<Answer>> {
        self.worker.event()
    }

    /// Returns whether the evaluator has more events than were processed.
    pub fn has_backlog(&self) -> bool {
        self.backlog
    }

    /// Records whether the evaluator has more events than were processed.
    pub fn set_backlog(&mut self, backlog: bool) {
        self.backlog = backlog;
    }

    /// Waits up to `time` for the next event.
    pub fn event_inside(&self, time: std::time::Duration) -> Option<Event<Answer>> {
        self.worker.events().recv_timeout(time).ok()
    }

    /// Returns whether cells are running or waiting.
    pub fn is_busy(&self) -> bool {
        self.worker.is_busy()
    }

    /// Returns whether cells run automatically.
    pub fn is_auto(&self) -> bool {
        self.auto && !self.held_back
    }

    /// Returns whether the user prefers cells to run automatically.
    pub fn likes_auto(&self) -> bool {
        self.auto
    }

    /// Returns whether automatic runs are blocked, whatever the user's preference.
    pub fn is_saved_back(&self) -> bool {
        self.held_back
    }

    /// Blocks automatic runs, or restores the user's preference.
    pub fn hold_back(&mut self, held_back: bool) {
        self.held_back = held_back;
        self.worker.set_mode(mode(self.is_auto()));
    }

    /// Sets the directories that cells may read files from.
    pub fn set_reach(&self, reach: Reach, folder: String) {
        self.worker.set_reach(reach, folder);
    }

    /// Enables or disables automatic runs.
    pub fn set_auto(&mut self, auto: bool) {
        self.auto = auto;
        self.worker.set_mode(mode(self.is_auto()));
    }

    /// Sends the current code cells.
    pub fn arrange(&self, cells: Vec<(CellId, Arc<str>)>) {
        self.worker.arrange(cells);
    }

    /// Sends the current code cells and runs one of them.
    pub fn arrange_and_run(&self, cells: Vec<(CellId, Arc<str>)>, asked: CellId) {
        self.worker.arrange_and_run(cells, vec![asked]);
    }

    /// Runs all cells.
    pub fn run_all(&self) {
        self.worker.run_all();
    }

    /// Runs the stale cells.
    pub fn run_stale(&self) {
        self.worker.run_stale();
    }

    /// Runs a cell and those below.
    pub fn run_from(&self, id: CellId) {
        self.worker.run_from(id);
    }

    /// Requests the scopes before each cell that runs, or no more.
    pub fn show_scopes(&self, shows: bool) {
        self.worker.show_scopes(shows);
    }

    /// Changes the facts.
    pub fn change_facts(&self, change: FactsChange) {
        self.worker.change_facts(change);
    }

    /// Restarts with a fresh session.
    pub fn restart(&self) {
        self.pause.abort();
        self.worker.restart();
    }

    /// Cancels the current run.
    pub fn cancel(&self) {
        self.worker.cancel();
        self.pause.abort();
    }

    /// Sends the queued queries.
    pub fn flush_queries(&mut self) {
        for (kind, look) in self.questions.drain(..) {
            self.worker.inspect(kind, 0, look);
        }
    }

    /// Queues a query until [`Engine::flush_queries`], replacing an earlier one of its kind.
    fn enqueue_query(&mut self, kind: &'static str, look: KernelQuery<Answer>) {
        self.questions.retain(|(known, _)| *known != kind);
        self.questions.push((kind, look));
    }

    /// Requests the view of a pane.
    pub fn inspect(&mut self, place: usize, pane: Pane, at: CursorTarget, query: PaneQuery) {
        let answer = move |kernel: &mut Kernel| {
            let (view, known) = view(kernel, pane, &at, &query);
            Answer::View(place, pane, at.id, Box::new(view), known)
        };
        let kind = if place == 0 { "pane 1" } else { "pane 2" };
        self.enqueue_query(kind, Box::new(answer));
    }

    /// Requests help for the word under the cursor.
    pub fn explain(&mut self, at: CursorTarget) {
        let answer = move |kernel: &mut Kernel| {
            let view = pane::help(&CursorContext::new(&at.text, at.offset), kernel.session(), &[]);
            Answer::Help(at.id, Box::new(view))
        };
        self.enqueue_query("help", Box::new(answer));
    }

    /// Requests the marks of a cell's text.
    pub fn mark(&mut self, at: CursorTarget) {
        let answer = move |kernel: &mut Kernel| {
            let marks = marks(kernel.session(), &at);
            Answer::Marks(at.id, marks, pane::contextual_pane(&CursorContext::new(&at.text, at.offset)))
        };
        self.enqueue_query("marks", Box::new(answer));
    }

    /// Requests the signature of the call around the cursor.
    pub fn sign(&mut self, at: CursorTarget) {
        let answer = move |kernel: &mut Kernel| {
            let signature = complete::signature(kernel.session(), &at.text, at.offset);
            Answer::Signature(at.id, at.version, at.offset, signature)
        };
        self.enqueue_query("signature", Box::new(answer));
    }

    /// Requests completion at the cursor.
    pub fn propose(&mut self, at: CursorTarget, asked: bool) {
        let answer = move |kernel: &mut Kernel| {
            let completion = complete::complete(kernel.session(), &at.text, at.offset);
            Answer::Proposals(at.id, at.version, completion, asked)
        };
        self.enqueue_query("proposals", Box::new(answer));
    }

    /// Requests the trace of a cell.
    pub fn trace(&mut self, at: CursorTarget) {
        let answer = move |kernel: &mut Kernel| {
            let trace = kernel.trace(at.id, &at.text, TRACING).map(Arc::new);
            Answer::Traced(at.id, at.text, trace)
        };
        self.enqueue_query("trace", Box::new(answer));
    }

    /// Requests the verdict on the prediction of a value, both in source form.
    pub fn judge(&mut self, answer: String, value: String) {
        let judged = move |kernel: &mut Kernel| {
            let verdict = judge(kernel.session(), &answer, &value).map_err(|report| report.message);
            Answer::Judged(answer, verdict)
        };
        self.enqueue_query("judge", Box::new(judged));
    }

    /// Sets the rules that the checker reports.
    pub fn set_rules(&mut self, rules: RuleSet) {
        let answer = move |kernel: &mut Kernel| {
            kernel.set_rules(rules);
            Answer::Ruled
        };
        self.enqueue_query("rules", Box::new(answer));
    }

    /// Requests the diagnostics of cells before they run.
    pub fn check(&mut self, cells: Vec<PendingCheck>) {
        let answer = move |kernel: &mut Kernel| {
            let until = Deadline::after(CHECKING);
            let check = |cell: PendingCheck| {
                let found = kernel.check(cell.id, &cell.text, cell.typed, until).unwrap_or_default();
                Checked { cell, found }
            };
            Answer::Checked(cells.into_iter().map(check).collect())
        };
        self.enqueue_query("check", Box::new(answer));
    }

    /// Requests the fixed text of the cell.
    pub fn fix(&mut self, at: CursorTarget) {
        let answer = move |kernel: &mut Kernel| {
            let mended = kernel.repaired(at.id, &at.text);
            Answer::Mended(at.id, at.version, mended)
        };
        self.enqueue_query("fix", Box::new(answer));
    }

    /// Requests the elements at a path of a cell's value.
    pub fn explore(&mut self, id: CellId, path: Vec<usize>) {
        let answer = move |kernel: &mut Kernel| {
            let parts = kernel.explore(id, &path, 0, MAX_PARTS);
            Answer::Parts(id, path, parts)
        };
        self.enqueue_query("parts", Box::new(answer));
    }
}

fn mode(auto: bool) -> Mode {
    if auto { Mode::Auto } else { Mode::Lazy }
}

/// Returns the marks of known names and of the first error.
fn marks(session: &Session, at: &CursorTarget) -> Marks {
    let document = Document::new(&*at.text);
    let names = session.names().marks(&document, at.offset);
    let fault = session.source().typing_error(&at.text, at.offset);
    let findings = fault.map(|fault| (seen(fault.span, &at.text), Role::Fault)).into_iter().collect();
    Marks { version: at.version, names, findings, ..Marks::default() }
}

/// Returns a span that can be underlined: an error at the end of the text is marked at the last letter.
pub(super) fn seen(span: Span, text: &str) -> Span {
    if !span.is_empty() {
        return span;
    }
    let at = (span.start as usize).min(text.len());
    let next = text.get(at..).and_then(|rest| rest.chars().next()).filter(|next| *next != '\n');
    match next {
        Some(next) => Span::new(at as u32, (at + next.len_utf8()) as u32),
        None => {
            let end = text.get(..at).unwrap_or("").trim_end().len();
            let last = text.get(..end).and_then(|before| before.chars().next_back()).map_or(0, char::len_utf8);
            Span::new((end - last) as u32, end as u32)
        }
    }
}
