//! Sends the messages of the kernel in order. Output that waits is joined: a loop that logs lines does not send one
//! message for each.

use std::collections::VecDeque;

use serde_json::Value;
use tokio::sync::mpsc::UnboundedReceiver;
use zeromq::{PubSocket, RouterSendHalf, SocketSend, ZmqMessage};

use super::message::frames;
use super::outgoing::{Channel, Outgoing, Task};
use super::signature::Signer;

/// The maximum size of joined output, in bytes.
const MAX_JOINED: usize = 64 << 10;

/// The sockets to send on.
pub(crate) struct Sender {
    pub shell: RouterSendHalf,
    pub control: RouterSendHalf,
    pub stdin: RouterSendHalf,
    pub iopub: PubSocket,
    pub signer: Signer,
    /// The id of this run of the kernel.
    pub session: String,
}

impl Sender {
    /// Sends messages until the kernel ends.
    pub(crate) async fn run(mut self, mut tasks: UnboundedReceiver<Task>) {
        let mut waiting = VecDeque::new();
        while let Some(task) = tasks.recv().await {
            waiting.push_back(task);
            while let Ok(task) = tasks.try_recv() {
                waiting.push_back(task);
            }
            while let Some(task) = waiting.pop_front() {
                match task {
                    Task::Send(message) => self.send(&joined(*message, &mut waiting)).await,
                    Task::Stop => return,
                }
            }
        }
    }

    async fn send(&mut self, message: &Outgoing) {
        let mut frames = frames(message, &self.session, &self.signer).into_iter();
        let mut first = ZmqMessage::from(frames.next().unwrap_or_default());
        frames.for_each(|frame| first.push_back(frame.into()));
        let frames = first;
        let sent = match message.channel {
            Channel::Shell => self.shell.send(frames).await,
            Channel::Control => self.control.send(frames).await,
            Channel::Stdin => self.stdin.send(frames).await,
            Channel::IoPub => self.iopub.send(frames).await,
        };
        // A front end that has gone needs no answer.
        drop(sent);
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
