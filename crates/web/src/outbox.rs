//! The notifications of the engine: collected for the answer, or passed on at once.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::{Value, json};

use pprepl_text::json_text;

/// A function that gets each notification as one line of JSON.
pub type Sink = Box<dyn Fn(&str)>;

/// The notifications that were not passed on yet.
#[derive(Clone, Default)]
pub struct Outbox(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    waiting: Vec<String>,
    sink: Option<Rc<Sink>>,
    streams: bool,
}

impl Outbox {
    /// Creates an outbox that can pass notifications on.
    pub fn new(sink: Option<Sink>) -> Outbox {
        Outbox(Rc::new(RefCell::new(State { sink: sink.map(Rc::new), ..State::default() })))
    }

    /// Passes notifications on at once, if the program has a way to.
    pub fn stream(&self, streams: bool) {
        self.0.borrow_mut().streams = streams;
    }

    /// Adds a notification.
    pub fn notify(&self, method: &str, params: Value) {
        let text = json_text(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
        let sink = self.0.borrow().sink.clone().filter(|_| self.0.borrow().streams);
        match sink {
            Some(sink) => sink(&text),
            None => self.0.borrow_mut().waiting.push(text),
        }
    }

    /// Takes the notifications that wait, in order.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.borrow_mut().waiting)
    }
}
