//! The machine interface: JSON-RPC 2.0, one object per line, on standard input and output. One process has one session.
//! Only responses go to standard output. A malformed line gets an error response, and the session continues. A thread
//! reads requests while the session works, so that `cancel` takes effect; all others are answered in order. An
//! interrupt stops the running request, not the process. Batches and streaming are omitted.
//!
//! On a system without threads the requests are read one by one, and `cancel` finds nothing to stop.

mod answer;
mod lines;
mod methods;
pub mod params;
mod protocol;
mod queue;

use std::io::{self, Write};
use std::sync::Arc;
use std::thread;

use pprepl_session::Session;

use lines::{Line, read_line};
use protocol::CANCEL;
use queue::Queue;

pub use answer::{answer, guarded};
pub use methods::{METHODS, call, word};
pub use protocol::{Call, Request, RpcError, read as read_request, respond};

/// The function to call on an interrupt: it stops the running request.
pub type OnInterrupt = Box<dyn Fn() + Send + Sync>;

/// Serves requests until the input ends. `listen` gets the function to call on an interrupt of the system.
///
/// Fails if responses cannot be written, or if `listen` fails.
pub fn run(mut session: Session, listen: impl FnOnce(OnInterrupt) -> io::Result<()>) -> io::Result<()> {
    let queue = Arc::new(Queue::default());
    let interrupted = queue.clone();
    listen(Box::new(move || interrupted.interrupt()))?;
    let requests = queue.clone();
    if thread::Builder::new().name("requests".to_owned()).spawn(move || read(&requests)).is_err() {
        return serve_in_order(&mut session);
    }
    while let Some(job) = queue.next(session.cancel_flag()) {
        let answer = answer(&mut session, &job.request, job.is_canceled);
        queue.finish();
        if let Some(answer) = answer {
            send(&answer)?;
        }
    }
    Ok(())
}

/// Reads and answers one request after the other, without a second thread.
fn serve_in_order(session: &mut Session) -> io::Result<()> {
    let mut input = io::stdin().lock();
    loop {
        let request = match read_line(&mut input)? {
            Line::Request(request, _) => request,
            Line::Nothing => continue,
            Line::End => return Ok(()),
        };
        let answer = match &request {
            Request::Call(call) if call.method == CANCEL => {
                respond(call.id.as_ref(), cancel(&Queue::default(), &call.params))
            }
            request => answer(session, request, false),
        };
        if let Some(answer) = answer {
            send(&answer)?;
        }
    }
}

/// Reads requests until the input ends. `cancel` takes effect at once.
fn read(queue: &Queue) {
    let mut input = io::stdin().lock();
    loop {
        match read_line(&mut input) {
            Ok(Line::Request(Request::Call(call), _)) if call.method == CANCEL => {
                let canceled = cancel(queue, &call.params);
                // If responses cannot be written, the session's thread notices with its own response.
                let _ = respond(call.id.as_ref(), canceled).map(|answer| send(&answer));
            }
            Ok(Line::Request(request, bytes)) => queue.push(request, bytes),
            Ok(Line::Nothing) => {}
            Ok(Line::End) | Err(_) => return queue.close(),
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
