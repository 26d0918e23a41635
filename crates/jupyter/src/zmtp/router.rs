//! A ROUTER: messages arrive with the identity of their peer in front, and leave for the peer that their first part names.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::frame::{Parts, broken, encoded};
use super::outbox::Outbox;

/// The number of received messages that wait. Further ones wait in their connections.
const WAITING: usize = 1;

/// The sending half of a router.
#[derive(Clone)]
pub(crate) struct Router {
    state: Arc<Mutex<State>>,
    received: Sender<Parts>,
}

#[derive(Default)]
struct State {
    peers: HashMap<Vec<u8>, Outbox>,
    /// The number of identities that were given.
    given: u64,
}

impl Router {
    /// Returns a router, and what it receives.
    pub(crate) fn new() -> (Router, Receiver<Parts>) {
        let (received, messages) = channel(WAITING);
        (Router { state: Arc::default(), received }, messages)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message. Without its peer it is dropped.
    pub(crate) fn send(&self, parts: &[Vec<u8>]) {
        let Some((identity, message)) = parts.split_first() else { return };
        if let Some(peer) = self.state().peers.get(identity) {
            peer.push(Arc::new(encoded(message)));
        }
    }

    /// Adds a peer; returns its identity. Fails if another peer has it.
    pub(super) fn join(&self, identity: Vec<u8>, outbox: Outbox) -> io::Result<Vec<u8>> {
        let mut state = self.state();
        let identity = if identity.is_empty() {
            state.given += 1;
            [&[0], state.given.to_be_bytes().as_slice()].concat()
        } else {
            identity
        };
        if state.peers.contains_key(&identity) {
            return Err(broken("the identity of another peer"));
        }
        state.peers.insert(identity.clone(), outbox);
        Ok(identity)
    }

    pub(super) fn leave(&self, identity: &[u8]) {
        self.state().peers.remove(identity);
    }

    pub(super) async fn receive(&self, identity: &[u8], mut message: Parts) -> io::Result<()> {
        message.insert(0, identity.to_vec());
        self.received.send(message).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
