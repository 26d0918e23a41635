//! The running cell: where its log lines go, and where it asks the user at a breakpoint.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use pprepl_session::{DebugOutput, Dialogue, Level, LogFilter};
use pprepl_text::visible;
use serde_json::{Value, json};

use super::message::Request;
use super::publisher::{Publisher, Stream};
use super::queue::Queue;

/// The maximum number of log lines of a cell that are published. A page with more is of no use.
const MAX_LINES: usize = 10_000;

/// The cell that runs, or the request that is being answered.
pub(crate) struct RunningCell {
    request: RefCell<Request>,
    filter: Cell<LogFilter>,
    /// Whether nothing is published.
    is_silent: Cell<bool>,
    /// The number of log lines.
    lines: Cell<usize>,
    publisher: Publisher,
    queue: Arc<Queue>,
}

impl RunningCell {
    pub(crate) fn new(publisher: Publisher, queue: Arc<Queue>) -> RunningCell {
        RunningCell {
            request: RefCell::default(),
            filter: Cell::new(LogFilter::new(Level::Notice.as_str(), false)),
            is_silent: Cell::new(false),
            lines: Cell::new(0),
            publisher,
            queue,
        }
    }

    /// Starts a request. A silent one publishes nothing.
    pub(crate) fn start(&self, request: &Request, filter: LogFilter, is_silent: bool) {
        *self.request.borrow_mut() = request.clone();
        self.filter.set(filter);
        self.is_silent.set(is_silent);
        self.lines.set(0);
    }

    /// Publishes a message that belongs to the cell.
    pub(crate) fn publish(&self, kind: &str, content: Value) {
        if !self.is_silent.get() {
            self.publisher.publish(kind, &self.request.borrow().header, content);
        }
    }

    /// Publishes text that may contain color codes of our own.
    pub(crate) fn stream(&self, stream: Stream, text: &str) {
        if !self.is_silent.get() {
            self.publisher.stream(stream, &self.request.borrow().header, text);
        }
    }

    /// Publishes a log line.
    pub(crate) fn log(&self, level: Level, text: &str) {
        if !self.filter.get().shows(level) {
            return;
        }
        self.lines.set(self.lines.get() + 1);
        if self.lines.get() <= MAX_LINES {
            let stream = if level.is_urgent() { Stream::Stderr } else { Stream::Stdout };
            self.stream(stream, &format!("{}: {}\n", level.label(), visible(text)));
        }
    }

    /// Reports the number of log lines that were not published.
    pub(crate) fn report_omitted(&self) {
        if let Some(omitted) = self.lines.get().checked_sub(MAX_LINES).filter(|omitted| *omitted > 0) {
            self.stream(Stream::Stderr, &format!("... {omitted} more log lines\n"));
        }
    }
}

/// The debugger's prompt at a `breakpoint()`: the front end's field for input.
pub(crate) struct InputDialogue {
    pub cell: Rc<RunningCell>,
}

impl Dialogue for InputDialogue {
    fn ask(&mut self, prompt: &str) -> Option<String> {
        let request = self.cell.request.borrow().clone();
        if !request.flag("allow_stdin", false) || self.cell.is_silent.get() {
            return Some(":continue".to_owned());
        }
        let question = json!({ "prompt": format!("{prompt} "), "password": false });
        self.cell.queue.entered(|| self.cell.publisher.ask(&request, question))
    }

    fn report(&mut self, told: &DebugOutput) {
        match told {
            DebugOutput::Text(text) => self.cell.stream(Stream::Stdout, &format!("{}\n", visible(text))),
            DebugOutput::Fault(_, colored) => self.cell.stream(Stream::Stderr, &format!("{colored}\n")),
            DebugOutput::Value(value, type_name) => {
                let text = format!("=> {}\n   : {}\n", visible(value), visible(type_name));
                self.cell.stream(Stream::Stdout, &text);
            }
        }
    }
}
