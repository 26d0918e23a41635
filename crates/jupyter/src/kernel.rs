//! Answers the requests of front ends in order, in one session.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use pprepl_notebook::export::ValuePainter;
use pprepl_session::{DescribedTypes, LogFilter, Session, Settings, SystemHost};
use serde_json::{Value, json};

use super::completeness::completeness;
use super::completion::completion;
use super::execution::execute;
use super::failure::Failure;
use super::history::History;
use super::info::kernel_info;
use super::inspection::inspection;
use super::message::Request;
use super::outgoing::Channel;
use super::publisher::{Publisher, Status};
use super::queue::{Job, Queue};
use super::running_cell::{InputDialogue, RunningCell};

/// The maximum size of a type for a front end, in bytes.
const MAX_TYPE: usize = 8 << 10;

/// A session that front ends use.
pub(crate) struct Kernel {
    pub session: Session,
    pub cell: Rc<RunningCell>,
    pub queue: Arc<Queue>,
    publisher: Publisher,
    pub history: History,
    /// The number of the last execution.
    pub count: i64,
    /// The source names of each cell's runs, by the front end's id of the cell.
    pub runs: HashMap<String, Vec<String>>,
    pub painter: ValuePainter,
    /// The error of the environment, for the first cell.
    pub warning: Option<String>,
}

impl Kernel {
    /// Starts a session, with a stack of this size in bytes for evaluations.
    pub(crate) fn new(
        settings: Settings,
        environment: Option<PathBuf>,
        stack: usize,
        queue: &Arc<Queue>,
        publisher: Publisher,
    ) -> Kernel {
        let cell = Rc::new(RunningCell::new(publisher.clone(), queue.clone()));
        let logs = cell.clone();
        let host = SystemHost::new(Box::new(move |level, text| logs.log(level, text)))
            .with_stack(stack)
            .with_dialogue(Box::new(InputDialogue { cell: cell.clone() }));
        let mut session = Session::new(settings, Box::new(host));
        session.report_types(DescribedTypes::outlines(MAX_TYPE));
        let opened = environment.map(|root| session.open_environment(&root, None));
        let warning = opened.and_then(Result::err).map(|error| format!("error: {error}\n"));
        let (queue, history, runs) = (queue.clone(), History::default(), HashMap::new());
        let painter = ValuePainter::default();
        Kernel { session, cell, queue, publisher, history, count: 0, runs, painter, warning }
    }

    /// Answers requests until the kernel ends.
    pub(crate) fn run(mut self) {
        let queue = self.queue.clone();
        self.publisher.status(Status::Idle, &Value::Null);
        while let Some(job) = queue.next(self.session.cancel_flag()) {
            self.answer(&job);
            queue.finish();
        }
    }

    fn answer(&mut self, job: &Job) {
        let request = &job.request;
        self.publisher.status(Status::Busy, &request.header);
        let content = match job.is_aborted {
            true => Some(json!({ "status": "aborted", "execution_count": self.count })),
            false => self.guarded(request),
        };
        if let Some(content) = content {
            self.publisher.reply(Channel::Shell, request, content);
        }
        self.publisher.status(Status::Idle, &request.header);
    }

    /// Answers a request. A panic becomes an error, and the session continues.
    fn guarded(&mut self, request: &Request) -> Option<Value> {
        catch_unwind(AssertUnwindSafe(|| self.content(request))).unwrap_or_else(|_| {
            let message = "internal error in this cell; please report it. The session continues";
            let failure = Failure::plain("INTERNAL_ERROR", message);
            self.cell.publish("error", failure.content());
            self.queue.abort_executions();
            let mut reply = failure.reply();
            if let Some(reply) = reply.as_object_mut().filter(|_| request.kind() == "execute_request") {
                reply.insert("execution_count".to_owned(), json!(self.count));
            }
            Some(reply)
        })
    }

    /// Returns the content of the reply; `None` for a message without one.
    fn content(&mut self, request: &Request) -> Option<Value> {
        let filter = LogFilter::new(&self.session.settings().display.log_level, false);
        let is_execution = request.kind() == "execute_request";
        self.cell.start(request, filter, is_execution && request.flag("silent", false));
        match request.kind() {
            "execute_request" => Some(execute(self, request)),
            "kernel_info_request" => Some(kernel_info()),
            "complete_request" => Some(completion(&mut self.session, request)),
            "inspect_request" => Some(inspection(&mut self.session, request)),
            "is_complete_request" => Some(completeness(&self.session, request.text("code"))),
            "history_request" => Some(self.history.answer(request)),
            "comm_info_request" => Some(json!({ "status": "ok", "comms": {} })),
            "comm_open" => {
                self.cell.publish("comm_close", json!({ "comm_id": request.text("comm_id"), "data": {} }));
                None
            }
            _ => None,
        }
    }
}
