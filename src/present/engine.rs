//! The connection to the evaluator: the kernel on its thread runs cells, and answers quizzes and scratch cells in a
//! state that is rolled back.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use pprepl_files::Reach;
use pprepl_lessons::{Judge, JudgeSetup, Lesson, QuizVerdict};
use pprepl_notebook::CellId;
use pprepl_notebook::kernel::{CellReport, Event, Kernel, Mode, Setup, Worker};
use pprepl_session::Settings;
use pprepl_text::Source;

/// The number of a scratch cell in views of variables.
const SCRATCH: usize = 1_000_000;

/// An answer of the kernel.
#[derive(Debug)]
pub enum Answer {
    /// The answer key of the quiz in a cell.
    Quiz(CellId, Box<QuizVerdict>),
    /// The result of the scratch cell.
    Scratch(Box<CellReport>),
    /// The request was canceled before its turn.
    Canceled,
}

/// A function that wakes the front end after an event.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// The data for starting the evaluator.
#[derive(Clone)]
pub struct EngineSetup {
    pub settings: Settings,
    /// The directory of an environment.
    pub environment: Option<PathBuf>,
    /// Stack size for evaluations, in bytes.
    pub stack: usize,
    pub lesson: Arc<Lesson>,
    /// The directory for the files of the lesson.
    pub folder: Option<PathBuf>,
    /// The code that runs, in order.
    pub code: Vec<(CellId, String)>,
    /// The directories from which code may read, and the directory of the notebook.
    pub reach: (Reach, String),
    pub waker: Waker,
}

/// The evaluator on its thread.
pub struct Engine {
    worker: Worker<Answer>,
    lesson: Arc<Lesson>,
    judge: JudgeSetup,
    /// The number of cancellations.
    canceled: Arc<AtomicU64>,
}

impl Engine {
    /// Starts the evaluator. Nothing runs yet.
    pub fn start(setup: &EngineSetup) -> io::Result<Engine> {
        let (settings, environment) = (setup.settings.clone(), setup.environment.clone());
        let configure = move |stack| Setup::new(settings.clone(), stack).with_environment(environment.clone());
        let waker = setup.waker.clone();
        let worker = Worker::start(configure, move || waker())?;
        worker.set_mode(Mode::Lazy);
        worker.set_reach(setup.reach.0, setup.reach.1.clone());
        worker.arrange(setup.code.iter().map(|(id, code)| (*id, Arc::from(code.as_str()))).collect());
        let judge = JudgeSetup { folder: setup.folder.clone(), stack: Some(setup.stack), ..JudgeSetup::default() };
        Ok(Engine { worker, lesson: setup.lesson.clone(), judge, canceled: Arc::default() })
    }

    /// Runs cells, with the cells that they need.
    pub fn run(&self, cells: Vec<CellId>) {
        self.worker.run(cells);
    }

    /// Requests the answer key of a quiz. A newer request replaces a queued one.
    pub fn ask_quiz(&self, cell: CellId, name: String) {
        let (lesson, setup) = (self.lesson.clone(), self.judge.clone());
        let answer = move |_: &mut Kernel| {
            let verdict = Judge::new(lesson, &setup).answer_quiz(&name, "");
            Answer::Quiz(cell, Box::new(verdict))
        };
        self.inspect("quiz", answer);
    }

    /// Runs code in the current state, and rolls it back.
    pub fn run_scratch(&self, code: String) {
        let answer = move |kernel: &mut Kernel| {
            let source = Source::new("scratch", code);
            let mut runner = kernel.session().runner();
            let (run, applied) = runner.run_cell(SCRATCH, &source);
            runner.roll_back_cell(applied);
            Answer::Scratch(Box::new(CellReport::plain(run.evaluation)))
        };
        self.inspect("scratch", answer);
    }

    /// Sends a query, which a later cancellation makes void while it is queued.
    fn inspect(&self, kind: &'static str, answer: impl FnOnce(&mut Kernel) -> Answer + Send + 'static) {
        let canceled = self.canceled.clone();
        let before = canceled.load(Ordering::Acquire);
        let look = move |kernel: &mut Kernel| match canceled.load(Ordering::Acquire) == before {
            true => answer(kernel),
            false => Answer::Canceled,
        };
        self.worker.inspect(kind, 0, Box::new(look));
    }

    /// Returns the next event, if any.
    pub fn event(&self) -> Option<Event<Answer>> {
        self.worker.event()
    }

    /// Waits up to `time` for the next event.
    pub fn event_inside(&self, time: Duration) -> Option<Event<Answer>> {
        self.worker.events().recv_timeout(time).ok()
    }

    pub fn is_busy(&self) -> bool {
        self.worker.is_busy()
    }

    /// Cancels the current run, and the queued runs and queries.
    pub fn cancel(&self) {
        self.canceled.fetch_add(1, Ordering::AcqRel);
        self.worker.cancel();
    }
}
