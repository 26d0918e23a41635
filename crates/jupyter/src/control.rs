//! Requests that do not wait for the session: interrupts, the end of the kernel, and questions about the kernel.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use super::info::kernel_info;
use super::message::Request;
use super::outgoing::Channel;
use super::publisher::{Publisher, Status, Stream};
use super::queue::Queue;

/// The time after which an interrupted cell is reported to run on.
const PATIENCE: Duration = Duration::from_secs(5);

/// Answers requests without the session.
#[derive(Clone)]
pub(crate) struct Control {
    pub queue: Arc<Queue>,
    pub publisher: Publisher,
}

impl Control {
    /// Answers a request of the control channel. Unknown requests have no answer.
    pub(crate) fn answer(&self, request: &Request) {
        let publisher = &self.publisher;
        publisher.status(Status::Busy, &request.header);
        match request.kind() {
            "kernel_info_request" => publisher.reply(Channel::Control, request, kernel_info()),
            "interrupt_request" => {
                self.interrupt();
                publisher.reply(Channel::Control, request, json!({ "status": "ok" }));
            }
            "shutdown_request" => return self.shut_down(Channel::Control, request),
            _ => {}
        }
        publisher.status(Status::Idle, &request.header);
    }

    /// Answers the request to end the kernel, and ends it.
    pub(crate) fn shut_down(&self, channel: Channel, request: &Request) {
        let content = json!({ "status": "ok", "restart": request.flag("restart", false) });
        self.queue.interrupt();
        self.publisher.reply(channel, request, content.clone());
        self.publisher.publish("shutdown_reply", &request.header, content);
        self.publisher.status(Status::Idle, &request.header);
        self.publisher.stop();
    }

    fn interrupt(&self) {
        self.queue.interrupt();
        if let Some(running) = self.queue.running() {
            let control = self.clone();
            tokio::spawn(async move { control.report_if_still(running.number).await });
        }
    }

    /// Reports that an interrupted cell runs on, so that the user knows what to do.
    async fn report_if_still(&self, number: u64) {
        sleep(PATIENCE).await;
        if let Some(running) = self.queue.running().filter(|running| running.number == number) {
            self.publisher.stream(Stream::Stderr, &running.header, "The cell does not stop. Restart the kernel.\n");
        }
    }
}
