//! The learner on a thread of its own: answers are judged and the progress is written there, so that no frame waits.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use pprepl_lessons::{Checked, Learner, QuizVerdict, StepState};

use super::start::LessonStart;

/// The stack sizes of the thread, in bytes; see `main`. The second is for a system that rejects the first.
const STACKS: [usize; 2] = [256 << 20, 64 << 20];

/// The part of the stack that evaluations may use, in bytes.
const FOR_EVALUATION: usize = 48 << 20;

/// A request of the notebook. Each names a step.
#[derive(Clone, Debug)]
pub enum Request {
    /// Judges code as the answer of an exercise.
    Check {
        step: String,
        answer: String,
    },
    /// Judges the answer to a quiz.
    Predict {
        step: String,
        answer: String,
    },
    Hint(String),
    Solution(String),
    Record(String, StepState),
}

/// The answer to a request.
#[derive(Debug)]
pub enum Reply {
    /// The lesson is open: the mistakes of its head, and the number of unreadable lines of the progress file.
    Ready {
        problems: Vec<String>,
        unreadable: usize,
    },
    Checked {
        step: String,
        checked: Box<Checked>,
    },
    Predicted {
        step: String,
        verdict: Box<QuizVerdict>,
    },
    /// The next hint; `None` after the last.
    Hint {
        step: String,
        hint: Option<String>,
    },
    Solution {
        step: String,
        code: Option<String>,
    },
    Recorded,
    /// The judge failed: the message of the program error.
    Broken(String),
}

/// An answer with the progress after it.
#[derive(Debug)]
pub struct Message {
    pub reply: Reply,
    /// The state of each step of the lesson, in order.
    pub states: Vec<StepState>,
    /// The first error of writing the progress.
    pub write_error: Option<String>,
}

/// The learner's thread.
pub struct Tutor {
    requests: Sender<Request>,
    replies: Receiver<Message>,
    cancel: CancelFlag,
    /// The number of requests without an answer.
    open: usize,
}

/// The flag that ends the running judgement; the thread replaces it with that of its judge.
type CancelFlag = Arc<Mutex<Arc<AtomicBool>>>;

fn flag(cancel: &CancelFlag) -> MutexGuard<'_, Arc<AtomicBool>> {
    cancel.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tutor {
    /// Starts the thread. Calls `wake` after each answer.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn start(lesson: &LessonStart, wake: impl Fn() + Send + Clone + 'static) -> io::Result<Tutor> {
        let (sender, replies) = channel();
        let cancel = CancelFlag::default();
        let begin = |bytes: usize| {
            let (requests, inbox) = channel();
            let desk = Desk { lesson: lesson.clone(), replies: sender.clone(), cancel: cancel.clone() };
            let wake = wake.clone();
            let body = move || desk.serve(&inbox, &wake);
            thread::Builder::new().name("tutor".to_owned()).stack_size(bytes).spawn(body).map(|_| requests)
        };
        let requests = begin(STACKS[0]).or_else(|_| begin(STACKS[1]))?;
        Ok(Tutor { requests, replies, cancel, open: 1 })
    }

    /// Sends a request.
    pub fn ask(&mut self, request: Request) {
        if self.requests.send(request).is_ok() {
            self.open += 1;
        }
    }

    /// Returns the next answer, if any.
    pub fn reply(&mut self) -> Option<Message> {
        let message = self.replies.try_recv().ok()?;
        self.open = self.open.saturating_sub(1);
        Some(message)
    }

    /// Returns whether a request has no answer yet.
    pub fn is_busy(&self) -> bool {
        self.open > 0
    }

    /// Ends the running judgement.
    pub fn stop(&self) {
        flag(&self.cancel).store(true, Ordering::Relaxed);
    }
}

/// The thread's side.
struct Desk {
    lesson: LessonStart,
    replies: Sender<Message>,
    cancel: CancelFlag,
}

impl Desk {
    /// Answers requests until the notebook ends.
    fn serve(&self, inbox: &Receiver<Request>, wake: &dyn Fn()) {
        let Some((mut learner, problems)) = self.open() else { return };
        let unreadable = learner.unreadable_lines();
        self.send(Reply::Ready { problems, unreadable }, &mut learner, wake);
        while let Ok(request) = inbox.recv() {
            flag(&self.cancel).store(false, Ordering::Relaxed);
            let reply = match catch_unwind(AssertUnwindSafe(|| answer(&mut learner, request))) {
                Ok(reply) => reply,
                Err(_) => {
                    let Some((next, _)) = self.open() else { return };
                    learner = next;
                    Reply::Broken("internal error; the judge restarts".to_owned())
                }
            };
            self.send(reply, &mut learner, wake);
        }
    }

    /// Opens the lesson. Also returns the mistakes of its head. Progress that cannot be read stays as it is: then
    /// nothing is recorded. Returns `None` if the lesson still cannot be opened.
    fn open(&self) -> Option<(Learner, Vec<String>)> {
        let mut problems = Vec::new();
        let opened = self.lesson.learner(FOR_EVALUATION).or_else(|error| {
            problems.push(format!("cannot read your progress: {error}; nothing is recorded"));
            let mut lesson = self.lesson.clone();
            lesson.progress.own = None;
            lesson.learner(FOR_EVALUATION)
        });
        let mut learner = opened.ok()?;
        *flag(&self.cancel) = learner.judge().cancel_flag();
        problems.extend_from_slice(learner.judge().problems());
        Some((learner, problems))
    }

    fn send(&self, reply: Reply, learner: &mut Learner, wake: &dyn Fn()) {
        let lesson = learner.lesson().clone();
        let states = lesson.steps().map(|(step, _)| learner.state(step)).collect();
        // The notebook may have ended.
        let _ = self.replies.send(Message { reply, states, write_error: learner.take_write_error() });
        wake();
    }
}

fn answer(learner: &mut Learner, request: Request) -> Reply {
    match request {
        Request::Check { step, answer } => {
            let checked = Box::new(learner.check_and_run(&step, &answer));
            Reply::Checked { step, checked }
        }
        Request::Predict { step, answer } => {
            let verdict = Box::new(learner.predict(&step, &answer));
            Reply::Predicted { step, verdict }
        }
        Request::Hint(step) => {
            let hint = learner.hint(&step);
            Reply::Hint { step, hint }
        }
        Request::Solution(step) => {
            let code = learner.solution(&step);
            Reply::Solution { step, code }
        }
        Request::Record(step, state) => {
            learner.record(&step, state, None);
            Reply::Recorded
        }
    }
}
