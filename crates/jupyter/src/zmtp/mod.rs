//! The sockets of a kernel, by the ZeroMQ Message Transport Protocol 3.x with the mechanism NULL: the server side of
//! ROUTER and PUB, and an echo. Every length from outside is checked before memory is allocated. A connection that
//! breaks a rule is closed; the others continue. See `docs/decisions/zmtp.md`.

mod connected;
mod frame;
mod handshake;
mod outbox;
mod publication;
mod router;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::sleep;

pub(crate) use connected::Role;
pub(crate) use frame::Parts;
pub(crate) use publication::Publication;
pub(crate) use router::Router;

/// The maximum number of connections of a socket.
const MAX_CONNECTIONS: usize = 1_024;

/// The pause when the system has no descriptor for another connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Binds an address, and serves those who connect. Returns the port.
pub(crate) async fn bind(ip: &str, port: u16, role: Role) -> io::Result<u16> {
    let listener = TcpListener::bind((ip, port)).await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(accept(listener, Arc::new(role)));
    Ok(port)
}

async fn accept(listener: TcpListener, role: Arc<Role>) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        // Without a place the connection is closed.
        let Ok(place) = places.clone().try_acquire_owned() else { continue };
        let role = role.clone();
        tokio::spawn(async move {
            // The reason is the peer's; it has no reader.
            let _ = connected::serve(stream, &role).await;
            drop(place);
        });
    }
}
