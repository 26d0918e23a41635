//! Sends the messages of the kernel in order. Output that waits is joined: a loop that logs lines does not send one
//! message for each.

use std::collections::VecDeque;

use serde_json::Value;
use tokio::sync::mpsc::UnboundedReceiver;

use super::message::frames;
use super::outgoing::{Channel, Outgoing, Task};
use super::signature::Signer;
use super::sockets::Sockets;

/// The maximum size of joined output, in bytes.
const MAX_JOINED: usize = 64 << 10;

/// Sends on the sockets.
pub(crate) struct Sender {
    pub sockets: Sockets,
    pub signer: Signer,
    /// The id of this run of the kernel.
    pub session: String,
}

impl Sender {
    /// Sends messages until the kernel ends.
    pub(crate) async fn run(self, mut tasks: UnboundedReceiver<Task>) {
        let mut waiting = VecDeque::new();
        while let Some(task) = tasks.recv().await {
            waiting.push_back(task);
            while let Ok(task) = tasks.try_recv() {
                waiting.push_back(task);
            }
            while let Some(task) = waiting.pop_front() {
                match task {
                    Task::Send(message) => self.send(&joined(*message, &mut waiting)),
                    Task::Stop => return,
                }
            }
        }
    }

    fn send(&self, message: &Outgoing) {
        let parts = frames(message, &self.session, &self.signer);
        match message.channel {
            Channel::Shell => self.sockets.shell.send(&parts),
            Channel::Control => self.sockets.control.send(&parts),
            Channel::Stdin => self.sockets.stdin.send(&parts),
            Channel::IoPub => self.sockets.iopub.send(&parts),
        }
    }
}

/// Returns a message together with the output after it that belongs to the same stream.
fn joined(mut message: Outgoing, waiting: &mut VecDeque<Task>) -> Outgoing {
    while let Some(Task::Send(next)) = waiting.front()
        && next.continues(&message)
        && message.content.get("text").and_then(Value::as_str).is_some_and(|text| text.len() < MAX_JOINED)
    {
        message.append(next);
        waiting.pop_front();
    }
    message
}
