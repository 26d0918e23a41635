//! One connection, from its greeting to its end.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::frame::{MAX_COMMAND, Parts, Received, broken, command, encoded, encoded_command, receive};
use super::handshake::shake;
use super::outbox::Outbox;
use super::publication::Publication;
use super::router::Router;

/// The maximum size of a message, in bytes.
const MAX_MESSAGE: usize = 64 << 20;

/// The time that a peer has for the handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// The maximum length of the context of a PING, in bytes.
const MAX_CONTEXT: usize = 16;

/// The types of sockets that talk to a router.
const ASKING: [&str; 3] = ["DEALER", "REQ", "ROUTER"];

/// The kind of a socket, which decides how its connections are served.
pub(crate) enum Role {
    Router(Router),
    Publication(Publication),
    /// Sends each message back.
    Echo,
}

/// A peer after the handshake.
enum Peer<'a> {
    Asking(&'a Router, Vec<u8>),
    Subscribing(&'a Publication, u64),
    Echoed,
}

/// Serves a connection until it ends, or breaks the protocol.
pub(super) async fn serve(mut stream: TcpStream, role: &Role) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let (own, peers): (_, &[&str]) = match role {
        Role::Router(_) | Role::Echo => ("ROUTER", &ASKING),
        Role::Publication(_) => ("PUB", &["SUB", "XSUB"]),
    };
    let identity = timeout(HANDSHAKE, shake(&mut stream, own, peers))
        .await
        .map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
    let (outbox, waiting) = Outbox::new();
    let peer = match role {
        Role::Router(router) => Peer::Asking(router, router.join(identity, outbox.clone())?),
        Role::Publication(publication) => Peer::Subscribing(publication, publication.join(outbox.clone())),
        Role::Echo => Peer::Echoed,
    };
    let (input, output) = stream.into_split();
    let writer = tokio::spawn(waiting.write(output));
    let ended = listen(BufReader::new(input), &peer, &outbox).await;
    match peer {
        Peer::Asking(router, identity) => router.leave(&identity),
        Peer::Subscribing(publication, number) => publication.leave(number),
        Peer::Echoed => {}
    }
    writer.abort();
    ended
}

async fn listen(mut input: impl AsyncRead + Unpin, peer: &Peer<'_>, outbox: &Outbox) -> io::Result<()> {
    let limit = if matches!(peer, Peer::Subscribing(..)) { MAX_COMMAND } else { MAX_MESSAGE };
    loop {
        match receive(&mut input, limit).await? {
            Received::Command(body) => obey(&body, peer, outbox)?,
            Received::Message(parts) => take(parts, peer, outbox).await?,
        }
    }
}

fn obey(body: &[u8], peer: &Peer<'_>, outbox: &Outbox) -> io::Result<()> {
    match (command(body)?, peer) {
        ((b"PING", data), _) => {
            // Two bytes say how long the peer waits.
            let context = data.get(2..).filter(|context| context.len() <= MAX_CONTEXT);
            let context = context.ok_or_else(|| broken("a broken PING"))?;
            outbox.push(Arc::new(encoded_command("PONG", context)));
            Ok(())
        }
        ((b"SUBSCRIBE", topic), Peer::Subscribing(publication, number)) => publication.subscribe(*number, topic),
        ((b"CANCEL", topic), Peer::Subscribing(publication, number)) => {
            publication.withdraw(*number, topic);
            Ok(())
        }
        ((b"ERROR", _), _) => Err(broken("the peer reports an error")),
        _ => Ok(()),
    }
}

async fn take(parts: Parts, peer: &Peer<'_>, outbox: &Outbox) -> io::Result<()> {
    match peer {
        Peer::Asking(router, identity) => router.receive(identity, parts).await?,
        Peer::Echoed => outbox.push(Arc::new(encoded(&parts))),
        Peer::Subscribing(publication, number) => match parts.first().and_then(|part| part.split_first()) {
            Some((1, topic)) => publication.subscribe(*number, topic)?,
            Some((0, topic)) => publication.withdraw(*number, topic),
            _ => {}
        },
    }
    Ok(())
}
