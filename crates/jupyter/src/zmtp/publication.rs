//! A PUB: messages leave for the peers whose topics are a prefix of the first part.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::frame::{broken, encoded};
use super::outbox::Outbox;

/// The maximum number of topics of a peer.
const MAX_TOPICS: usize = 1_024;

/// A socket that publishes.
#[derive(Clone, Default)]
pub(crate) struct Publication {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    subscribers: HashMap<u64, Subscriber>,
    /// The number of peers that have joined.
    joined: u64,
}

struct Subscriber {
    topics: Vec<Vec<u8>>,
    outbox: Outbox,
}

impl Publication {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message to all who subscribe to it.
    pub(crate) fn send(&self, parts: &[Vec<u8>]) {
        let Some(topic) = parts.first() else { return };
        let message = Arc::new(encoded(parts));
        for subscriber in self.state().subscribers.values() {
            if subscriber.topics.iter().any(|prefix| topic.starts_with(prefix)) {
                subscriber.outbox.push(message.clone());
            }
        }
    }

    /// Adds a peer; returns its number.
    pub(super) fn join(&self, outbox: Outbox) -> u64 {
        let mut state = self.state();
        state.joined += 1;
        let number = state.joined;
        state.subscribers.insert(number, Subscriber { topics: Vec::new(), outbox });
        number
    }

    pub(super) fn leave(&self, number: u64) {
        self.state().subscribers.remove(&number);
    }

    /// Adds a topic of a peer. A topic that was added twice is withdrawn twice.
    pub(super) fn subscribe(&self, number: u64, topic: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        let Some(subscriber) = state.subscribers.get_mut(&number) else { return Ok(()) };
        if subscriber.topics.len() == MAX_TOPICS {
            return Err(broken("too many topics"));
        }
        subscriber.topics.push(topic.to_vec());
        Ok(())
    }

    pub(super) fn withdraw(&self, number: u64, topic: &[u8]) {
        let mut state = self.state();
        let Some(subscriber) = state.subscribers.get_mut(&number) else { return };
        if let Some(at) = subscriber.topics.iter().position(|own| own == topic) {
            subscriber.topics.swap_remove(at);
        }
    }
}
