//! Messages that the kernel sends.

use serde_json::Value;

/// A channel of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Channel {
    Shell,
    Control,
    Stdin,
    /// Messages to all front ends.
    IoPub,
}

/// A message to send.
#[derive(Clone, Debug)]
pub(crate) struct Outgoing {
    pub channel: Channel,
    /// The identities of the front end; on [`Channel::IoPub`] the topic.
    pub route: Vec<Vec<u8>>,
    pub kind: String,
    /// The header of the request that it belongs to.
    pub parent: Value,
    pub metadata: Value,
    pub content: Value,
}

/// A task of the sender.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    Send(Box<Outgoing>),
    /// Everything before is sent, and the kernel ends.
    Stop,
}

impl Outgoing {
    /// Returns whether two messages are output of one cell to the same stream.
    pub(crate) fn continues(&self, before: &Outgoing) -> bool {
        let is_stream = |message: &Outgoing| message.channel == Channel::IoPub && message.kind == "stream";
        is_stream(self)
            && is_stream(before)
            && self.content.get("name") == before.content.get("name")
            && self.parent == before.parent
    }

    /// Appends the text of a later message to the same stream.
    pub(crate) fn append(&mut self, later: &Outgoing) {
        let more = later.content.get("text").and_then(Value::as_str).unwrap_or_default();
        if let Some(Value::String(text)) = self.content.get_mut("text") {
            text.push_str(more);
        }
    }
}
