//! Sends replies, and publishes what a request gives.

use serde_json::{Map, Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::message::Request;
use super::outgoing::{Channel, Outgoing, Task};

/// The state of the kernel, as front ends show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Starting,
    Busy,
    Idle,
}

impl Status {
    const fn as_str(self) -> &'static str {
        match self {
            Status::Starting => "starting",
            Status::Busy => "busy",
            Status::Idle => "idle",
        }
    }
}

/// A stream of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    Stdout,
    Stderr,
}

impl Stream {
    const fn as_str(self) -> &'static str {
        match self {
            Stream::Stdout => "stdout",
            Stream::Stderr => "stderr",
        }
    }
}

/// Queues messages for the sender.
#[derive(Clone)]
pub(crate) struct Publisher {
    tasks: UnboundedSender<Task>,
}

impl Publisher {
    pub(crate) fn new(tasks: UnboundedSender<Task>) -> Publisher {
        Publisher { tasks }
    }

    /// Sends the reply to a request: its type ends with `_reply` instead of `_request`.
    pub(crate) fn reply(&self, channel: Channel, request: &Request, content: Value) {
        let kind = request.kind().trim_end_matches("_request").to_owned() + "_reply";
        self.send(channel, request.identities.clone(), &kind, &request.header, content);
    }

    /// Sends a question to the front end of a request.
    pub(crate) fn ask(&self, request: &Request, content: Value) {
        self.send(Channel::Stdin, request.identities.clone(), "input_request", &request.header, content);
    }

    /// Publishes a message that belongs to the request with this header.
    pub(crate) fn publish(&self, kind: &str, parent: &Value, content: Value) {
        self.send(Channel::IoPub, vec![kind.as_bytes().to_vec()], kind, parent, content);
    }

    pub(crate) fn status(&self, status: Status, parent: &Value) {
        self.publish("status", parent, json!({ "execution_state": status.as_str() }));
    }

    pub(crate) fn stream(&self, stream: Stream, parent: &Value, text: &str) {
        self.publish("stream", parent, json!({ "name": stream.as_str(), "text": text }));
    }

    /// Ends the kernel after all earlier messages.
    pub(crate) fn stop(&self) {
        let _ = self.tasks.send(Task::Stop);
    }

    fn send(&self, channel: Channel, route: Vec<Vec<u8>>, kind: &str, parent: &Value, content: Value) {
        let (parent, metadata) = (parent.clone(), Value::Object(Map::new()));
        let message = Outgoing { channel, route, kind: kind.to_owned(), parent, metadata, content };
        // Without a receiver the kernel ends.
        let _ = self.tasks.send(Task::Send(Box::new(message)));
    }
}
