//! The bytes that wait to be written to a peer. A peer that does not read loses messages instead of taking memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The maximum size of waiting messages, in bytes. One message may be longer.
const MAX_WAITING: usize = 64 << 20;

/// The cost of a message in addition to its bytes.
const OVERHEAD: usize = 128;

/// The half that queues messages for a peer.
#[derive(Clone)]
pub(super) struct Outbox {
    messages: UnboundedSender<Arc<Vec<u8>>>,
    /// The size of waiting messages, in bytes.
    size: Arc<AtomicUsize>,
}

/// The half of the connection.
pub(super) struct Waiting {
    messages: UnboundedReceiver<Arc<Vec<u8>>>,
    size: Arc<AtomicUsize>,
}

impl Outbox {
    pub(super) fn new() -> (Outbox, Waiting) {
        let (messages, waiting) = unbounded_channel();
        let size = Arc::new(AtomicUsize::new(0));
        (Outbox { messages, size: size.clone() }, Waiting { messages: waiting, size })
    }

    /// Adds a message; a full outbox drops it.
    pub(super) fn push(&self, message: Arc<Vec<u8>>) {
        let cost = message.len() + OVERHEAD;
        let before = self.size.load(Ordering::Relaxed);
        if before == 0 || before + cost <= MAX_WAITING {
            self.size.fetch_add(cost, Ordering::Relaxed);
            // A connection that has ended needs no message.
            let _ = self.messages.send(message);
        }
    }
}

impl Waiting {
    /// Writes messages until the connection ends.
    pub(super) async fn write(mut self, mut output: impl AsyncWrite + Unpin) {
        while let Some(message) = self.messages.recv().await {
            if output.write_all(&message).await.is_err() {
                return;
            }
            self.size.fetch_sub(message.len() + OVERHEAD, Ordering::Relaxed);
        }
    }
}
