//! The machine interface of the command line: the crate `rpc` on this process, with its signals.

use std::io;

use pprepl_session::{Settings, SystemHost};

use crate::terminal::signal;

/// Serves requests until the input ends. An interrupt stops the running request.
///
/// Fails if responses cannot be written.
pub fn run(settings: Settings, host: SystemHost) -> io::Result<()> {
    pprepl_rpc::run(settings, host, signal::on_interrupt)
}
