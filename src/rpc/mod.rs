//! The machine interface: JSON-RPC 2.0, one object a line, on standard input and output. One process, one session.
//! Nothing but responses goes to standard output; a malformed line is answered and the session goes on. Left out:
//! batches and streaming; a request is answered before the next is read.

mod methods;
mod protocol;

use std::io::{self, BufRead, Write};

use crate::session::{Session, Settings, SystemHost};

pub use methods::METHODS;
pub use protocol::answer;

/// Serves requests until the input ends or nobody reads the answers.
pub fn run(settings: Settings, host: SystemHost) {
    let mut session = Session::new(settings, Box::new(host));
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let Some(answer) = protocol::answer(&mut session, &line) else { continue };
        if !send(&answer) {
            return;
        }
    }
}

/// Writes an answer; `false` when nobody reads.
fn send(answer: &str) -> bool {
    let mut out = io::stdout().lock();
    out.write_all(answer.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()).is_ok()
}
