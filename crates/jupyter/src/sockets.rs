//! The five sockets of a kernel.

use std::io;

use tokio::sync::mpsc::Receiver;

use super::connection::Connection;
use super::zmtp::{Parts, Publication, Role, Router, bind};

/// The sockets that send.
#[derive(Clone)]
pub(crate) struct Sockets {
    pub shell: Router,
    pub control: Router,
    pub stdin: Router,
    pub iopub: Publication,
}

/// The messages that the sockets receive.
pub(crate) struct Incoming {
    pub shell: Receiver<Parts>,
    pub control: Receiver<Parts>,
    pub stdin: Receiver<Parts>,
}

impl Sockets {
    /// Binds the sockets, and the heartbeat, which echoes each message. Returns them with the ports that they have.
    ///
    /// Fails if an address is in use or invalid.
    pub(crate) async fn bind(connection: &Connection) -> io::Result<(Sockets, Incoming, Connection)> {
        let ((shell, from_shell), (control, from_control), (stdin, from_stdin)) =
            (Router::new(), Router::new(), Router::new());
        let sockets = Sockets { shell, control, stdin, iopub: Publication::default() };
        let incoming = Incoming { shell: from_shell, control: from_control, stdin: from_stdin };
        let mut bound = connection.clone();
        let ip = connection.address();
        bound.shell_port = bind(ip, connection.shell_port, Role::Router(sockets.shell.clone())).await?;
        bound.control_port = bind(ip, connection.control_port, Role::Router(sockets.control.clone())).await?;
        bound.stdin_port = bind(ip, connection.stdin_port, Role::Router(sockets.stdin.clone())).await?;
        bound.hb_port = bind(ip, connection.hb_port, Role::Echo).await?;
        bound.iopub_port = bind(ip, connection.iopub_port, Role::Publication(sockets.iopub.clone())).await?;
        Ok((sockets, incoming, bound))
    }
}
