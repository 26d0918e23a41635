//! The machine interface: JSON-RPC 2.0, one object a line, on standard input and output. One process, one session.
//! Nothing but responses goes to standard output; a malformed line is answered and the session continues. Requests are read
//! while the session works, so that `cancel` is heard; all others are answered in their order. SIGINT stops the request that
//! runs, not the process. Left out: batches and streaming.

mod methods;
mod protocol;
mod queue;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;

use crate::terminal::signal;
use pprepl_session::{Session, Settings, SystemHost};

use protocol::{Request, RpcError};
use queue::Queue;

pub use methods::METHODS;
pub use protocol::{answer, read as read_request};

/// Serves requests until the input ends.
///
/// Fails where answers cannot be written.
pub fn run(settings: Settings, host: SystemHost) -> io::Result<()> {
    let mut session = Session::new(settings, Box::new(host));
    let queue = Arc::new(Queue::default());
    let interrupted = queue.clone();
    signal::on_interrupt(move || interrupted.interrupt())?;
    let requests = queue.clone();
    thread::Builder::new().name("requests".to_owned()).spawn(move || read(&requests))?;
    while let Some(job) = queue.next(session.cancel_flag()) {
        let answer = protocol::answer(&mut session, &job.request, job.is_canceled);
        queue.finish();
        if let Some(answer) = answer {
            send(&answer)?;
        }
    }
    Ok(())
}

/// Reads requests until the input ends. `cancel` is obeyed at once.
fn read(queue: &Queue) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return queue.close(),
            Ok(_) => {}
        }
        match protocol::read(&line) {
            Some(Request::Call(call)) if call.method == protocol::CANCEL => {
                let canceled = cancel(queue, &call.params);
                // Where answers cannot be written, the session's thread finds out with its own.
                let _ = protocol::respond(call.id.as_ref(), canceled).map(|answer| send(&answer));
            }
            Some(request) => queue.push(request, line.len()),
            None => {}
        }
    }
}

fn cancel(queue: &Queue, params: &serde_json::Value) -> Result<serde_json::Value, RpcError> {
    let id = params.get("id").filter(|id| id.is_number() || id.is_string());
    let id = id.ok_or_else(|| RpcError::new(RpcError::PARAMS, "'id' is the id of a request, a number or a string"))?;
    Ok(serde_json::json!({ "canceled": queue.cancel(id) }))
}

fn send(answer: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(answer.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush())
}
