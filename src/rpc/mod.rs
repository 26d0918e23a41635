//! The machine interface: JSON-RPC 2.0, one object per line, on standard input and output. One process has one session.
//! Only responses go to standard output. A malformed line gets an error response, and the session continues. A thread
//! reads requests while the session works, so that `cancel` takes effect; all others are answered in order. SIGINT
//! stops the running request, not the process. Batches and streaming are omitted.

mod answer;
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

pub use answer::answer;
pub use methods::METHODS;
pub use protocol::read as read_request;

/// Serves requests until the input ends.
///
/// Fails if responses cannot be written.
pub fn run(settings: Settings, host: SystemHost) -> io::Result<()> {
    let mut session = Session::new(settings, Box::new(host));
    let queue = Arc::new(Queue::default());
    let interrupted = queue.clone();
    signal::on_interrupt(move || interrupted.interrupt())?;
    let requests = queue.clone();
    thread::Builder::new().name("requests".to_owned()).spawn(move || read(&requests))?;
    while let Some(job) = queue.next(session.cancel_flag()) {
        let answer = answer(&mut session, &job.request, job.is_canceled);
        queue.finish();
        if let Some(answer) = answer {
            send(&answer)?;
        }
    }
    Ok(())
}

/// Reads requests until the input ends. `cancel` takes effect at once.
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
                // If responses cannot be written, the session's thread notices with its own response.
                let _ = protocol::respond(call.id.as_ref(), canceled).map(|answer| send(&answer));
            }
            Some(request) => queue.push(request, line.len()),
            None => {}
        }
    }
}

fn cancel(queue: &Queue, params: &serde_json::Value) -> Result<serde_json::Value, RpcError> {
    let id = params.get("id").filter(|id| id.is_number() || id.is_string());
    let id =
        id.ok_or_else(|| RpcError::new(RpcError::PARAMS, "'id' must be the id of a request: a number or a string"))?;
    Ok(serde_json::json!({ "canceled": queue.cancel(id) }))
}

fn send(answer: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(answer.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush())
}
