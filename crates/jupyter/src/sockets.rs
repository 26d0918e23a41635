//! The five sockets of a kernel.

use std::io;

use zeromq::{Endpoint, PubSocket, RouterSocket, Socket, ZmqResult};

use super::connection::Connection;

/// One socket for each channel, and one for the heartbeat.
pub(crate) struct Sockets {
    pub shell: RouterSocket,
    pub control: RouterSocket,
    pub stdin: RouterSocket,
    /// Echoes each message. A router serves several front ends.
    pub heartbeat: RouterSocket,
    pub iopub: PubSocket,
}

impl Sockets {
    /// Binds the sockets. Returns them with the ports that they have.
    ///
    /// Fails if an address is in use or invalid.
    pub(crate) async fn bind(connection: &Connection) -> io::Result<(Sockets, Connection)> {
        let mut sockets = Sockets {
            shell: RouterSocket::new(),
            control: RouterSocket::new(),
            stdin: RouterSocket::new(),
            heartbeat: RouterSocket::new(),
            iopub: PubSocket::new(),
        };
        let mut bound = connection.clone();
        let at = |port| connection.endpoint(port);
        bound.shell_port = port(sockets.shell.bind(&at(connection.shell_port)).await)?;
        bound.control_port = port(sockets.control.bind(&at(connection.control_port)).await)?;
        bound.stdin_port = port(sockets.stdin.bind(&at(connection.stdin_port)).await)?;
        bound.hb_port = port(sockets.heartbeat.bind(&at(connection.hb_port)).await)?;
        bound.iopub_port = port(sockets.iopub.bind(&at(connection.iopub_port)).await)?;
        Ok((sockets, bound))
    }
}

fn port(bound: ZmqResult<Endpoint>) -> io::Result<u16> {
    match bound.map_err(io::Error::other)? {
        Endpoint::Tcp(_, port) => Ok(port),
        // Only TCP is bound.
        _ => Ok(0),
    }
}
