//! The machine interface of the command line: the crate `rpc` on this process, with its signals.

use std::io;

use pprepl_session::Session;

use crate::terminal::signal;

/// Serves requests until the input ends. An interrupt stops the running request.
///
/// Fails if responses cannot be written.
pub fn run(session: Session) -> io::Result<()> {
    pprepl_rpc::run(session, signal::on_interrupt)
}
